import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { LIFETIMES } from '#contract/lifetimes.ts'
import { pageOf } from '#contract/pages.ts'
import { type TextsName, textsIn } from '#texts/index.ts'
import { LANGUAGES, type Language } from '#texts/languages.ts'

/** The law is named by its number, a place of the promises by its own. */
const WITHOUT_LENGTHS = /^closing\.complaint\./
const VALUE = /\{\{[\w-]+\}\}/g
const NUMBER = {
  en: /\d|\b(?:two|three|four|five|six|seven|eight|nine|ten|twenty|thirty|fifty)\b/i,
  ar: /[\d٠-٩]|(?:ساعتين|يومين|أسبوعين|شهرين)|(?:ثلاث|أربع|خمس|ست|سبع|ثماني|تسع|عشر)ة? (?:أيام|ساعات|أسابيع|أشهر|دقائق)|وعشرين|خمسة أسابيع/,
}

const file = JSON.parse(readFileSync(path.resolve(import.meta.dirname, '../content/page-privacy-policy.json'), 'utf8'))

const sentencesOf = (language: Language) =>
  leavesOf(file).flatMap(([key, text]): [string, string][] =>
    key.endsWith(`.${language}`) ? [[key.slice(0, -language.length - 1), text]] : [],
  )

test.each(LANGUAGES)('every length in the policy comes from what decides it (%s)', (language) => {
  const lengths = sentencesOf(language).filter(
    ([key, text]) => !WITHOUT_LENGTHS.test(key) && NUMBER[language].test(text.replace(VALUE, '')),
  )
  expect(lengths).toEqual([])
})

test.each(LANGUAGES)('the policy says how long each thing is kept (%s)', (language) => {
  const whole = sentencesOf(language).map(([, text]) => text)
  const { lengths } = textsIn(language)['privacy-policy']
  for (const lifetime of ['months', ...Object.keys(LIFETIMES)]) {
    const place = lifetime.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
    expect([lifetime, whole.some((text) => text.includes(`{{${place}}}`))]).toEqual([lifetime, true])
    expect(lengths[place as keyof typeof lengths]).toContain(`{${lifetime}, plural,`)
  }
  expect(Object.keys(lengths).toSorted()).toEqual([...(pageOf('privacy-policy').places ?? [])].toSorted())
  expect(whole.join()).toContain('{{privacy-request}}')
})

/** Sentences that write a length out, because it stands in the middle of an instruction. */
const WRITTEN_OUT: [
  texts: TextsName,
  key: string,
  lifetime: Partial<Record<keyof typeof LIFETIMES, number>>,
  words: Record<Language, RegExp>,
][] = [
  ['career-apply', 'sending.keepOpen', { outboxDays: 7 }, { en: /\bseven days\b/, ar: /سبعة أيام/ }],
  ['forms', 'keptForLater', { outboxDays: 7 }, { en: /\bseven days\b/, ar: /سبعة أيام/ }],
  ['forms', 'draft.kept', { draftHours: 24 }, { en: /\b24 hours\b/, ar: /أربع وعشرين ساعة|٢٤ ساعة/ }],
  ['forms', 'draft.keptWithoutCv', { draftHours: 24 }, { en: /\b24 hours\b/, ar: /أربع وعشرين ساعة|٢٤ ساعة/ }],
  ['job-alerts', 'notYou', { alertConfirmationDays: 7 }, { en: /\bseven days\b/, ar: /سبعة أيام/ }],
]

test.each(LANGUAGES)('lengths that are written out elsewhere are those of the code (%s)', (language) => {
  for (const [name, key, lifetime, words] of WRITTEN_OUT) {
    expect(LIFETIMES).toMatchObject(lifetime)
    expect(new Map(leavesOf(textsIn(language)[name])).get(key)).toMatch(words[language])
  }
})

function leavesOf(value: unknown, path: string[] = []): [key: string, text: string][] {
  if (typeof value === 'string') return [[path.join('.'), value]]
  return Object.entries(value as object).flatMap(([key, inner]) => leavesOf(inner, [...path, key]))
}
