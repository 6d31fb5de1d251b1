import { describe, expect, test } from 'vitest'
import type { StaffCall } from '#desk/api/call.ts'
import { calls } from '#desk/api/calls.ts'
import { codeAt } from '#domain/people/one-time-codes.ts'
import { addPasskey } from '#domain/people/passkeys.ts'
import { Refused } from '#domain/people/refusal.ts'
import { checkSetupCode, firstSetupCode, newSetupCode } from '#domain/people/set-up.ts'
import { listAuditTrail } from '#domain/platform/audit-trail.ts'
import { DATABASES } from '../../support/databases.ts'
import { type Caller, deskOn } from '../../support/desk-api.ts'
import { PASSWORD, type TestPerson } from '../../support/desk-people.ts'
import { makeSoftwarePasskey, type SoftwarePasskey } from '../../support/software-passkey.ts'

const HOUR = 60 * 60 * 1000

describe.each(DATABASES)('the ways into the desk on %s', (name) => {
  const desk = deskOn(name)
  const stranger = () => desk.callWith()
  const signIn = async (person: TestPerson, changes: object = {}, call: Caller = stranger()) => {
    const code = await codeAt(person.oneTimeSecret, desk.clock.now)
    return call('POST /sign-in', {
      body: { kind: 'password', email: person.email, password: PASSWORD, code, ...changes },
    })
  }
  const cookieOf = (response: Response) =>
    /desk-session=[^;]+/.exec(response.headers.get('set-cookie') ?? '')?.[0] ?? ''

  test('a session that somebody planted in the browser is worth nothing after signing in', async () => {
    const victim = await desk.as('owner')
    const attacker = await desk.as('reader')
    desk.clock.pass(HOUR / 4)
    for (const planted of ['desk-session=planted', attacker.cookie]) {
      desk.clock.pass(60_000)
      const response = await signIn(victim.person, {}, desk.callWith(planted))
      expect(response.status).toBe(200)
      expect(cookieOf(response)).not.toBe('')
      expect(cookieOf(response)).not.toBe(planted)
      expect(response.headers.get('set-cookie')).toMatch(/desk-session=[^,]*HttpOnly; SameSite=Strict/)
      expect((await desk.callWith(planted)('GET /account')).status).toBe(401)
      expect((await desk.callWith(cookieOf(response))('GET /account')).status).toBe(200)
    }
  })

  test('a one-time code works once, also if two use it at the same moment', async () => {
    const { person } = await desk.as('recruiter')
    desk.clock.pass(60_000)
    const both = await Promise.all([signIn(person), signIn(person)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 401])
    desk.clock.pass(HOUR)
    const used = await codeAt(person.oneTimeSecret, desk.clock.now)
    expect((await signIn(person, { code: used })).status).toBe(200)
    expect((await signIn(person, { code: used })).status).toBe(401)
  })

  test('sessions and proofs of a clock that was ahead are worth nothing once it is right again', async () => {
    const { person, call } = await desk.as('owner')
    const renewCodes = async () => (await call('POST /account/recovery-codes')).status
    desk.clock.pass(HOUR / 3)
    expect(await renewCodes()).toBe(403)
    const proof = { kind: 'password', email: '', password: PASSWORD }
    const code = await codeAt(person.oneTimeSecret, desk.clock.now)
    expect((await call('POST /session/proof', { body: { ...proof, code } })).status).toBe(204)
    const begunAhead = await desk.as('reader')
    expect([await renewCodes(), (await begunAhead.call('GET /account')).status]).toEqual([200, 200])
    desk.clock.pass(-HOUR / 3)
    expect([await renewCodes(), (await begunAhead.call('GET /account')).status]).toEqual([403, 401])
    expect((await call('GET /account')).status).toBe(200)
  })

  test('people are invited by every address that mail can reach, and by no other', async () => {
    const { call } = await desk.as('owner')
    const invite = (email: string) =>
      call('POST /people/invitations', {
        body: { name: 'Nour', email, roles: ['reader'], language: 'ar', mail: false },
      })
    expect((await invite('john&jane@desk.example')).status).toBe(200)
    expect((await invite('user@مثال.مصر')).status).toBe(200)
    const { invitations } = (await (await call('GET /people')).json()) as { invitations: { email: string }[] }
    const invited = invitations.map(({ email }) => email)
    expect(invited).toEqual(expect.arrayContaining(['john&jane@desk.example', 'user@xn--mgbh0fb.xn--wgbh1c']))
    for (const email of ['a@b-.example', `${'a'.repeat(65)}@desk.example`, 'a,b@desk.example'])
      expect((await (await invite(email)).json()).errors).toEqual({ email: ['emailFormat'] })
  })

  test('a recovery code works once, also if two use it at the same moment', async () => {
    const { person } = await desk.as('recruiter')
    const [code = ''] = person.recoveryCodes
    const both = await Promise.all([signIn(person, { code }), signIn(person, { code })])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 401])
    desk.clock.pass(HOUR)
    expect((await signIn(person, { code })).status).toBe(401)
  })

  test('a recovery code lets nobody in: it allows only setting a new factor, for ten minutes', async () => {
    const { person } = await desk.as('owner')
    const [first = '', second = '', third = ''] = person.recoveryCodes
    desk.clock.pass(HOUR)
    const late = cookieOf(await signIn(person, { code: first }))
    desk.clock.pass(11 * 60_000)
    expect((await desk.callWith(late)('POST /account/one-time-secret')).status).toBe(401)

    const response = await signIn(person, { code: second })
    expect(await response.json()).toMatchObject({ personId: person.id, isRecovery: true })
    expect(response.headers.get('set-cookie')).not.toContain('desk-device')
    const call = desk.callWith(cookieOf(response))
    expect(await (await call('GET /session')).json()).toMatchObject({ state: 'recovery', person: { id: person.id } })
    const refused = Object.entries(calls).filter(([, { access }]) => access !== 'everybody')
    for (const [key, definition] of refused) {
      if ((definition as StaffCall).inRecovery) continue
      const names = [...key.matchAll(/:(\w+)/g)].map(([, name]) => name as string)
      const params = Object.fromEntries(names.map((each) => [each, '1']))
      const answer = await call(key, { params, ...(!key.startsWith('GET') && { body: {} }) })
      expect([key, answer.status, (await answer.json()).type]).toEqual([key, 403, 'urn:problem:factorNeeded'])
    }
    const inRecovery = refused.filter(([, each]) => (each as StaffCall).inRecovery).map(([key]) => key)
    expect(inRecovery.sort()).toEqual([
      'POST /account/factors',
      'POST /account/one-time-secret',
      'POST /account/passkey',
      'POST /sign-out',
    ])

    const { secret } = (await (await call('POST /account/one-time-secret')).json()) as { secret: string }
    const factor = { kind: 'password', password: 'another sentence nobody guesses', secret }
    const enrolled = await call('POST /account/factors', {
      body: { factor: { ...factor, code: await codeAt(secret, desk.clock.now) } },
    })
    expect(enrolled.status).toBe(204)
    expect((await call('GET /session')).status).toBe(200)
    expect(await (await call('GET /session')).json()).toMatchObject({ state: 'signed-out' })
    const whole = desk.callWith(cookieOf(enrolled))
    expect(await (await whole('GET /session')).json()).toMatchObject({ state: 'signed-in', isFresh: true })

    desk.clock.pass(HOUR / 3)
    const proof = { kind: 'password', email: '', password: factor.password, code: third }
    expect((await whole('POST /session/proof', { body: proof })).status).toBe(401)
    const trail = await listAuditTrail(desk.database.queries)
    const own = trail.filter(({ subject }) => subject === person.id).map(({ action }) => action)
    expect(own).toEqual(['account.add-factor', 'session.recover', 'session.recover'])
  })

  test('an invitation works once, also for two at the same moment, and not at all once it is withdrawn or a day old', async () => {
    const { call } = await desk.as('owner')
    const invite = async (email: string) => {
      const body = { name: 'Nour', email, roles: ['reader'], language: 'ar' }
      const made = (await (await call('POST /people/invitations', { body })).json()) as { link: string }
      return made.link.split('#')[1] as string
    }
    const accept = async (secret: string) => {
      const made = await stranger()('POST /invitation/one-time-secret', { body: { secret } })
      const { secret: oneTime = '' } = (await made.json()) as { secret?: string }
      const code = oneTime ? await codeAt(oneTime, desk.clock.now) : '000000'
      const factor = { kind: 'password', password: PASSWORD, secret: oneTime, code }
      return stranger()('POST /invitation/accept', { body: { secret, name: 'Nour', language: 'ar', factor } })
    }
    const secret = await invite('nour@desk.example')
    const { person } = await desk.as('reader')
    const reset = await call('POST /people/:id/reset', { params: { id: person.id }, body: {} })
    const { link } = (await reset.json()) as { link: string }
    for (const once of [secret, link.split('#')[1] as string]) {
      const both = await Promise.all([accept(once), accept(once)])
      expect(both.map(({ status }) => status).sort()).toEqual([200, 410])
      expect((await accept(once)).status).toBe(410)
    }
    expect((await accept('guessed')).status).toBe(410)

    const withdrawn = await invite('withdrawn@desk.example')
    const { invitations } = (await (await call('GET /people')).json()) as { invitations: { id: string }[] }
    for (const { id } of invitations) await call('DELETE /people/invitations/:id', { params: { id } })
    expect((await accept(withdrawn)).status).toBe(410)
    const old = await invite('old@desk.example')
    desk.clock.pass(24 * HOUR + 1000)
    expect((await accept(old)).status).toBe(410)
  })

  describe('a passkey', () => {
    const challenge = async () =>
      (await (await stranger()('POST /sign-in/passkey')).json()) as {
        challengeId: string
        options: { challenge: string }
      }
    const enter = (challengeId: string, response: object) =>
      stranger()('POST /sign-in', { body: { kind: 'passkey', challengeId, response } })
    const make = async (): Promise<SoftwarePasskey> => {
      const { person } = await desk.as('reader')
      return makeSoftwarePasskey(desk.database, person.id, desk.url, desk.clock.now)
    }

    test('lets its person in, and its response works only once', async () => {
      const passkey = await make()
      const { challengeId, options } = await challenge()
      const answer = passkey.answer(options.challenge)
      expect((await enter(challengeId, answer)).status).toBe(200)
      expect((await enter(challengeId, answer)).status).toBe(401)
      expect((await enter((await challenge()).challengeId, answer)).status).toBe(401)
    })

    test('nothing is kept of challenges that strangers ask for', async () => {
      const count = async () => {
        const tables = ['spent_proofs', 'sign_in_tries'] as const
        const counted = await Promise.all(
          tables.map((table) =>
            desk.database.queries
              .selectFrom(table)
              .select(({ fn }) => fn.countAll().as('rows'))
              .executeTakeFirstOrThrow(),
          ),
        )
        return counted.map(({ rows }) => Number(rows))
      }
      const before = await count()
      const { challengeId } = await challenge()
      expect((await enter(challengeId, { id: 'unknown' })).status).toBe(401)
      expect(await count()).toEqual(before)
    })

    test('is refused with a challenge that is not signed, or signed for something else', async () => {
      const passkey = await make()
      const { call } = await desk.as('reader')
      const forAnother = (await (await call('POST /account/passkey')).json()) as Awaited<ReturnType<typeof challenge>>
      const { challengeId, options } = await challenge()
      const changed = [
        [forAnother.challengeId, forAnother.options.challenge],
        [challengeId.replace(/\d{13}/, '9999999999999'), options.challenge],
        [`${challengeId.slice(0, challengeId.lastIndexOf('.'))}.`, options.challenge],
        [challengeId.slice(challengeId.lastIndexOf('.')), ''],
        ['', options.challenge],
        ['.', options.challenge],
      ] as const
      for (const [id, value] of changed)
        expect([id, (await enter(id, passkey.answer(value))).status]).toEqual([id, id === '' ? 422 : 401])
    })

    test('is refused with a challenge of a clock that was ahead, once it is right', async () => {
      const passkey = await make()
      desk.clock.pass(24 * HOUR)
      const { challengeId, options } = await challenge()
      desk.clock.pass(-24 * HOUR)
      expect((await enter(challengeId, passkey.answer(options.challenge))).status).toBe(401)
    })

    test('made twice with one challenge is added once', async () => {
      const { person } = await desk.as('reader')
      const passkey = { personId: person.id, publicKey: 'key', counter: 0, transports: [], label: 'Key' }
      const challenge = { hash: 'the same challenge', expiresAt: desk.clock.now }
      const add = (id: string) =>
        desk.database.write((queries) => addPasskey(queries, { ...passkey, id, challenge }, desk.clock.now))
      await add('first')
      await expect(add('second')).rejects.toThrow(Refused)
    })

    test.each([
      ['of another origin', { origin: 'https://desk.evil.example' }],
      ['of another port of the same host', { origin: 'http://localhost:1' }],
      ['for another party', { rpId: 'evil.example' }],
      ['of somebody who was not verified', { isVerified: false }],
      ['of a copy that is behind', { counter: 1 }],
    ])('is refused with an answer %s', async (_what, changes) => {
      const passkey = await make()
      const { challengeId, options } = await challenge()
      expect((await enter(challengeId, passkey.answer(options.challenge, changes))).status).toBe(401)
    })

    test('is refused after five minutes, unknown, or removed with its person', async () => {
      const passkey = await make()
      const late = await challenge()
      desk.clock.pass(10 * 60_000)
      expect((await enter(late.challengeId, passkey.answer(late.options.challenge))).status).toBe(401)
      const { challengeId, options } = await challenge()
      expect((await enter(challengeId, { ...passkey.answer(options.challenge), id: 'unknown' })).status).toBe(401)
      await desk.database.queries
        .updateTable('people')
        .set({ removed_at: desk.clock.now.toISOString() })
        .where('id', 'in', (row) => row.selectFrom('passkeys').select('person_id').where('id', '=', passkey.id))
        .execute()
      const other = await challenge()
      expect((await enter(other.challengeId, passkey.answer(other.options.challenge))).status).toBe(401)
    })
  })

  test('an unknown address is told apart from a wrong password neither by words nor by the work done', async () => {
    const { person } = await desk.as('recruiter')
    const durations = { known: [] as number[], unknown: [] as number[] }
    const bodies = new Set<string>()
    for (let turn = 0; turn < 5; turn++)
      for (const [which, email] of [
        ['known', person.email],
        ['unknown', `nobody-${turn}@desk.example`],
      ] as const) {
        // The throttle has forgotten earlier tries.
        desk.clock.pass(24 * HOUR)
        const start = performance.now()
        const response = await signIn(person, { email, password: 'not the right sentence' })
        durations[which].push(performance.now() - start)
        const { requestId, ...body } = (await response.json()) as { requestId: string }
        bodies.add(JSON.stringify([response.status, body]))
      }
    expect([...bodies]).toHaveLength(1)
    // Hashing takes most of the time: leaving it out would be ten times as fast.
    const quickest = (values: number[]) => Math.min(...values)
    expect(quickest(durations.unknown) / quickest(durations.known)).toBeGreaterThan(0.3)
  })
})

