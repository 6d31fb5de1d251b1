import { describe, expect, test } from 'vitest'
import type { AnyCall } from '#desk/api/call.ts'
import { calls } from '#desk/api/calls.ts'
import { mayDo, ROLES } from '#domain/people/rights.ts'
import { DATABASES } from '../../support/databases.ts'
import { deskOn } from '../../support/desk-api.ts'

const table = Object.entries(calls) as [string, AnyCall][]
const staffCalls = table.filter(([, { access }]) => access !== 'everybody')
/** A value for every parameter of an address. */
const paramsOf = (key: string) => Object.fromEntries([...key.matchAll(/:(\w+)/g)].map(([, name]) => [name, 'nobody']))
const methodOf = (key: string) => key.split(' ')[0] as string

describe('the table of calls', () => {
  test('writes every change down, or says why it changes nothing', () => {
    const silent = table.filter(([key, { audit, withoutEntry }]) => methodOf(key) !== 'GET' && !audit && !withoutEntry)
    expect(silent.map(([key]) => key)).toEqual([])
  })

  test('is open to strangers only where somebody comes in', () => {
    const open = table.filter(([, { access }]) => access === 'everybody').map(([key]) => key)
    expect(open.filter((key) => !/ \/(session|sign-in|set-up|invitation)(\/|$)/.test(key))).toEqual([
      // A calendar program cannot sign in: the address is the secret.
      'GET /calendar/:id',
    ])
  })
})

describe.each(DATABASES)('the calls on %s', (name) => {
  const desk = deskOn(name)

  test.each(staffCalls.map(([key]) => key))('%s answers strangers with 401', async (key) => {
    const response = await desk.callWith()(key, {
      params: paramsOf(key),
      body: methodOf(key) === 'GET' ? undefined : {},
    })
    expect(response.status).toBe(401)
    expect(await response.json()).toMatchObject({ type: 'urn:problem:signedOut' })
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(response.headers.get('access-control-allow-origin')).toBeNull()
  })

  test('strangers may send only small bodies', async () => {
    for (const [key] of table.filter(([key, { access }]) => access === 'everybody' && methodOf(key) !== 'GET')) {
      const response = await desk.callWith()(key, { body: { password: 'x'.repeat(8 * 1024) } })
      expect([key, response.status]).toEqual([key, 413])
    }
  })

  test.each(ROLES)('a %s may make exactly the calls of the role', async (role) => {
    const { call } = await desk.as(role)
    const refused: string[] = []
    const expected: string[] = []
    // Sign out last: it ends the session.
    for (const [key, { access }] of staffCalls.toSorted(
      ([a], [b]) => Number(a.includes('sign-out')) - Number(b.includes('sign-out')),
    )) {
      const response = await call(key, { params: paramsOf(key), body: methodOf(key) === 'GET' ? undefined : {} })
      const problem = response.status === 403 ? ((await response.json()) as { type: string }).type : ''
      await response.body?.cancel().catch(() => {})
      if (problem === 'urn:problem:notAllowed') refused.push(key)
      if (access !== 'signed-in' && access !== 'everybody' && !mayDo([role], access)) expected.push(key)
    }
    expect(refused).toEqual(expected)
  })

  test('an address that is no call is a 404, also with a session', async () => {
    const { call } = await desk.as('owner')
    expect((await call('GET /nothing')).status).toBe(404)
    expect((await call('DELETE /session')).status).toBe(404)
  })

  test.each(staffCalls.filter(([, each]) => 'freshProof' in each && each.freshProof).map(([key]) => key))(
    '%s asks for a fresh proof after ten minutes',
    async (key) => {
      const { call } = await desk.as('owner')
      desk.clock.pass(10 * 60_000 + 1000)
      const response = await call(key, { params: paramsOf(key), body: methodOf(key) === 'GET' ? undefined : {} })
      expect(await response.json()).toMatchObject({ status: 403, type: 'urn:problem:proofNeeded' })
    },
  )
})
