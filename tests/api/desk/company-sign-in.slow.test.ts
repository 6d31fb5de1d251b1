import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { invite } from '#domain/people/invitations.ts'
import { createCompanySignIn } from '#domain/people/openid.ts'
import { findPersonByEmail, removePerson } from '#domain/people/people.ts'
import { rolesIn } from '#domain/people/roles-column.ts'
import { DATABASES } from '../../support/databases.ts'
import { deskOn } from '../../support/desk-api.ts'
import { freePort } from '../../support/free-port.ts'
import {
  CLIENT,
  type OpenIdProvider,
  signInAtProvider,
  startForgingProvider,
  startOpenIdProvider,
} from '../../support/openid-provider.ts'

/** The desk as the browser names it, and where the provider leads back to. */
const RETURN_URL = 'http://localhost:3001/sign-in/company'

describe.each(DATABASES)('sign-in with the company account on %s', async (name) => {
  const port = await freePort()
  const settings = { issuer: `http://127.0.0.1:${port}`, ...CLIENT }
  const desk = deskOn(name, { companySignIn: createCompanySignIn(settings, () => RETURN_URL) })
  let provider: OpenIdProvider
  beforeAll(async () => {
    provider = await startOpenIdProvider(port, RETURN_URL, {})
  })
  afterAll(() => provider.stop())

  const cookiesOf = (response: Response) =>
    response.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .filter((pair) => !pair?.endsWith('='))
      .join('; ')

  async function begin(fresh = false) {
    const begun = await desk.callWith()('POST /sign-in/company', { body: { fresh } })
    expect(begun.status).toBe(200)
    const { address } = (await begun.json()) as { address: string }
    return { address, cookie: cookiesOf(begun) }
  }

  async function signIn(account: string, fresh = false) {
    const { address, cookie } = await begin(fresh)
    const query = await signInAtProvider(address, RETURN_URL, account)
    const finished = await desk.callWith(cookie)('POST /sign-in/company/finish', { body: { query } })
    return { finished, query, cookie, session: cookiesOf(finished) }
  }

  const inviteSomebody = (email: string, role: 'recruiter' | 'reader' = 'recruiter') =>
    desk.database.write((queries) =>
      invite(queries, { name: 'Invited', email, roles: [role], language: 'en' }, null, desk.clock.now),
    )

  test('an invited address joins with the role of the invitation, and comes in again without one', async () => {
    provider.accounts.nadia = { email: 'Nadia@Company.example', name: 'Nadia Fouad' }
    await inviteSomebody('nadia@company.example')
    const first = await signIn('nadia')
    expect(first.finished.status).toBe(200)
    const session = await desk.callWith(first.session)('GET /session')
    expect(await session.json()).toMatchObject({
      state: 'signed-in',
      isFresh: true,
      person: { name: 'Nadia Fouad', email: 'nadia@company.example', roles: ['recruiter'] },
    })
    // The address may change at the provider: its account stays the person.
    provider.accounts.nadia = { email: 'nadia.fouad@company.example' }
    const again = await signIn('nadia', true)
    expect(again.finished.status).toBe(200)
    expect(await (await desk.callWith(again.session)('GET /session')).json()).toMatchObject({
      person: { email: 'nadia@company.example' },
    })
  })

  test('a colleague who has passkeys is recognised by the verified address', async () => {
    const { person } = await desk.as('reader')
    provider.accounts.colleague = { email: person.email }
    const { finished, session } = await signIn('colleague')
    expect(finished.status).toBe(200)
    expect(await (await desk.callWith(session)('GET /session')).json()).toMatchObject({
      person: { id: person.id, roles: ['reader'] },
    })
    // A second account with the same address is another one.
    provider.accounts.namesake = { email: person.email }
    expect((await signIn('namesake')).finished.status).toBe(403)
  })

  test('nobody else gets in: not invited, not verified, removed', async () => {
    provider.accounts.stranger = { email: 'stranger@company.example' }
    const refused = (await signIn('stranger')).finished
    expect(refused.status).toBe(403)
    expect(await refused.json()).toMatchObject({ type: 'urn:problem:notInvited' })

    await inviteSomebody('unverified@company.example')
    provider.accounts.unverified = { email: 'unverified@company.example', email_verified: false }
    expect((await signIn('unverified')).finished.status).toBe(403)

    await inviteSomebody('leaver@company.example')
    provider.accounts.leaver = { email: 'leaver@company.example' }
    expect((await signIn('leaver')).finished.status).toBe(200)
    const leaver = await findPersonByEmail(desk.database.queries, 'leaver@company.example')
    await desk.database.write((queries) => removePerson(queries, leaver?.id as string, desk.clock.now))
    expect((await signIn('leaver')).finished.status).toBe(403)
  })

  test('a response works once, and only in the browser that asked for it', async () => {
    provider.accounts.omar = { email: 'omar@company.example' }
    await inviteSomebody('omar@company.example')
    const { query, cookie } = await signIn('omar')
    const finish = (cookies: string, sent: string) =>
      desk
        .callWith(cookies)('POST /sign-in/company/finish', { body: { query: sent } })
        .then(({ status }) => status)
    expect(await finish(cookie, query)).toBe(401)
    const other = await begin()
    const stolen = await signInAtProvider(other.address, RETURN_URL, 'omar')
    expect(await finish((await begin()).cookie, stolen)).toBe(401)
    expect(await finish('', stolen)).toBe(401)
    expect(await finish(other.cookie, 'error=access_denied&state=x')).toBe(401)
    expect(await finish(other.cookie, 'x'.repeat(5_000))).toBe(401)
  })
})

