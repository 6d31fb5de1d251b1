import { LANGUAGES, type Language } from '#texts/languages.ts'
import type { ResultOf } from '../../api.ts'

type Listed = ResultOf<'GET /letters/templates'>
type Template = Listed['templates'][number]
export type TemplateText = Pick<Template, 'name' | 'subject' | 'body'>

export interface BilingualTemplate extends Pick<Template, 'id' | 'kind' | 'version'> {
  texts: Record<Language, TemplateText>
}

export interface OwnTemplate extends BilingualTemplate {
  version: number
}

/** The call lists languages separately; the screens show them side by side. */
export function bilingual({ templates, placeholders }: Listed) {
  const ids = [...new Set(templates.map(({ id }) => id))]
  return { templates: ids.map(together), placeholders }

  function together(id: string): BilingualTemplate {
    const { kind, version } = inLanguage(id, LANGUAGES[0])
    return { id, kind, version, texts: { en: textOf(inLanguage(id, 'en')), ar: textOf(inLanguage(id, 'ar')) } }
  }
  function inLanguage(id: string, language: Language) {
    return templates.find((each) => each.id === id && each.language === language) as Template
  }
}

const textOf = ({ name, subject, body }: Template): TemplateText => ({ name, subject, body })
