import { expect, test } from 'vitest'
import { STARTER_COMPANY, starterTexts } from '../tests/support/starter-company.ts'
import * as ar from './ar/index.ts'
import * as en from './en/index.ts'
import { fillIn } from './fill-in.ts'
import { companyTexts } from './index.ts'
import { LANGUAGES } from './languages.ts'
import { promisesIn } from './promises.ts'

const days = { ...STARTER_COMPANY.promises, 'contact-message': 1, 'career-application': 5 }

test('a text says the promise of its form in words, and keeps everything else', () => {
  const texts = { sent: ['{name}: within {{contact-message}}.'], count: 3, none: null }
  expect(fillIn(texts, promisesIn('en', days))).toEqual({
    sent: ['{name}: within one working day.'],
    count: 3,
    none: null,
  })
  expect(fillIn('خلال {{career-application}}', promisesIn('ar', days))).toBe('خلال خمسة أيام عمل')
})

test('no text is left with a place that nothing fills', () => {
  for (const language of LANGUAGES)
    expect(JSON.stringify(starterTexts(language))).not.toMatch(/\{\{[\w-]+\}\}|undefined/)
})

test('the confirmation, the form and the API promise the same, in both languages', () => {
  for (const language of LANGUAGES)
    for (const kind of ['contact-message', 'internship-application', 'career-application'] as const) {
      const promises = { ...STARTER_COMPANY.promises, [kind]: 7 }
      const { mail, api, forms } = companyTexts({ ...STARTER_COMPANY, promises }, language)
      for (const text of [mail.confirmation.received[kind], api.receipts[kind], forms.sent[kind]])
        expect(text).toContain(promisesIn(language, promises)[kind])
    }
})

test('the name of the company stands in no text', () => {
  const { name } = STARTER_COMPANY
  expect(JSON.stringify(en)).not.toContain(name.en)
  // The Arabic name is also a word; as a name it is quoted.
  expect(JSON.stringify({ ...ar, home: undefined })).not.toContain(`«${name.ar}»`)
})