describe.each(DATABASES)('the set-up code of the start on %s', (name) => {
  const desk = deskOn(name)

  test('is printed once by processes that start together, and anew by a later start', async () => {
    await desk.database.write((queries) => queries.deleteFrom('setup_codes').execute())
    const { now } = desk.clock
    const printed = await Promise.all([1, 2, 3].map(() => firstSetupCode(desk.database, now)))
    const codes = printed.flatMap((each) => each?.code ?? [])
    expect(codes).toHaveLength(1)
    await checkSetupCode(desk.database.queries, codes[0] as string, now)
    const later = await firstSetupCode(desk.database, new Date(now.getTime() + 11_000))
    expect(later?.code).toMatch(/\S/)
  })
})

describe.each(DATABASES)('guessing the set-up code on %s', (name) => {
  const desk = deskOn(name)
  const type = (code: string, call = 'POST /set-up/check') =>
    desk.callWith()(call, { body: { code, name: 'First', email: 'first@desk.example' } })

  test('is slowed down, and until the wait is over the right code is refused too', async () => {
    const code = (await newSetupCode(desk.database, desk.clock.now)) as string
    const wrong: Response[] = []
    while (wrong.at(-1)?.status !== 429) wrong.push(await type(`AAAA-AAA${wrong.length + 2}`))
    expect(wrong.length).toBeLessThan(10)
    const wait = Number(wrong.at(-1)?.headers.get('retry-after'))
    expect(wait).toBeGreaterThan(0)
    for (const call of ['POST /set-up/check', 'POST /set-up/one-time-secret', 'POST /set-up/passkey'])
      expect((await type(code, call)).status).toBe(429)
    desk.clock.pass(wait * 1000)
    for (let step = 0; step < 10; step++) expect((await type(code)).status).toBe(200)
  })

  test('at the same moment gives no more tries', async () => {
    await newSetupCode(desk.database, desk.clock.now)
    const guesses = await Promise.all(Array.from({ length: 30 }, (_, index) => type(`BBBB-BB${22 + index}`)))
    expect(guesses.filter(({ status }) => status !== 429).length).toBeLessThanOrEqual(5)
  })
})
