import { expect, test } from 'vitest'
import { LIFETIMES } from '#contract/lifetimes.ts'
import { textsIn } from '#texts/index.ts'
import { LANGUAGES } from '#texts/languages.ts'

/** The law is named by its number, a place of the promises by its own. */
const WITHOUT_LENGTHS = /^complaint\./
const VALUE = /\{\{?[\w-]+\}?\}|\{\w+, plural,(?:[^{}]|\{[^{}]*\})*\}/g
const NUMBER = {
  en: /\d|\b(?:two|three|four|five|six|seven|eight|nine|ten|twenty|thirty|fifty)\b/i,
  ar: /[\d٠-٩]|(?:ساعتين|يومين|أسبوعين|شهرين)|(?:ثلاث|أربع|خمس|ست|سبع|ثماني|تسع|عشر)ة? (?:أيام|ساعات|أسابيع|أشهر|دقائق)|وعشرين|خمسة أسابيع/,
}

const sentencesOf = (language: 'en' | 'ar') => leavesOf(textsIn(language)['privacy-policy'])

test.each(LANGUAGES)('every length in the policy comes from what decides it (%s)', (language) => {
  const lengths = sentencesOf(language).filter(
    ([key, text]) => !WITHOUT_LENGTHS.test(key) && NUMBER[language].test(text.replace(VALUE, '')),
  )
  expect(lengths).toEqual([])
})

test.each(LANGUAGES)('the policy says how long each thing is kept (%s)', (language) => {
  const whole = sentencesOf(language).map(([, text]) => text)
  for (const lifetime of ['months', ...Object.keys(LIFETIMES)])
    expect([lifetime, whole.some((text) => text.includes(`{${lifetime}, plural,`))]).toEqual([lifetime, true])
  expect(whole.join()).toContain('{{privacy-request}}')
})

function leavesOf(value: unknown, path: string[] = []): [key: string, text: string][] {
  if (typeof value === 'string') return [[path.join('.'), value]]
  return Object.entries(value as object).flatMap(([key, inner]) => leavesOf(inner, [...path, key]))
}
