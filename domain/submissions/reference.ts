import { randomInt } from 'node:crypto'
import { latinDigits } from '#contract/latin-digits.ts'
import { normalizeText } from '#contract/normalize-text.ts'
import type { Company } from '../content/company.ts'

// Without 0 and O, 1 and I and L, U and V: read aloud or copied by hand, each stays what it is.
const LETTERS = '23456789ABCDEFGHJKMNPQRSTWXYZ'

/** Like NQ-7K3M-9XQ2: short enough to say, one in five hundred thousand million to guess. It begins as the company wishes. */
export function newReference({ referencePrefix }: Pick<Company, 'referencePrefix'>) {
  return `${referencePrefix}-${letters(4)}-${letters(4)}`
}

/** As somebody reads it off a screen or a telephone: in small letters or other digits, with blanks, without dashes, or with words around it. */
export function readReference(text: string): string {
  const typed = latinDigits(normalizeText(text, 'NFKC')).toUpperCase()
  const signs = typed.replace(/[^A-Z\d]/g, '')
  const [, prefix, first, second] = AMONG_WORDS.exec(typed) ?? /^(.+)(.{4})(.{4})$/.exec(signs) ?? []
  return prefix ? `${prefix}-${first}-${second}` : text.trim().toUpperCase()
}

const AMONG_WORDS = /\b([A-Z]{2,6})\p{Pd}([A-Z\d]{4})\p{Pd}([A-Z\d]{4})\b/u

function letters(count: number) {
  return Array.from({ length: count }, () => LETTERS[randomInt(LETTERS.length)]).join('')
}
