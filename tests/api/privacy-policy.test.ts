import { createTranslator } from 'use-intl/core'
import { expect, test } from 'vitest'
import { LIFETIMES } from '#contract/lifetimes.ts'
import { LANGUAGES, localeOf } from '#texts/languages.ts'
import { addressIn } from '../support/addresses.ts'
import { duringTests } from '../support/during-tests.ts'
import { startSite } from '../support/start-site.ts'
import { starterTexts } from '../support/starter-company.ts'

const MONTHS = 7
const site = duringTests(() => startSite({ RETENTION_MONTHS: String(MONTHS) }))

test.each(LANGUAGES)('the privacy policy says what the settings and the code decide (%s)', async (language) => {
  const html = await (await fetch(site.url + addressIn(language, '/privacy-policy'))).text()
  const messages = starterTexts(language)
  const say = createTranslator({ locale: localeOf(language), messages, namespace: 'privacy-policy' })
  const policy = messages['privacy-policy']
  for (const place of ['us', 'browser', 'nowhere'] as const)
    for (const row of Object.keys(policy[place].rows)) {
      const text = say(`${place}.rows.${row}.text` as never, { ...LIFETIMES, months: MONTHS } as never)
      expect([row, html.includes(text)]).toEqual([row, true])
    }
  expect(html).toContain(policy.rights.text)
})
