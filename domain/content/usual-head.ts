import { openingOf } from '#contract/article.ts'
import { MOBILE_APP } from '#contract/constants.ts'
import { parseMarkdown } from '#contract/markdown.ts'
import { plainText } from '#contract/prose.ts'
import { searchDescription } from '#contract/search-description.ts'
import { type Texts, textsIn } from '#texts/index.ts'
import { type Language, localeOf } from '#texts/languages.ts'
import { createTranslator } from '#texts/translator.ts'
import { blocksOf } from './articles.ts'
import { type Parts, SHARED } from './types/definition.ts'
import { type ContentType, definitionOf } from './types/index.ts'

interface Head {
  title: string
  description: string
}

/** The head of a record's page where the record has no words of its own for it: `site/pages` words it the same. */
export function usualHead(type: ContentType, parts: Parts, language: Language): Head {
  const values = { ...parts[SHARED], ...parts[language] }
  const written: Written = (name) => (typeof values[name] === 'string' ? values[name].trim() : '')
  return HEADS[type]?.(written, language) ?? titleAndSummary(type, written)
}

type Written = (name: string) => string

const titleAndSummary = (type: ContentType, written: Written): Head => ({
  title: written(definitionOf(type).titleField),
  description: written('summary') || written('lead'),
})

const summaryAndText = (written: Written) =>
  searchDescription({ summary: written('summary'), description: withoutMarks(written('description')) })

function withoutMarks(text: string) {
  const prose = parseMarkdown(text)
  return prose ? plainText(prose) : text
}

const HEADS: Partial<Record<ContentType, (written: Written, language: Language) => Head>> = {
  services: (written, language) => ({
    title: say(language, 'service-details', 'meta.title', { title: written('title') }),
    description: summaryAndText(written),
  }),
  projects: (written, language) => {
    const page = written('type') === MOBILE_APP ? 'app-details' : 'project-details'
    return {
      title: say(language, page, 'meta.title', { title: written('title'), summary: written('summary') }),
      description: summaryAndText(written),
    }
  },
  jobs: (written, language) => ({
    title: say(language, 'career-apply', 'meta.title', { job: written('title') }),
    description: say(language, 'career-apply', 'meta.description', { job: written('title') }),
  }),
  notes: (written) => ({
    title: written('title'),
    description: searchDescription({ summary: written('summary'), description: openingOf(blocksOf(written('body'))) }),
  }),
  'case-studies': (written, language) => ({
    title: say(language, 'case-study-details', 'name', { client: written('client'), subject: written('subject') }),
    description: `${written('title')} ${written('lead')}`,
  }),
}

function say(language: Language, namespace: keyof Texts, key: string, values: Record<string, string>): string {
  const translate = createTranslator({ locale: localeOf(language), messages: textsIn(language), namespace })
  return translate(key as never, values as never)
}
