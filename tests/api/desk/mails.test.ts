import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { DeskCalls } from '#desk/api/calls.ts'
import type { OwedMail } from '#domain/notifications/mail/outbox.ts'
import { listAuditTrail } from '#domain/platform/audit-trail.ts'
import { DATABASES } from '../../support/databases.ts'
import { deskOn } from '../../support/desk-api.ts'
import { storeMessage } from '../../support/desk-submissions.ts'

type Mails = Awaited<ReturnType<DeskCalls['GET /mails/stuck']['handle']>>

describe.each(DATABASES)('mails that are stuck, on %s', (name) => {
  const woken: string[] = []
  const desk = deskOn(name, { outbox: { mailDomain: 'nuqta.example', wake: () => void woken.push('now') } })

  async function owe(reference: string, changes: Partial<OwedMail>) {
    const id = randomUUID()
    const created_at = desk.clock.now.toISOString()
    await desk.database.queries
      .insertInto('mail_outbox')
      .values({
        id,
        reference,
        kind: 'confirmation',
        language: 'en',
        message_id: `<${id}@nuqta.example>`,
        created_at,
        next_try_at: '2999-01-01T00:00:00.000Z',
        leased_until: null,
        tries: 0,
        last_error: '',
        sent_at: null,
        withheld: null,
        ...changes,
      })
      .execute()
    return id
  }

  test('are listed with the reason, and due at once when somebody says so', async () => {
    const { call } = await desk.as('recruiter')
    const reference = await storeMessage(desk)
    const stuck = await owe(reference, { tries: 10, last_error: 'EENVELOPE' })
    const withheld = await owe(reference, { withheld: 'mailbox' })
    const fresh = await owe(reference, { tries: 9 })
    const sent = await owe(reference, { tries: 12, sent_at: desk.clock.now.toISOString() })
    const list = async () => ((await (await call('GET /mails/stuck')).json()) as Mails).mails
    expect((await list()).map(({ id }) => id).toSorted()).toEqual([stuck, withheld].toSorted())
    expect(await list()).toContainEqual(
      expect.objectContaining({ id: stuck, reference, tries: 10, because: 'EENVELOPE', withheld: null }),
    )

    const retry = (id: string) => call('POST /mails/:id/retry', { params: { id } })
    expect((await retry(stuck)).status).toBe(204)
    expect((await retry(withheld)).status).toBe(204)
    expect(woken).toHaveLength(2)
    expect(await list()).toEqual([])
    for (const id of [stuck, fresh, sent, 'nobody']) expect((await retry(id)).status).toBe(404)
    const mail = await desk.database.queries
      .selectFrom('mail_outbox')
      .selectAll()
      .where('id', '=', stuck)
      .executeTakeFirstOrThrow()
    expect(mail).toMatchObject({ tries: 0, next_try_at: desk.clock.now.toISOString() })
    expect((await listAuditTrail(desk.database.queries, reference)).map(({ action }) => action)).toEqual([
      'mail.retry',
      'mail.retry',
    ])
    woken.length = 0
  })

  test('are seen by those who read, and sent again by those who may change something', async () => {
    const reader = await desk.as('reader')
    const id = await owe(await storeMessage(desk), { tries: 10 })
    expect((await reader.call('GET /mails/stuck')).status).toBe(200)
    expect((await reader.call('POST /mails/:id/retry', { params: { id } })).status).toBe(403)
  })
})
