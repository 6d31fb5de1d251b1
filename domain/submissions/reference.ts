import { latinDigits, normalizeText } from '#texts/spelling.ts'
import type { Company } from '../content/company.ts'
import { newCode } from '../platform/secrets.ts'

/** Like NQ-7K3M-9XQ2: short enough to say, one in five hundred thousand million to guess. */
export const newReference = ({ referencePrefix }: Pick<Company, 'referencePrefix'>) =>
  `${referencePrefix}-${newCode(2)}`

/** As typed: in lower case, with other digits, blanks or words around it, or without dashes. */
export function readReference(text: string): string {
  const typed = latinDigits(normalizeText(text, 'NFKC')).toUpperCase()
  const signs = typed.replace(/[^A-Z\d]/g, '')
  const [, prefix, first, second] = AMONG_WORDS.exec(typed) ?? /^(.+)(.{4})(.{4})$/.exec(signs) ?? []
  return prefix ? `${prefix}-${first}-${second}` : text.trim().toUpperCase()
}

const AMONG_WORDS = /\b([A-Z]{2,6})\p{Pd}([A-Z\d]{4})\p{Pd}([A-Z\d]{4})\b/u
