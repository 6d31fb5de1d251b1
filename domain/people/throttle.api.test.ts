import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DATABASES, freshDatabaseOf } from '../../tests/support/databases.ts'
import { deskOn } from '../../tests/support/desk-api.ts'
import { PASSWORD } from '../../tests/support/desk-people.ts'
import { openDatabase } from '../platform/database/connection.ts'
import type { Database } from '../platform/database/database.ts'
import { codeAt } from './one-time-codes.ts'
import { Refused } from './refusal.ts'
import { type ThrottleKey, takeTry } from './throttle.ts'

const DAY_MILLISECONDS = 24 * 60 * 60 * 1000

describe.each(DATABASES)('tries to sign in on %s', (name) => {
  const desk = deskOn(name)
  const signInFrom = (localAddress: string, body: object) =>
    new Promise<number>((resolve, reject) => {
      const { port } = new URL(desk.url)
      const headers = { 'content-type': 'application/json', 'x-desk': '1' }
      request({ host: '127.0.0.1', port, path: '/api/sign-in', method: 'POST', headers, localAddress }, (response) => {
        response.resume()
        response.on('end', () => resolve(response.statusCode as number))
      })
        .on('error', reject)
        .end(JSON.stringify({ kind: 'password', ...body }))
    })

  test('from an address that is already delayed lock out no other', async () => {
    const { person } = await desk.as('recruiter')
    const guess = (email: string) => signInFrom('127.0.0.2', { email, password: 'not the sentence', code: '000000' })
    const used: number[] = []
    for (let turn = 0; turn < 11; turn++) used.push(await guess(`nobody-${turn}@desk.example`))
    expect(used).toEqual([...Array(10).fill(401), 429])
    for (let turn = 0; turn < 8; turn++) expect(await guess(person.email)).toBe(429)
    desk.clock.pass(500)
    const code = await codeAt(person.oneTimeSecret, desk.clock.now)
    expect(await signInFrom('127.0.0.3', { email: person.email, password: PASSWORD, code })).toBe(200)
  })

  test('for an account that has to wait cost no other address anything, and are not looked at', async () => {
    const { person } = await desk.as('recruiter')
    const code = await codeAt(person.oneTimeSecret, desk.clock.now)
    const wrong = { email: person.email, password: 'not the sentence', code }
    for (let turn = 0; turn < 3; turn++) expect(await signInFrom('127.0.0.4', wrong)).toBe(401)
    for (let turn = 0; turn < 12; turn++)
      expect(await signInFrom('127.0.0.5', { ...wrong, password: PASSWORD })).toBe(429)
    const other = (await desk.as('recruiter')).person
    const own = { email: other.email, password: PASSWORD, code: await codeAt(other.oneTimeSecret, desk.clock.now) }
    expect(await signInFrom('127.0.0.5', own)).toBe(200)
  })

  test('while the clock was a day ahead lock out no one once it is right again', async () => {
    const { person } = await desk.as('recruiter')
    const signIn = async (changes: object = {}) =>
      signInFrom('127.0.0.6', {
        email: person.email,
        password: PASSWORD,
        code: await codeAt(person.oneTimeSecret, desk.clock.now),
        ...changes,
      })
    desk.clock.pass(DAY_MILLISECONDS)
    expect(await signIn()).toBe(200)
    for (let turn = 0; turn < 3; turn++) expect(await signIn({ password: 'not the sentence' })).toBe(401)
    expect(await signIn()).toBe(429)
    desk.clock.pass(-DAY_MILLISECONDS)
    const code = await codeAt(person.oneTimeSecret, desk.clock.now)
    expect(await signIn({ code })).toBe(200)
    expect(await signIn({ code })).toBe(401)
  })
})

describe.each(DATABASES)('tries at the same moment in two processes on %s', (name) => {
  const fresh = freshDatabaseOf(name)
  const databases: Database[] = []
  beforeAll(async () => {
    const settings = await fresh()
    databases.push(await openDatabase(settings), await openDatabase(settings))
  })
  afterAll(async () => {
    for (const database of databases) await database.close()
  })
  const now = new Date('2026-03-01T09:00:00.000Z')
  const taken = async (keysOf: (turn: number) => ThrottleKey[]) => {
    const tries = Array.from({ length: 40 }, async (_, turn) => {
      try {
        await takeTry(databases[turn % 2] as Database, keysOf(turn), now)
        return 1
      } catch (error) {
        if (error instanceof Refused) return 0
        throw error
      }
    })
    return (await Promise.all(tries)).reduce<number>((sum, one) => sum + one, 0)
  }

  test('are as many as one after the other, whichever of the keys has to wait first', async () => {
    const account = (value: string): ThrottleKey => ({ limit: 'account', value })
    const address = (value: string): ThrottleKey => ({ limit: 'address', value })
    expect(await taken((turn) => [account('one'), address(String(turn))])).toBe(3)
    expect(await taken((turn) => [account(String(turn)), address('one')])).toBe(10)
    // In both orders, so that no deadlock is missed.
    expect(
      await taken((turn) => (turn % 4 < 2 ? [account('two'), address('two')] : [address('two'), account('two')])),
    ).toBe(3)
  })

  test('that are refused leave nothing behind', async () => {
    const [database] = databases as [Database]
    const keysOf = (turn: number): ThrottleKey[] => [
      { limit: 'account', value: `refused-${turn}` },
      { limit: 'setup', value: 'refused' },
    ]
    for (let turn = 0; turn < 5; turn++) await takeTry(database, keysOf(turn), now)
    const rows = () => database.queries.selectFrom('sign_in_tries').selectAll().orderBy('key').execute()
    const before = await rows()
    for (let turn = 5; turn < 8; turn++) await expect(takeTry(database, keysOf(turn), now)).rejects.toThrow(Refused)
    expect(await rows()).toEqual(before)
  })

  test.each(['address', 'setup'] as const)('from one IPv6 network count together by %s', async (limit) => {
    const [database] = databases as [Database]
    const from = (value: string) => takeTry(database, [{ limit, value }], now)
    const network = `2001:db8:${limit.length}`
    for (let host = 1; host <= 10; host++) await from(`${network}::${host}`).catch(() => {})
    await expect(from(`${network.toUpperCase()}:0:a:b:c:d`)).rejects.toThrow(Refused)
    await expect(from(`${network}:0:0:0:0:99%eth0`)).rejects.toThrow(Refused)
    await from(`${network}:1::1`)
    // IPv4-mapped addresses do not share one network.
    for (let host = 1; host <= 12; host++) await from(`::ffff:192.0.2.${host}`)
    for (let host = 1; host <= 12; host++) await from(`198.51.100.${host}`)
  })
})
