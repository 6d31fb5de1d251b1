import { createTranslator } from 'use-intl/core'
import { expect, test } from 'vitest'
import { LIFETIMES } from '#contract/lifetimes.ts'
import { fillPlaces } from '#texts/fill-in.ts'
import { LANGUAGES, localeOf } from '#texts/languages.ts'
import { addressIn } from '../support/addresses.ts'
import { duringTests } from '../support/during-tests.ts'
import { startSite } from '../support/start-site.ts'
import { starterPage, starterTexts } from '../support/starter-company.ts'

const MONTHS = 7
const site = duringTests(() => startSite({ RETENTION_MONTHS: String(MONTHS) }))

test.each(LANGUAGES)('the privacy policy says what the settings and the code decide (%s)', async (language) => {
  const html = await (await fetch(site.url + addressIn(language, '/privacy-policy'))).text()
  const messages = starterTexts(language)
  const say = createTranslator({ locale: localeOf(language), messages, namespace: 'privacy-policy.lengths' })
  const names = Object.keys(messages['privacy-policy'].lengths) as Parameters<typeof say>[0][]
  const lengths = Object.fromEntries(names.map((name) => [name, say(name, { ...LIFETIMES, months: MONTHS } as never)]))
  const { words } = starterPage('privacy-policy', language)
  for (const place of ['us', 'browser', 'nowhere'] as const)
    for (const [row, said] of Object.entries(words[place])) {
      if (typeof said === 'string') continue
      const text = fillPlaces(said.text, lengths)
      expect([row, html.includes(text)]).toEqual([row, true])
      expect(text).not.toContain('{{')
    }
  expect(html).toContain(words.closing.rights.text)
})
