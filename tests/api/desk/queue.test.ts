import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { DeskCalls } from '#desk/api/calls.ts'
import { listAuditTrail } from '#domain/platform/audit-trail.ts'
import { enqueue } from '#domain/platform/jobs/queue.ts'
import { DATABASES } from '../../support/databases.ts'
import { deskOn } from '../../support/desk-api.ts'
import { storeMessage } from '../../support/desk-submissions.ts'
import { findRow, updateRows } from '../../support/rows.ts'

type Queue = Awaited<ReturnType<DeskCalls['GET /queue/stuck']['handle']>>

describe.each(DATABASES)('stuck jobs at the desk, on %s', (name) => {
  const woken: string[] = []
  const desk = deskOn(name, { outbox: { mailDomain: 'nuqta.example', wake: () => void woken.push('now') } })

  async function queueMail(reference: string, changes: { tries?: number; is_stuck?: 0 | 1; due_at?: null }) {
    const id = randomUUID()
    const { queries } = desk.database
    await enqueue(queries, 'mail', { id, subject: reference, payload: { mail: 'confirmation' }, now: desk.clock.now })
    await updateRows(
      queries,
      'queued_jobs',
      { id },
      { due_at: '2999-01-01T00:00:00.000Z', last_error: 'EENVELOPE', ...changes },
    )
    return id
  }

  test('are listed with the reason, and due at once when a person says so', async () => {
    const { call } = await desk.as('recruiter')
    const reference = await storeMessage(desk)
    const stuck = await queueMail(reference, { tries: 10, is_stuck: 1 })
    const held = await queueMail(reference, { due_at: null, is_stuck: 1 })
    const failing = await queueMail(reference, { tries: 9 })
    const list = async () => ((await (await call('GET /queue/stuck')).json()) as Queue).jobs
    expect((await list()).map(({ id }) => id).toSorted()).toEqual([stuck, held].toSorted())
    expect(await list()).toContainEqual(
      expect.objectContaining({ id: stuck, subject: reference, tries: 10, because: 'EENVELOPE', isHeld: false }),
    )

    const retry = (id: string) => call('POST /queue/:id/retry', { params: { id } })
    expect((await retry(stuck)).status).toBe(204)
    expect((await retry(held)).status).toBe(204)
    expect(woken).toHaveLength(2)
    expect(await list()).toEqual([])
    for (const id of [stuck, failing, 'unknown']) expect((await retry(id)).status).toBe(404)
    const job = await findRow(desk.database.queries, 'queued_jobs', { id: stuck })
    expect(job).toMatchObject({ tries: 0, due_at: desk.clock.now.toISOString() })
    expect((await listAuditTrail(desk.database.queries, reference)).map(({ action }) => action)).toEqual([
      'queue.retry',
      'queue.retry',
    ])
    await desk.database.queries.deleteFrom('queued_jobs').execute()
  })

  test('are all tried again in one call, also more than the list shows; a held mail is not', async () => {
    const { call } = await desk.as('recruiter')
    const { queries } = desk.database
    const jobs = Array.from({ length: 130 }, () => ({ id: randomUUID(), now: desk.clock.now }))
    await enqueue(queries, 'webhook', jobs)
    await queries.updateTable('queued_jobs').set({ tries: 7, is_stuck: 1, due_at: null }).execute()
    const held = await queueMail(await storeMessage(desk), { due_at: null, is_stuck: 1 })
    const queue = async () => (await (await call('GET /queue/stuck')).json()) as Queue
    expect(await queue()).toMatchObject({ count: 131, jobs: { length: 100 } })
    expect(await (await call('POST /queue/retry')).json()).toEqual({ count: 130 })
    expect((await queue()).jobs.map(({ id }) => id)).toEqual([held])
    await queries.deleteFrom('queued_jobs').execute()
  })

  test('are seen by readers, and tried again by those who may change something', async () => {
    const reader = await desk.as('reader')
    const id = await queueMail(await storeMessage(desk), { tries: 10, is_stuck: 1 })
    expect((await reader.call('GET /queue/stuck')).status).toBe(200)
    expect((await reader.call('POST /queue/:id/retry', { params: { id } })).status).toBe(403)
    expect((await reader.call('POST /queue/retry')).status).toBe(403)
  })
})
