import { HtmlValidate } from 'html-validate'
import { describe, expect, test } from 'vitest'
import { LANGUAGES } from '#texts/languages.ts'
import { ADDRESSES, addressIn, inBothLanguages, walkIn } from '../support/addresses.ts'
import { startBrokenApi } from '../support/broken-api.ts'
import { aCareerApplication, aContactMessage, anInternshipApplication } from '../support/builders.ts'
import { duringTests, untilTestEnds } from '../support/during-tests.ts'
import { startSite } from '../support/start-site.ts'

/** Every page as sent, checked by html-validate, and every address in it. */

const checker = new HtmlValidate({
  extends: ['html-validate:recommended'],
  rules: {
    // How React writes HTML: capitals in attribute names, slashes, empty values, ids of useId.
    'attr-case': 'off',
    'void-style': 'off',
    'attribute-boolean-style': 'off',
    'attribute-empty-style': 'off',
    'valid-id': ['error', { relaxed: true }],
    // A combobox has a listbox; a <select> takes no free text.
    'prefer-native-element': ['error', { exclude: ['listbox'] }],
    // A list may have its own name.
    'aria-label-misuse': ['error', { allowAnyNamable: true }],
    // Search forms have one field and are sent by Enter.
    // It does not know aria-labelledby; axe checks the names of links.
    'wcag/h30': 'off',
    'wcag/h32': 'off',
    'no-inline-style': 'error',
    'missing-doctype': 'error',
  },
})

const site = duringTests(startSite)

describe('is valid HTML:', () => {
  const walk = LANGUAGES.flatMap((language) => walkIn(language).map((address) => addressIn(language, address)))
  test.each(walk)('%s', async (address) => {
    expect(await faultsOf(await fetch(site.url + address))).toEqual([])
  })

  describe.each(LANGUAGES)('in %s', (language) => {
    const at = (address: string) => site.url + addressIn(language, address)

    test.each(['/no/such/page', '/careerApply/999999', '/testimonials?page=2', '/projectsOverView/1?page=2'])(
      '%s',
      async (address) => {
        expect(await faultsOf(await fetch(at(address)))).toEqual([])
      },
    )

    test.each([
      ['/contact', () => new URLSearchParams(aContactMessage())],
      ['/internship', () => new URLSearchParams(anInternshipApplication())],
      ['/careerApply/1', () => aCareerApplication()],
    ])('the receipt of %s', async (address, form) => {
      const sent = await fetch(at(address), { method: 'POST', body: form(), redirect: 'manual' })
      const cookie = sent.headers
        .getSetCookie()
        .map((each) => each.split(';')[0])
        .join('; ')
      const receipt = await fetch(new URL(sent.headers.get('location') as string, site.url), { headers: { cookie } })
      expect(receipt.headers.get('cache-control')).toBe('no-store')
      expect(await faultsOf(receipt)).toEqual([])
    })

    test.each(['/contact', '/internship', '/careerApply/1', '/faq', '/sign-in', '/sign-up', '/coming-soon'])(
      'the response of %s to a form with mistakes',
      async (address) => {
        const body = new FormData()
        for (const [name, value] of Object.entries(aContactMessage({ email: 'no address', phone: '1' })))
          body.append(name, value)
        expect(await faultsOf(await fetch(at(address), { method: 'POST', body }))).toEqual([])
      },
    )
  })

  test('pages whose data cannot be loaded', { tags: 'slow' }, async () => {
    const api = await untilTestEnds(startBrokenApi('fails'))
    const without = await untilTestEnds(startSite({ API_HOST: api.url }))
    for (const address of inBothLanguages([
      '/',
      '/services-details/1',
      '/jobs',
      '/projectsOverView/0',
      '/careerApply/1',
    ]))
      expect(await faultsOf(await fetch(without.url + address)), address).toEqual([])
  })
})

test('no link, picture, script or style of any page is broken, and every fragment names a place', async () => {
  const pages = new Map<string, Promise<Found>>()
  const found = (address: string) => {
    const known = pages.get(address) ?? find(address)
    pages.set(address, known)
    return known
  }
  const broken: string[] = []
  for (const address of inBothLanguages(ADDRESSES)) {
    const { html } = await found(address)
    for (const { target, fragment } of addressesIn(html, address)) {
      const { status, ids } = await found(target)
      const isErrorPage = /^(\/ar)?\/error$/.test(target)
      if (status !== (isErrorPage ? 404 : 200)) broken.push(`${address} names ${target}: ${status}`)
      else if (fragment && !ids.has(fragment)) broken.push(`${address} names ${target}#${fragment}, which is nowhere`)
    }
  }
  expect(broken).toEqual([])
  expect(pages.size).toBeGreaterThan(200)
})

async function faultsOf(response: Response) {
  expect(response.headers.get('content-type')).toContain('text/html')
  const html = await response.text()
  const { results } = await checker.validateString(html)
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} (${selector})`),
  )
}

interface Found {
  status: number
  html: string
  ids: Set<string>
}

async function find(address: string): Promise<Found> {
  const response = await fetch(site.url + address, { redirect: 'manual' })
  const html = response.headers.get('content-type')?.startsWith('text/html') ? await response.text() : ''
  await response.body?.cancel().catch(() => {})
  return {
    status: response.status,
    html,
    ids: new Set([...html.matchAll(/\sid="([^"]*)"/g)].map(([, id]) => id ?? '')),
  }
}

/** Internal addresses of a page. */
function addressesIn(html: string, from: string) {
  const names = [...html.matchAll(/\s(?:href|src|action|data-files)="([^"]*)"/g)].flatMap(([, value = '']) =>
    value.split(' '),
  )
  return (
    names
      .map((name) => new URL(name.replaceAll('&amp;', '&'), site.url + from))
      // A link that chooses a language is an action, not a page.
      .filter(({ origin, searchParams }) => origin === site.url && !searchParams.has('language'))
      .map(({ pathname, search, hash }) => ({ target: pathname + search, fragment: decodeURIComponent(hash.slice(1)) }))
  )
}
