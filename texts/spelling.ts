/** No case, accents, vowel marks or tatweel; Latin digits; interchangeable Arabic letters become one. */
export function foldSpelling(text: string): string {
  return foldLetters(text)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/** `foldSpelling` that keeps blanks and punctuation. */
export function foldLetters(text: string): string {
  const letters = normalizeText(text, 'NFKD')
    .replace(/\p{M}|ـ|ء|\p{Cf}/gu, '')
    .replace(/[ٱىیةۀہکگ]/g, (letter) => SAME_LETTER[letter] ?? letter)
  return latinDigits(letters).toLowerCase()
}

/** NFKD turns the hamza of أ إ آ ؤ ئ into a mark, so those letters need no line here. */
const SAME_LETTER: Record<string, string> = { ٱ: 'ا', ى: 'ي', ی: 'ي', ة: 'ه', ۀ: 'ه', ہ: 'ه', ک: 'ك', گ: 'ك' }

/** People often leave the article out of a search, or add one. */
export const withoutArticle = (word: string) => (word.length > 3 && word.startsWith('ال') ? word.slice(2) : word)

/** Arabic-Indic and Persian digits become Latin ones. */
export const latinDigits = (text: string): string =>
  text.replace(/[٠-٩۰-۹]/g, (digit) => String((digit.codePointAt(0) as number) & 0xf))

/** Skips text with more marks on a letter than any script uses (UAX #15): sorting thousands of marks takes seconds. */
export const normalizeText = (text: string, form: 'NFC' | 'NFKC' | 'NFKD' = 'NFC') =>
  TOO_MANY_MARKS.test(text) ? text : text.normalize(form)

/** U+FF9E and U+FF9F decompose into marks. */
const TOO_MANY_MARKS = /[\p{M}\uff9e\uff9f]{31}/u
