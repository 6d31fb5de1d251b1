import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { describe, expect, test, vi } from 'vitest'
import { invite, inviteToReset } from '#domain/people/invitations.ts'
import { codeAt } from '#domain/people/one-time-codes.ts'
import { newSetupCode } from '#domain/people/set-up.ts'
import { DATABASES } from '../../support/databases.ts'
import { type Caller, deskOn, type RunningDesk } from '../../support/desk-api.ts'
import { PASSWORD } from '../../support/desk-people.ts'
import { findRow, findRows, updateRows } from '../../support/rows.ts'
import { makeSoftwarePasskey } from '../../support/software-passkey.ts'

/** Without the locks one of the first rounds fails. */
const ROUNDS = 15

let invited = 0
const anInvitation = () => {
  invited++
  return { name: 'Nour', email: `nour-${invited}@desk.example`, roles: ['owner' as const], language: 'ar' as const }
}

describe.each(DATABASES)('a call that waits for the rest of its body on %s', (name) => {
  const desk = deskOn(name)

  /** Begins to make an owner of somebody; the returned function sends the rest of the request. */
  async function beginToPromote(id: string, cookie: string, callerId: string) {
    // An updated last-seen time shows that the call was let in.
    desk.clock.pass(2 * 60_000)
    const body = JSON.stringify({ roles: ['owner'], seen: ['reader'] })
    const outgoing = request(`http://127.0.0.1:${new URL(desk.url).port}/api/people/${id}`, {
      method: 'PATCH',
      headers: { cookie, 'x-desk': '1', 'content-type': 'application/json', 'content-length': body.length },
    })
    outgoing.flushHeaders()
    const seen = desk.database.queries.selectFrom('sessions').select('last_seen_at').where('person_id', '=', callerId)
    await vi.waitFor(async () =>
      expect(await seen.executeTakeFirst()).toEqual({ last_seen_at: desk.clock.now.toISOString() }),
    )
    return async () => {
      outgoing.end(body)
      const [response] = (await once(outgoing, 'response')) as [IncomingMessage]
      response.resume()
      return response.statusCode
    }
  }

  const roleOf = async (id: string) =>
    (await desk.database.queries.selectFrom('people').select('role').where('id', '=', id).executeTakeFirstOrThrow())
      .role

  test('is made once all of it is there', async () => {
    const owner = await desk.as('owner')
    const { id } = (await desk.as('reader')).person
    const finish = await beginToPromote(id, owner.cookie, owner.person.id)
    expect(await finish()).toBe(204)
    expect(await roleOf(id)).toBe('owner')
  })

  test.each<[string, (id: string, call: Caller) => Promise<Response>]>([
    ['was removed', (id, call) => call('DELETE /people/:id', { params: { id } })],
    [
      'was demoted',
      (id, call) => call('PATCH /people/:id', { params: { id }, body: { roles: ['reader'], seen: ['owner'] } }),
    ],
    ['was signed out', (id, call) => call('POST /people/:id/end-sessions', { params: { id } })],
  ])('is refused to whoever %s meanwhile', async (_what, end) => {
    const leaving = await desk.as('owner')
    const { id } = (await desk.as('reader')).person
    const finish = await beginToPromote(id, leaving.cookie, leaving.person.id)
    const other = await desk.as('owner')
    expect((await end(leaving.person.id, other.call)).ok).toBe(true)
    expect(await finish()).toBe(401)
    expect(await roleOf(id)).toBe('reader')
  })
})

