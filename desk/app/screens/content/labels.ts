import { type PageName, pageOfType, type Word, wordsOf } from '#contract/pages.ts'
import type { ContentType } from '#domain/content/types/index.ts'
import { formatNumber } from '#texts/dates-and-numbers.ts'
import type { DeskTexts } from '#texts/desk/index.ts'
import type { Language } from '#texts/languages.ts'

type Texts = Pick<DeskTexts, 'content' | 'pages'> & { language: Language }

export function labelOf(texts: Texts, type: ContentType, field: string): string {
  const word = wordOf(type, field)
  if (word) return `${sectionLabel(texts, word.section)}: ${wordLabel(texts, word)}`
  const { ofType, fields } = texts.content
  const own = (ofType as Partial<Record<ContentType, Record<string, string>>>)[type]
  return own?.[field] ?? (fields as Record<string, string>)[field] ?? field
}

export const sectionLabel = ({ pages }: Texts, section: string): string =>
  (pages.sections as Record<string, string>)[section] ?? section

/** Below the name of its section. */
export function wordLabel({ pages, language }: Texts, { at, number }: Word): string {
  const key = at.at(-1) as string
  const label = (pages.words as Record<string, string>)[key] ?? key
  return number === undefined ? label : `${formatNumber(number, language)}. ${label}`
}

export const choiceLabel = ({ choices }: DeskTexts['content'], choice: string): string =>
  (choices as Record<string, string>)[choice] ?? choice

function wordOf(type: ContentType, field: string): Word | undefined {
  const page = pageOfType(type)
  return page && wordsByName(page).get(field)
}

const known = new Map<PageName, ReadonlyMap<string, Word>>()

function wordsByName(page: PageName) {
  const words = known.get(page) ?? new Map(wordsOf(page).map((word) => [word.name, word]))
  known.set(page, words)
  return words
}
