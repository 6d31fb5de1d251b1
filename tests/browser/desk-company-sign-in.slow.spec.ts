import { expect, test } from '@playwright/test'
import { invite } from '#domain/people/invitations.ts'
import { makePerson } from '../support/desk-people.ts'
import { freePort } from '../support/free-port.ts'
import { CLIENT, type OpenIdProvider, startOpenIdProvider } from '../support/openid-provider.ts'
import { type OpenDesk, startDesk } from '../support/start-desk.ts'

let desk: Awaited<ReturnType<typeof startDesk>>
let provider: OpenIdProvider

test.beforeAll(async () => {
  test.setTimeout(240_000)
  const port = await freePort()
  desk = await startDesk({
    OIDC_ISSUER: `http://127.0.0.1:${port}`,
    OIDC_CLIENT_ID: CLIENT.clientId,
    OIDC_CLIENT_SECRET: CLIENT.clientSecret,
  })
  provider = await startOpenIdProvider(port, `${desk.url}/sign-in/company`, {
    nadia: { email: 'nadia@company.example', name: 'Nadia Fouad' },
    stranger: { email: 'stranger@company.example', name: 'Somebody' },
  })
  // A desk without people asks for its first owner instead.
  await makePerson(desk.database, 'owner')
  await inviteTo(desk, 'nadia@company.example')
})
test.afterAll(async () => {
  await provider?.stop()
  await desk?.stop()
})

const inviteTo = ({ database }: OpenDesk, email: string) =>
  database.write((queries) =>
    invite(queries, { name: 'Nadia', email, roles: ['owner'], language: 'en' }, null, new Date()),
  )

test('a colleague signs in with the company account, and confirms with it later', async ({ page }) => {
  await page.goto(`${desk.url}/people`)
  await page.getByRole('button', { name: 'Sign in with the company account' }).click()
  await page.getByPlaceholder('Enter any login').fill('stranger')
  await page.getByPlaceholder('and password').fill('x')
  await page.getByRole('button', { name: 'Sign-in' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
  // An account that nobody invited stays outside, and is told why.
  await expect(page.getByText('There is no account or invitation')).toBeVisible()
  await page.context().clearCookies()
  await page.getByRole('link', { name: 'Back to sign-in' }).click()

  await page.goto(`${desk.url}/people`)
  await page.getByRole('button', { name: 'Sign in with the company account' }).click()
  await page.getByPlaceholder('Enter any login').fill('nadia')
  await page.getByPlaceholder('and password').fill('x')
  await page.getByRole('button', { name: 'Sign-in' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'People' })).toBeVisible()
  expect(new URL(page.url()).pathname).toBe('/people')
  // The response of the provider is no longer in the address, so a reload sends no used code.
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'People' })).toBeVisible()
})
