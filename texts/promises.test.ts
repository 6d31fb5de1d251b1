import { expect, test } from 'vitest'
import { ar } from './ar/index.ts'
import { en } from './en/index.ts'
import { fillIn } from './fill-in.ts'
import { textsIn } from './index.ts'
import { LANGUAGES } from './languages.ts'
import { PROMISED_WORKING_DAYS, promisesIn } from './promises.ts'

test('a text says the promise of its form in words, and keeps everything else', () => {
  const texts = { sent: ['{name}: within {{contact-message}}.'], count: 3, none: null }
  expect(fillIn(texts, promisesIn('en'))).toEqual({ sent: ['{name}: within one working day.'], count: 3, none: null })
  expect(fillIn('خلال {{career-application}}', promisesIn('ar'))).toBe('خلال خمسة أيام عمل')
})

test('no text is left with a place that nothing fills', () => {
  for (const language of LANGUAGES) expect(JSON.stringify(textsIn(language))).not.toMatch(/\{\{[\w-]+\}\}|undefined/)
})

test('the confirmation, the form and the API promise the same, in both languages', () => {
  for (const language of LANGUAGES)
    for (const [kind, form] of [
      ['contact-message', 'contact'],
      ['internship-application', 'internship'],
      ['career-application', 'career'],
    ] as const) {
      const promise = promisesIn(language)[kind]
      const { mail, api, forms } = textsIn(language)
      for (const text of [mail.confirmation.received[kind], api.receipts[kind], forms.sent[form]])
        expect(text).toContain(promise)
      expect(PROMISED_WORKING_DAYS[kind]).toBeGreaterThan(0)
    }
})

test('the name of the company stands in one place of each language', () => {
  const { companyName: inEnglish, ...englishShell } = en.shell
  const { companyName: inArabic, ...arabicShell } = ar.shell
  expect(JSON.stringify({ ...en, shell: englishShell })).not.toContain(inEnglish)
  // The Arabic name is also a word; as a name it stands in quotes. The drawing of the word stays what it is.
  expect(JSON.stringify({ ...ar, shell: arabicShell, home: undefined })).not.toContain(`«${inArabic}»`)
})
