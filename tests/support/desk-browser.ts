import { type BrowserContext, test as base, type CDPSession, expect, type Page } from '@playwright/test'
import type { Role } from '#domain/people/rights.ts'
import type { Language } from '#texts/languages.ts'
import { makePerson, makeSession, type TestPerson } from './desk-people.ts'
import { type OpenDesk, startDesk } from './start-desk.ts'

interface PersonChanges {
  name?: string
  language?: Language
  /** Another browser than the page's. */
  context?: BrowserContext
  /** The address that the page opens then. */
  open?: string
}

interface DeskFixtures {
  expectedErrors: RegExp[]
  /** Signs the page's browser in as a new person, without the sign-in page. */
  signInAs(roles: Role | readonly Role[], changes?: PersonChanges): Promise<TestPerson>
  complaints: string[]
}

/** `test` of desk browser tests, one desk a worker. A test fails on console, page and policy errors, and on requests to other hosts. */
export const test = base.extend<DeskFixtures, { desk: OpenDesk; isDeskNew: boolean }>({
  // Another value starts another worker with its own desk.
  isDeskNew: [false, { option: true, scope: 'worker' }],
  desk: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern
    async ({}, use) => {
      const desk = await startDesk()
      await use(desk)
      await desk.stop()
    },
    { scope: 'worker', timeout: 240_000 },
  ],
  baseURL: async ({ desk }, use) => use(desk.url),
  expectedErrors: [[], { option: true }],
  signInAs: async ({ desk, context, page }, use) => {
    await use(async (roles, { context: browser = context, open, ...changes } = {}) => {
      // The page of another person would ask with the cookie of this one.
      if (open) await page.goto('about:blank')
      const person = await makePerson(desk.database, roles, changes)
      const value = await makeSession(desk.database, person)
      await browser.addCookies([
        { name: 'desk-session', value, url: desk.url, httpOnly: true, sameSite: 'Strict' },
        { name: 'desk-language', value: changes.language ?? 'en', url: desk.url },
      ])
      if (open) await page.goto(open)
      return person
    })
  },
  complaints: [
    async ({ page, desk, expectedErrors }, use) => {
      const complaints = listen(page, new URL(desk.url).host)
      // Enable interception first: a busy browser may miss it right before a request.
      await page.route('**/intercepted-by-nobody', (route) => route.continue())
      await use(complaints)
      expect(complaints.filter((each) => !expectedErrors.some((expected) => expected.test(each)))).toEqual([])
    },
    { auto: true },
  ],
})

export type { OpenDesk, Page }
export { expect }

/** A virtual security key that accepts everything. */
export async function addAuthenticator(page: Page): Promise<{ session: CDPSession; authenticatorId: string }> {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return { session, authenticatorId }
}

function listen(page: Page, host: string) {
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`${message.text()} (${message.location().url})`)
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (/^(http|ws)s?:$/.test(url.protocol) && url.host !== host) complaints.push(`Asked ${url}`)
  })
  return complaints
}