describe.each(DATABASES)('links that people of the desk have made on %s', (name) => {
  const desk = deskOn(name)

  /** Each returns the secret of a link made by the owner. */
  const LINKS = {
    'an invitation': async (call: Caller) => secretIn(await call('POST /people/invitations', { body: anInvitation() })),
    'a reset link': async (call: Caller) => {
      const { id } = (await desk.as('reader')).person
      return secretIn(await call('POST /people/:id/reset', { params: { id } }))
    },
  }
  /** Each ends the rights of the owner with this id. */
  const ENDS: Record<string, (id: string, call: Caller) => Promise<Response>> = {
    removal: (id, call) => call('DELETE /people/:id', { params: { id } }),
    'a role that may not invite': (id, call) =>
      call('PATCH /people/:id', { params: { id }, body: { roles: ['editor'], seen: ['owner'] } }),
    'a reset': (id, call) => call('POST /people/:id/reset', { params: { id } }),
  }

  describe.each(Object.entries(LINKS))('%s', (_link, make) => {
    test.each(Object.entries(ENDS))('ends with %s of its maker', async (_end, end) => {
      const other = await desk.as('owner')
      const owner = await desk.as('owner')
      const secret = await make(owner.call)
      expect((await desk.callWith()('POST /invitation', { body: { secret } })).status).toBe(200)
      expect((await end(owner.person.id, other.call)).ok).toBe(true)
      expect((await desk.callWith()('POST /invitation', { body: { secret } })).status).toBe(410)
      expect((await accept(desk, secret)).status).toBe(410)
    })

    test('ends when its maker uses a reset link', async () => {
      const other = await desk.as('owner')
      const owner = await desk.as('owner')
      const { id } = owner.person
      const reset = secretIn(await other.call('POST /people/:id/reset', { params: { id } }))
      const secret = await make(owner.call)
      expect((await accept(desk, await reset)).status).toBe(200)
      expect((await accept(desk, secret)).status).toBe(410)
    })

    test('works while its maker is an owner', async () => {
      await desk.as('owner')
      expect((await accept(desk, await make((await desk.as('owner')).call))).status).toBe(200)
    })
  })

  test('one that was made while its maker was being demoted or removed is worth nothing', async () => {
    const { call } = await desk.as('owner')
    for (const end of [ENDS.removal, ENDS['a role that may not invite']]) {
      const { id } = (await desk.as('owner')).person
      const colleague = (await desk.as('reader')).person.id
      await end?.(id, call)
      const { now } = desk.clock
      const join = await desk.database.write((queries) => invite(queries, anInvitation(), id, now))
      const reset = await desk.database.write((queries) => inviteToReset(queries, colleague, id, now))
      for (const { id: made, secret } of [join, reset]) {
        expect((await accept(desk, secret)).status).toBe(410)
        const { invitations } = (await (await call('GET /people')).json()) as { invitations: { id: string }[] }
        expect(invitations.map((each) => each.id)).not.toContain(made)
      }
    }
  })

  test('one from the command line works independently of people', async () => {
    const { now } = desk.clock
    const { secret } = await desk.database.write((queries) => invite(queries, anInvitation(), null, now))
    expect((await accept(desk, secret)).status).toBe(200)
  })
})

