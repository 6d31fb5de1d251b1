import { afterEach, describe, expect, test, vi } from 'vitest'
import { askForLink, enqueueAskedLinks } from '#domain/candidates/lost-link.ts'
import type { Database } from '#domain/platform/database/database.ts'
import { MAX_MAILS_PER_MAILBOX } from '#domain/platform/strangers-mails.ts'
import { type ApiChanges, type RunningApi, startApi } from '../support/api.ts'
import { aContactMessage } from '../support/builders.ts'
import { DATABASES, freshDatabaseOf } from '../support/databases.ts'
import { startDesk } from '../support/desk-api.ts'
import { storeApplication } from '../support/desk-submissions.ts'

const UNREADABLE = { name: '' }
const DAY_MILLISECONDS = 24 * 60 * 60 * 1000

describe.each(DATABASES)('two servers on one database, %s', (name) => {
  const fresh = freshDatabaseOf(name)
  let running: RunningApi[] = []

  async function startTwo(changes: ApiChanges) {
    const settings = await fresh()
    running = [await startApi({ ...settings, ...changes }), await startApi({ ...settings, ...changes })]
    return running as [RunningApi, RunningApi]
  }

  const storedIn = ({ database }: RunningApi) => database.queries.selectFrom('submissions').select('id').execute()

  afterEach(async () => {
    await Promise.all(running.map((api) => api.stop()))
    running = []
  })

  test('store as many forms of one sender in a minute as one server would', async () => {
    const [one, other] = await startTwo({ submissionsPerMinute: 10 })
    const statuses: number[] = []
    for (let sent = 0; sent < 20; sent++) {
      const response = await (sent % 2 ? other : one).post('contact-us', aContactMessage())
      if (response.status === 429) expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
      statuses.push(response.status)
    }
    expect(statuses).toEqual([...new Array(10).fill(201), ...new Array(10).fill(429)])
    expect(await storedIn(one)).toHaveLength(10)
  })

  test('store no more of what arrives at both in the same moment', async () => {
    const [one, other] = await startTwo({ submissionsPerMinute: 10 })
    const key = (sent: number) => ({ 'idempotency-key': `form-${sent}` })
    const responses = await Promise.all(
      Array.from({ length: 30 }, (_, sent) =>
        (sent % 2 ? other : one).post('contact-us', aContactMessage(), key(sent)),
      ),
    )
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(10)
    expect(await storedIn(one)).toHaveLength(10)
  })

  test('take places of a high limit in advance, a hundredth each', async () => {
    const [one, other] = await startTwo({ submissionsPerMinute: 500 })
    const { queries } = one.database
    const taken = async () =>
      (await queries.selectFrom('rate_counters').select('count').execute()).map(({ count }) => count)
    const post = async (api: RunningApi) => (await api.post('contact-us', aContactMessage())).status
    expect([await post(one), await post(one)]).toEqual([201, 201])
    expect(await taken()).toEqual([5])
    expect(await post(other)).toBe(201)
    expect(await taken()).toEqual([10])
    await queries.updateTable('rate_counters').set({ count: 500 }).execute()
    const statuses: number[] = []
    for (let sent = 0; sent < 4; sent++) statuses.push(await post(one))
    expect(statuses).toEqual([201, 201, 201, 429])
    expect(await storedIn(one)).toHaveLength(6)
  })

  test('lock out no one for attempts counted while the clock was ahead', async () => {
    const [one, other] = await startTwo({ submissionsPerMinute: 1 })
    const post = async (api: RunningApi) => (await api.post('contact-us', aContactMessage())).status
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + DAY_MILLISECONDS })
    try {
      expect([await post(one), await post(one)]).toEqual([201, 429])
    } finally {
      vi.useRealTimers()
    }
    expect([await post(one), await post(other)]).toEqual([201, 429])
  })

  test('let in again within a minute who mistyped too often while the clock was ahead', async () => {
    const [one] = await startTwo({ submissionsPerMinute: 1 })
    const mistyped = async () => (await one.post('contact-us', UNREADABLE)).status
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + DAY_MILLISECONDS })
    try {
      let status = 422
      for (let sent = 0; sent < 100 && status === 422; sent++) status = await mistyped()
      expect(status).toBe(429)
    } finally {
      vi.useRealTimers()
    }
    const aMinuteLater = performance.now() + 61_000
    const monotonicClock = vi.spyOn(performance, 'now').mockReturnValue(aMinuteLater)
    try {
      expect(await mistyped()).toBe(422)
    } finally {
      monotonicClock.mockRestore()
    }
  })

  test('give who repeats a form its receipt, also where the limit is reached', async () => {
    const [one, other] = await startTwo({ submissionsPerMinute: 1 })
    const message = aContactMessage()
    const headers = { 'idempotency-key': 'the-same' }
    const first = await one.post('contact-us', message, headers)
    expect(first.status).toBe(201)
    expect((await other.post('contact-us', aContactMessage())).status).toBe(429)
    const repeated = await other.post('contact-us', message, headers)
    expect(repeated.status).toBe(201)
    expect((await repeated.json()).reference).toBe((await first.json()).reference)
  })

  test('count mere attempts together, to within a tenth for each server', async () => {
    const [one, other] = await startTwo({ submissionsPerMinute: 1 })
    const statuses: number[] = []
    for (let sent = 0; sent < 100; sent++)
      statuses.push((await (sent % 2 ? other : one).post('contact-us', UNREADABLE)).status)
    const examined = statuses.filter((status) => status === 422).length
    expect(examined).toBeGreaterThanOrEqual(60)
    expect(examined).toBeLessThanOrEqual(72)
    expect(statuses.at(-1)).toBe(429)
  })

  test('demand a proof of work of a crowd that comes to both', async () => {
    const [one, other] = await startTwo({ proofAbovePerMinute: 10 })
    const statuses: number[] = []
    for (let sent = 0; sent < 14; sent++)
      statuses.push((await (sent % 2 ? other : one).post('contact-us', aContactMessage())).status)
    expect(statuses).toEqual([...new Array(10).fill(201), ...new Array(4).fill(428)])
  })

  test('demand no proof of work because of junk, however many addresses send it', async () => {
    const [one, other] = await startTwo({ proofAbovePerMinute: 10 })
    for (let sent = 0; sent < 40; sent++)
      expect((await (sent % 2 ? other : one).post('contact-us', {})).status).toBe(422)
    expect((await one.post('contact-us', aContactMessage())).status).toBe(201)
  })

  test('count wrong passwords together', async () => {
    const settings = await fresh()
    const [one, other] = [await startDesk(settings), await startDesk(settings)]
    other.clock.now = one.clock.now
    const statuses: number[] = []
    for (let tries = 0; tries < 6; tries++) {
      const body = { kind: 'password', email: 'nobody@nuqta.example', password: 'a wrong password', code: '000000' }
      statuses.push((await (tries % 2 ? other : one).callWith()('POST /sign-in', { body })).status)
    }
    await Promise.all([one.stop(), other.stop()])
    expect(statuses).toEqual([401, 401, 401, 429, 429, 429])
  })

  test('send one mailbox so few mails in a day as one would', async () => {
    const [one, other] = (await startTwo({})).map(({ database }) => database) as [Database, Database]
    const clock = { now: new Date() }
    const reference = await storeApplication({ database: one, clock })
    const { email } = await one.queries.selectFrom('submissions').select('email').executeTakeFirstOrThrow()
    for (let asked = 0; asked < 2 * MAX_MAILS_PER_MAILBOX; asked++) {
      const database = asked % 2 ? other : one
      await askForLink(database, { reference, email }, clock.now)
      await enqueueAskedLinks(database, { mailDomain: 'nuqta.example' }, clock.now)
      clock.now = new Date(clock.now.getTime() + 1000)
    }
    const mails = await one.queries.selectFrom('mails').select('id').where('kind', '=', 'link').execute()
    expect(mails).toHaveLength(MAX_MAILS_PER_MAILBOX)
  })

  test('keep nothing of a sender but a keyed hash', async () => {
    const [one] = await startTwo({ submissionsPerMinute: 10 })
    await one.post('contact-us', aContactMessage())
    const rows = await one.database.queries.selectFrom('rate_counters').selectAll().execute()
    expect(rows.length).toBeGreaterThan(0)
    expect(JSON.stringify(rows)).not.toContain('127.0.0.1')
    for (const { key } of rows) expect(key).toMatch(/^[\w-]{43}$/)
  })
})
