import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { LANGUAGES } from '#texts/languages.ts'
import { ADDRESSES, addressIn } from '../support/addresses.ts'
import { duringTests } from '../support/during-tests.ts'
import { startSite } from '../support/start-site.ts'
import { starterPageNames } from '../support/starter-company.ts'

/** WCAG 3.1.2: names, abbreviations and addresses have no language; two other words in a row do. */
const OTHER_LANGUAGE = {
  en: { letters: /\p{Script=Arabic}/u, language: 'ar' },
  ar: { letters: /[a-z]{2,} [a-z]{2,}/, language: 'en' },
}
const WITHOUT_END = /^(area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)$/
const NOT_READ = /^(script|style|title|template)$/

const CLIENT_FILES = path.resolve('build/current/client/assets')

const site = duringTests(startSite)

const UNKNOWN = ['/nothing-here', '/services-details/9999', '/careerApply/9999']

describe.each(LANGUAGES)('in %s', (language) => {
  test.each([...ADDRESSES, ...UNKNOWN])('%s has the navbar and the footer with the whole menu', async (address) => {
    const html = await (await fetch(site.url + addressIn(language, address))).text()
    const [header = ''] = html.match(/<header.*<\/header>/s) ?? []
    const [footer = ''] = html.match(/<footer.*<\/footer>/s) ?? []
    for (const name of Object.values(starterPageNames(language))) {
      expect(header).toContain(`>${name}<`)
      expect(footer).toContain(`>${name}<`)
    }
    expect(footer).toContain(`href="${addressIn(language, '/terms-conditions')}"`)
    expect(unmarkedWords(html, language)).toEqual([])
  })

  test.each(['/contact', '/internship', '/careerApply/1'])('%s links the privacy notice', async (address) => {
    const html = await (await fetch(site.url + addressIn(language, address))).text()
    const forms = html.match(/<form.*?<\/form>/gs) ?? []
    expect(forms.join('')).toContain(`href="${addressIn(language, '/privacy-policy')}"`)
  })

  test.each(ADDRESSES)('%s may be kept by the browser when it is left', async (address) => {
    const { headers } = await fetch(site.url + addressIn(language, address))
    expect(headers.get('cache-control')).not.toContain('no-store')
  })
})

test('code of forms is asked for by pages with a form, and by no other', async () => {
  const asking = await Promise.all(
    ADDRESSES.map(async (address) => {
      const html = await (await fetch(site.url + address)).text()
      return /\/assets\/(forms|schemas)-/.test(html) ? [address] : []
    }),
  )
  expect(asking.flat()).toEqual([
    '/faq',
    '/sign-in',
    '/sign-up',
    '/coming-soon',
    '/contact',
    '/internship',
    '/jobs',
    '/careerApply/1',
    '/general-application',
    '/application',
    '/job-alerts',
  ])
})

/** Browsers do not keep a page that listens to `unload`. */
test('no script waits for a page to be unloaded', () => {
  const scripts = readdirSync(CLIENT_FILES).filter((name) => name.endsWith('.js'))
  expect(scripts.length).toBeGreaterThan(10)
  const listening = scripts.filter((name) =>
    /["'`]unload["'`]/.test(readFileSync(path.join(CLIENT_FILES, name), 'utf8')),
  )
  expect(listening).toEqual([])
})

/** Texts in the other language without a `lang` around them. */
function unmarkedWords(html: string, language: 'en' | 'ar') {
  const other = OTHER_LANGUAGE[language]
  const open: { name: string; language: string }[] = []
  const unmarked: string[] = []
  for (const [, end, name = '', attributes = '', text = ''] of html.matchAll(/<(\/?)([a-z][\w-]*)([^>]*)>|([^<]+)/gi)) {
    const around = open.at(-1)?.language ?? language
    if (text && other.letters.test(text) && around !== other.language && !open.some((each) => NOT_READ.test(each.name)))
      unmarked.push(text)
    if (end)
      open.length = Math.max(
        0,
        open.findLastIndex((each) => each.name === name),
      )
    else if (name && !WITHOUT_END.test(name) && !attributes.endsWith('/'))
      open.push({ name, language: / lang="([^"]*)"/.exec(attributes)?.[1] ?? around })
  }
  return unmarked
}
