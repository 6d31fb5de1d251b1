import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { DeskCalls } from '#desk/api/calls.ts'
import { keepRetention } from '#domain/operations/retention.ts'
import { DATABASES } from '../../support/databases.ts'
import { type Caller, deskOn } from '../../support/desk-api.ts'
import { makeSession } from '../../support/desk-people.ts'
import { storeApplication } from '../../support/desk-submissions.ts'
import { candidatesOf, OUTBOX, tokenOf } from '../../support/interviews.ts'
import { findRows } from '../../support/rows.ts'

type ResultOf<Key extends keyof DeskCalls> = Awaited<ReturnType<DeskCalls[Key]['handle']>>

const DAY = 24 * 60 * 60_000
/** At night in Cairo. */
const FIRST_NIGHT = new Date('2026-03-01T02:00:00.000Z')

describe.each(DATABASES)('the talent pool at night on %s', (name) => {
  const desk = deskOn(name, { outbox: OUTBOX })
  const log = { info() {}, error: (details: object) => expect(details).toBeUndefined() }
  const dayIn = (days: number) => new Date(desk.clock.now.getTime() + days * DAY).toISOString().slice(0, 10)

  const nightAfter = async (days: number) => {
    desk.clock.pass(days * DAY)
    const { database } = desk
    const settings = { database, contentVersion: () => ({ timeZone: 'Africa/Cairo' }), months: 24, log }
    const keeper = keepRetention({ ...settings, mailDomain: OUTBOX.mailDomain, clock: () => desk.clock.now })
    await keeper.runIfDue()
    await keeper.stop()
  }
  const inPool = async () => {
    const recruiter = await desk.as('recruiter')
    const reference = await storeApplication(desk, { fields: { email: `${randomUUID()}@mail.example` } })
    const one = await recruiter.call('GET /submissions/:id', { params: { id: reference } })
    const { candidateId } = (await one.json()) as ResultOf<'GET /submissions/:id'>
    const id = candidateId as string
    const consent = (call: Caller, until: string) =>
      call('PUT /candidates/:id/pool', { params: { id }, body: { until, agreedOn: dayIn(0), channel: 'email' } })
    expect((await consent(recruiter.call, dayIn(40))).status).toBe(204)
    const again = async () =>
      desk.callWith(`desk-session=${await makeSession(desk.database, recruiter.person, desk.clock.now)}`)
    return {
      reference,
      pool: async () => {
        const person = await (await again())('GET /candidates/:id', { params: { id } })
        return ((await person.json()) as ResultOf<'GET /candidates/:id'>).pool
      },
      asked: () => findRows(desk.database.queries, 'mails', { reference, kind: 'question' }),
    }
  }

  test('asks once thirty days before a consent ends, and lets go of who does not answer', async () => {
    desk.clock.now = FIRST_NIGHT
    const { reference, pool, asked } = await inPool()
    await nightAfter(9)
    expect(await asked()).toEqual([])
    await nightAfter(2)
    expect(await asked()).toHaveLength(1)
    const page = await candidatesOf(desk).find(await tokenOf(desk, reference), 'en')
    expect(page).toMatchObject({ state: 'open', application: { questions: [{ answer: null }] } })
    for (const days of [1, 10]) await nightAfter(days)
    expect(await asked()).toHaveLength(1)
    await nightAfter(18)
    // The last day of the consent.
    expect(await pool()).toMatchObject({ until: '2026-04-10' })
    await nightAfter(1)
    expect(await pool()).toBeNull()
    const [row] = await findRows(desk.database.queries, 'candidates', { pool_agreed_on: '2026-03-01' })
    expect(row).toBeUndefined()
  })
})
