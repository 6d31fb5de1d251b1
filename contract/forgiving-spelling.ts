import { latinDigits } from './latin-digits.ts'
import { normalizeText } from './normalize-text.ts'

/**
 * One spelling for what people type and what we wrote: without case, accents, vowel marks and tatweel, with the Arabic
 * letters that are often written for one another as one letter, Latin digits, and single spaces for everything else.
 */
export function foldSpelling(text: string): string {
  return foldLetters(text)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/** The same with blanks and punctuation as they are. */
export function foldLetters(text: string): string {
  const letters = normalizeText(text, 'NFKD')
    .replace(/\p{M}|ـ|ء|\p{Cf}/gu, '')
    .replace(/[ٱىیةۀہکگ]/g, (letter) => sameLetter[letter] ?? letter)
  return latinDigits(letters).toLowerCase()
}

/** The hamza of أ إ آ ؤ ئ is a mark of its own once decomposed, so those letters need no line here. */
const sameLetter: Record<string, string> = {
  ٱ: 'ا',
  ى: 'ي',
  ی: 'ي',
  ة: 'ه',
  ۀ: 'ه',
  ہ: 'ه',
  ک: 'ك',
  گ: 'ك',
}

/** A word as people look for it: the article before it is often left out, or put where we have none. */
export const withoutArticle = (word: string) => (word.length > 3 && word.startsWith('ال') ? word.slice(2) : word)