describe.each(DATABASES)('two calls at once about people on %s', (name) => {
  const desk = deskOn(name)
  const statuses = async (calls: Promise<Response>[]) => (await Promise.all(calls)).map(({ status }) => status).sort()
  const ownersLeft = () => findRows(desk.database.queries, 'people', { role: 'owner', removed_at: null })

  test('the desk is set up by one of those who have its code', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const code = (await newSetupCode(desk.database, desk.clock.now)) as string
      const ways = [1, 2, 3].map((number) => setUp(desk, code, `first-${number}@desk.example`))
      const requests = await Promise.all(ways)
      expect((await statuses(requests.map((send) => send()))).filter((status) => status === 200)).toHaveLength(1)
      expect(await ownersLeft()).toHaveLength(1)
      await removeEverybody(desk)
    }
  })

  test('of two who give somebody different roles, the second is told that it has changed', async () => {
    const [one, other, { person }] = [await desk.as('owner'), await desk.as('owner'), await desk.as('reader')]
    const give = (call: Caller, role: string) =>
      call('PATCH /people/:id', { params: { id: person.id }, body: { roles: [role], seen: ['reader'] } })
    // Either may be the first.
    const [editor, recruiter] = await Promise.all([give(one.call, 'editor'), give(other.call, 'recruiter')])
    expect([editor.status, recruiter.status].sort()).toEqual([204, 409])
    const [stored] = await findRows(desk.database.queries, 'people', { id: person.id })
    expect(stored?.role).toBe(editor.status === 204 ? 'editor' : 'recruiter')
    // A change to the present state conflicts with nothing.
    expect((await give(one.call, stored?.role as string)).status).toBe(204)
  })

  test('an owner is left when both remove or demote each other', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      await removeEverybody(desk)
      const [one, other] = [await desk.as('owner'), await desk.as('owner')]
      await statuses([
        one.call('DELETE /people/:id', { params: { id: other.person.id } }),
        other.call('PATCH /people/:id', {
          params: { id: one.person.id },
          body: { roles: ['reader'], seen: ['owner'] },
        }),
      ])
      expect(await ownersLeft()).toHaveLength(1)
    }
  })

  test('a factor is left when both of them are removed', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { person, call } = await desk.as('reader')
      const passkeys = [await makeSoftwarePasskey(desk.database, person.id, desk.url, desk.clock.now)]
      if (round % 2) {
        passkeys.push(await makeSoftwarePasskey(desk.database, person.id, desk.url, desk.clock.now))
        await updateRows(
          desk.database.queries,
          'people',
          { id: person.id },
          { password_hash: null, one_time_secret: null, one_time_step: null },
        )
      }
      await statuses([
        ...passkeys.map(({ id }) => call('DELETE /account/passkeys/:id', { params: { id } })),
        ...(passkeys.length === 1 ? [call('DELETE /account/password')] : []),
      ])
      const { queries } = desk.database
      const left = await queries.selectFrom('passkeys').select('id').where('person_id', '=', person.id).execute()
      const { password_hash } = await findRow(queries, 'people', { id: person.id })
      expect(left.length + Number(password_hash !== null)).toBe(1)
    }
  })

  test('only the recovery codes that were made last work', async () => {
    const { person, call } = await desk.as('reader')
    for (let round = 0; round < ROUNDS; round++) {
      await statuses([1, 2, 3].map(() => call('POST /account/recovery-codes')))
      const { queries } = desk.database
      const kept = await findRows(queries, 'recovery_codes', { person_id: person.id })
      expect(kept).toHaveLength(8)
    }
  })

  test('one link to new keys is open for a person, one view of a name, and fifty views at most', async () => {
    const { call } = await desk.as('owner')
    const { queries } = desk.database
    for (let round = 0; round < ROUNDS; round++) {
      const { id } = (await desk.as('reader')).person
      await statuses([1, 2, 3].map(() => call('POST /people/:id/reset', { params: { id } })))
      expect(await queries.selectFrom('invitations').select('id').where('person_id', '=', id).execute()).toHaveLength(1)
    }
    const { person, call: own } = await desk.as('reader')
    const save = (name: string) => own('POST /views', { body: { name, search: '' } })
    const views = () => queries.selectFrom('saved_views').select('id').where('person_id', '=', person.id).execute()
    await statuses(Array.from({ length: 9 }, () => save('Mine')))
    expect(await views()).toHaveLength(1)
    for (let round = 0; round < 6; round++)
      await statuses(Array.from({ length: 9 }, (_, index) => save(`Mine ${round}.${index}`)))
    expect(await views()).toHaveLength(50)
  })
})

async function secretIn(response: Response) {
  const { link } = (await response.json()) as { link: string }
  return link.split('#')[1] as string
}

/** With a password and a one-time code, as the link's page does. */
async function accept(desk: RunningDesk, secret: string) {
  const call = desk.callWith()
  const made = await call('POST /invitation/one-time-secret', { body: { secret } })
  const { secret: oneTime = '' } = (await made.json()) as { secret?: string }
  const code = oneTime ? await codeAt(oneTime, desk.clock.now) : '000000'
  const factor = { kind: 'password', password: PASSWORD, secret: oneTime, code }
  return call('POST /invitation/accept', { body: { secret, name: 'Nour', language: 'ar', factor } })
}

/** All steps but the last one. */
async function setUp(desk: RunningDesk, code: string, email: string) {
  const call = desk.callWith()
  const made = await call('POST /set-up/one-time-secret', { body: { code, email } })
  const { secret } = (await made.json()) as { secret: string }
  const factor = { kind: 'password', password: PASSWORD, secret, code: await codeAt(secret, desk.clock.now) }
  return () => call('POST /set-up', { body: { code, name: 'First', email, language: 'en', factor } })
}

async function removeEverybody({ database: { queries }, clock }: RunningDesk) {
  await queries.updateTable('people').set({ email: null, removed_at: clock.now.toISOString() }).execute()
}
