import type { Language } from '#texts/languages.ts'
import type { ResultOf } from '../api.ts'

export type FillIns = ResultOf<'GET /submissions/:id/letters/values'>

const PLACEHOLDER = /\{([^{}]*)\}/g

/** Values instead of placeholders; one without a value stays. */
export function fillIn(text: string, language: Language, values: FillIns): string {
  const own: Record<string, string> = values[language]
  return text.replace(PLACEHOLDER, (whole, name: string) => (Object.hasOwn(own, name) && own[name]) || whole)
}

export const placeholdersIn = (text: string): string[] => [...new Set(text.match(PLACEHOLDER))]

// A mark on every single letter would say nothing.
const MIN_LENGTH = 3

/** The text with its filled-in values marked, and what has no value marked as empty. */
export function MarkedText({ text, language, values }: { text: string; language: Language; values: FillIns }) {
  const filled = Object.values(values[language]).filter((value) => value.length >= MIN_LENGTH)
  const longestFirst = filled.toSorted((one, other) => other.length - one.length)
  const pattern = new RegExp(`(${[...longestFirst.map(escaped), PLACEHOLDER.source.replace(/[()]/g, '')].join('|')})`)
  return text.split(pattern).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text, drawn anew with it
      <mark key={index} data-empty={longestFirst.includes(part) ? undefined : true}>
        {part}
      </mark>
    ),
  )
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