describe('what a provider sends back', async () => {
  const port = await freePort()
  const issuer = `http://127.0.0.1:${port}`
  const desk = deskOn('SQLite', { companySignIn: createCompanySignIn({ issuer, ...CLIENT }, () => RETURN_URL) })
  let provider: Awaited<ReturnType<typeof startForgingProvider>>
  beforeAll(async () => {
    provider = await startForgingProvider(port)
    await desk.database.write((queries) =>
      invite(
        queries,
        { name: 'Forged', email: 'forged@company.example', roles: ['recruiter'], language: 'en' },
        null,
        desk.clock.now,
      ),
    )
  })
  afterAll(() => provider.stop())

  async function begin(fresh = false) {
    const begun = await desk.callWith()('POST /sign-in/company', { body: { fresh } })
    const cookie = begun.headers.getSetCookie().map((line) => line.split(';')[0])
    return { address: ((await begun.json()) as { address: string }).address, cookie: cookie.join('; ') }
  }

  const finish = (cookie: string, query: string) =>
    desk
      .callWith(cookie)('POST /sign-in/company/finish', { body: { query } })
      .then(({ status }) => status)

  test.each([
    ['of another issuer', { claims: { iss: 'https://elsewhere.example' } }],
    ['for another client', { claims: { aud: 'another' } }],
    [
      'for several clients, of which another one asked',
      { claims: { aud: [CLIENT.clientId, 'another'], azp: 'another' } },
    ],
    ['of another sign-in', { claims: { nonce: 'of-another-sign-in' } }],
    ['of no sign-in', { claims: { nonce: undefined } }],
    ['that has expired', { claims: { exp: Math.floor(Date.now() / 1000) - 600 } }],
    ['signed with another key', { isOfAnotherKey: true }],
    ['without a signature', { header: { alg: 'none', kid: undefined } }],
    ['signed with the client’s secret', { header: { alg: 'HS256', kid: undefined } }],
    ['without a subject', { claims: { sub: undefined } }],
  ])('a token %s lets nobody in', async (_, forgery) => {
    provider.forge(forgery)
    const { address, cookie } = await begin()
    expect(await finish(cookie, provider.comeBack(address))).toBe(401)
  })

  test('a fresh proof needs a password that was asked for just now', async () => {
    provider.forge({ claims: { auth_time: Math.floor(Date.now() / 1000) - 3_600 } })
    const { address, cookie } = await begin(true)
    expect(new URL(address).searchParams.get('prompt')).toBe('login')
    expect(await finish(cookie, provider.comeBack(address))).toBe(401)
  })

  test('a stolen code is worth nothing without the secret of the browser that asked for it', async () => {
    provider.forge({})
    const [thief, owner] = [await begin(), await begin()]
    expect(new URL(owner.address).searchParams.get('code_challenge_method')).toBe('S256')
    const stolen = new URLSearchParams(provider.comeBack(owner.address))
    stolen.set('state', `${new URL(thief.address).searchParams.get('state')}`)
    expect(await finish(thief.cookie, `${stolen}`)).toBe(401)
    expect(await finish(owner.cookie, provider.comeBack(owner.address))).toBe(200)
  })

  test('roles that the provider claims count for nothing', async () => {
    provider.forge({ claims: { roles: ['owner'], role: 'owner', groups: ['owner'] } })
    const { address, cookie } = await begin()
    expect(await finish(cookie, provider.comeBack(address))).toBe(200)
    const person = await findPersonByEmail(desk.database.queries, 'forged@company.example')
    expect(rolesIn(`${person?.role}`)).toEqual(['recruiter'])
  })
})

describe('a provider that is away', () => {
  const desk = deskOn('SQLite', {
    companySignIn: createCompanySignIn({ issuer: 'http://127.0.0.1:1', ...CLIENT }, () => RETURN_URL),
  })
  const without = deskOn('SQLite')

  test('is named, and a desk without one has no such call', async () => {
    const away = await desk.callWith()('POST /sign-in/company', { body: { fresh: false } })
    expect(away.status).toBe(503)
    expect(await away.json()).toMatchObject({ type: 'urn:problem:companyAway' })
    expect((await without.callWith()('POST /sign-in/company', { body: { fresh: false } })).status).toBe(404)
  })
})
