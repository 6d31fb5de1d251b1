import { expect, test } from 'vitest'
import { textsIn } from './index.ts'
import { LANGUAGES } from './languages.ts'
import { fillInPromises, PROMISED_WORKING_DAYS } from './promises.ts'

test('a text says the promise of its form in words, and keeps everything else', () => {
  const texts = { sent: ['{name}: within {{contact-message}}.'], count: 3, none: null }
  expect(fillInPromises(texts, 'en')).toEqual({ sent: ['{name}: within one working day.'], count: 3, none: null })
  expect(fillInPromises('خلال {{career-application}}', 'ar')).toBe('خلال خمسة أيام عمل')
})

test('no text is left with a promise that has no form', () => {
  for (const language of LANGUAGES) expect(JSON.stringify(textsIn(language))).not.toMatch(/\{\{[\w-]+\}\}|undefined/)
})

test('the confirmation, the form and the API promise the same, in both languages', () => {
  for (const language of LANGUAGES)
    for (const [kind, form] of [
      ['contact-message', 'contact'],
      ['internship-application', 'internship'],
      ['career-application', 'career'],
    ] as const) {
      const promise = fillInPromises(`{{${kind}}}`, language)
      const { mail, api, forms } = textsIn(language)
      for (const text of [mail.confirmation.received[kind], api.receipts[kind], forms.sent[form]])
        expect(text).toContain(promise)
      expect(PROMISED_WORKING_DAYS[kind]).toBeGreaterThan(0)
    }
})
