import { inEachLanguage, type Language } from '#texts/languages.ts'
import type { ResultOf } from '../../api.ts'

type Listed = ResultOf<'GET /letters/templates'>
type Template = Listed['templates'][number]
export type TemplateText = Pick<Template, 'name' | 'subject' | 'body'>

export interface BilingualTemplate extends Pick<Template, 'id' | 'kind' | 'version'> {
  texts: Record<Language, TemplateText>
}

export function bilingual({ templates, placeholders }: Listed) {
  const together = (id: string): BilingualTemplate => {
    const members = templates.filter((each) => each.id === id)
    const { kind, version } = members[0] as Template
    const texts = inEachLanguage((language) => {
      const { name, subject, body } = members.find((each) => each.language === language) as Template
      return { name, subject, body }
    })
    return { id, kind, version, texts }
  }
  return { templates: [...new Set(templates.map(({ id }) => id))].map(together), placeholders }
}
