import { describe, expect, test } from 'vitest'
import { DATABASES, freshDatabaseOf } from '../../tests/support/databases.ts'
import { storeApplication } from '../../tests/support/desk-submissions.ts'
import { openDatabase } from '../platform/database/connection.ts'
import { readOperatingFigures } from './figures.ts'

describe.each(DATABASES)('figures on %s', (name) => {
  const fresh = freshDatabaseOf(name)

  test('tell since when something is due that no worker has taken up, and nothing of what is to be done later', async () => {
    const database = await openDatabase(await fresh())
    const now = new Date('2026-03-01T10:00:00Z')
    const late = async () => {
      const { webhooks, inspections } = await readOperatingFigures(database.queries, now)
      return { webhooks: webhooks.lateSeconds, inspections: inspections.lateSeconds }
    }
    expect(await late()).toEqual({ webhooks: 0, inspections: 0 })

    await storeApplication({ database, clock: { now: secondsBefore(now, 90) } })
    await oweDelivery('later', secondsBefore(now, -60))
    expect(await late()).toEqual({ webhooks: 0, inspections: 90 })
    await oweDelivery('now', secondsBefore(now, 30))
    expect(await late()).toEqual({ webhooks: 30, inspections: 90 })
    await database.close()

    async function oweDelivery(id: string, due: Date) {
      const created_at = now.toISOString()
      await database.queries
        .insertInto('webhooks')
        .values({
          id,
          url: 'https://hooks.example/',
          events: '[]',
          format: 'standard',
          language: 'en',
          secret: 'secret',
          created_at,
          created_by: null,
          off_since: null,
        })
        .execute()
      await database.queries
        .insertInto('webhook_events')
        .values({ id, type: 'message.received', reference: null, created_at, data: '{}' })
        .execute()
      await database.queries
        .insertInto('webhook_deliveries')
        .values({
          id,
          event_id: id,
          webhook_id: id,
          next_try_at: due.toISOString(),
          leased_until: null,
          tries: 0,
          last_error: '',
          sent_at: null,
        })
        .execute()
    }
  })
})

const secondsBefore = (moment: Date, seconds: number) => new Date(moment.getTime() - seconds * 1000)
