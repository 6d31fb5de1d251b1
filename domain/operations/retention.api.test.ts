import { describe, expect, test } from 'vitest'
import { LIFETIMES } from '#contract/lifetimes.ts'
import { startApi } from '../../tests/support/api.ts'
import { aCareerApplication, aContactMessage } from '../../tests/support/builders.ts'
import { DATABASES, freshDatabaseOf } from '../../tests/support/databases.ts'
import { duringTests } from '../../tests/support/during-tests.ts'
import { headOfAuditTrail, listAuditTrail } from '../platform/audit-trail.ts'
import { openDatabase } from '../platform/database/connection.ts'
import type { Database } from '../platform/database/database.ts'
import { countInTransaction } from '../platform/database/rate-counters.ts'
import { MINUTE } from '../platform/durations.ts'
import { listSubmissions } from '../submissions/list-submissions.ts'
import { keepRetention, POLL_MILLISECONDS } from './retention.ts'

const logged: string[] = []
const log = {
  info: (details: object) => void logged.push(JSON.stringify(details)),
  error: (details: object) => expect(details).toBeUndefined(),
}

describe.each(DATABASES)('retention on %s', (name) => {
  let now = new Date('2025-01-15T12:00:00Z')
  const clock = () => now
  const settings = duringTests(freshDatabaseOf(name))
  const api = duringTests(() =>
    startApi({ ...settings, clock, outbox: { mailDomain: 'nuqta.example', wake: () => {} } }),
  )
  const other = duringTests(() => openDatabase(settings))

  const contentVersion = () => ({ timeZone: 'Africa/Cairo' })
  const keeper = (database: Database) => keepRetention({ database, contentVersion, months: 12, log, clock })
  const left = () => listSubmissions(api.database.queries)

  test('submissions older than the retention are erased at night, once, by one of several processes', async () => {
    await api.post('contact-us', aContactMessage())
    await api.postForm('Form', aCareerApplication())
    now = new Date('2025-06-01T12:00:00Z')
    await api.post('contact-us', aContactMessage({ subject: 'Younger' }))
    const keepers = [keeper(api.database), keeper(other)]
    const runIfDue = () => Promise.all(keepers.map((each) => each.runIfDue()))

    now = new Date('2026-01-16T00:30:00Z')
    await runIfDue()
    expect(await left()).toHaveLength(3)

    now = new Date('2026-01-16T01:30:00Z')
    await runIfDue()
    expect(await left()).toMatchObject([{ about: 'Younger' }])
    const cvs = await api.database.queries.selectFrom('cvs').selectAll().execute()
    const mails = await api.database.queries.selectFrom('mails').selectAll().execute()
    expect([cvs.length, mails.length]).toEqual([0, 2])
    expect(await listAuditTrail(api.database.queries)).toMatchObject([
      { actor: 'server', action: 'purge', counts: { 'contact-message': 1, 'career-application': 1, cv: 1, mail: 4 } },
    ])
    expect(logged).toContain(JSON.stringify(await headOfAuditTrail(api.database.queries)))
    await Promise.all(keepers.map((each) => each.stop()))
  })

  test('the fingerprint of a connection is gone as soon as the privacy policy says', async () => {
    const { queries } = api.database
    await queries.deleteFrom('rate_counters').execute()
    now = new Date('2026-01-16T10:00:00Z')
    await countInTransaction(queries, { name: 'sender', amount: 1, windowMilliseconds: MINUTE, now: now.getTime() })
    now = new Date(now.getTime() + MINUTE + POLL_MILLISECONDS)
    expect(MINUTE + POLL_MILLISECONDS).toBeLessThanOrEqual(LIFETIMES.connectionMinutes * MINUTE)
    const daytime = keeper(api.database)
    await daytime.runIfDue()
    expect(await queries.selectFrom('rate_counters').selectAll().execute()).toEqual([])
    await daytime.stop()
  })

  test('a night that the database broke off is made up for an hour later', async () => {
    const failures: object[] = []
    const settings = { contentVersion, months: 12, clock }
    const patient = { info: log.info, error: (details: object) => void failures.push(details) }
    const keepers = [api.database, other].map((database) => keepRetention({ ...settings, database, log: patient }))
    const runIfDue = () => Promise.all(keepers.map((each) => each.runIfDue()))
    const rename = (from: string, to: string) => api.database.queries.schema.alterTable(from).renameTo(to).execute()
    now = new Date('2026-01-17T01:30:00Z')
    await runIfDue()
    // Half a year later the younger one is too old.
    await api.database.queries.updateTable('daily_jobs').set({ done_on: '2026-06-02' }).execute()

    now = new Date('2026-06-03T01:30:00Z')
    await rename('webhook_events', 'webhook_events_away')
    await runIfDue()
    await rename('webhook_events_away', 'webhook_events')
    expect(failures).toHaveLength(1)
    expect(await left()).toHaveLength(1)
    await runIfDue()
    expect(await left()).toHaveLength(1)

    now = new Date('2026-06-03T02:30:00Z')
    await runIfDue()
    expect(await left()).toEqual([])
    expect(failures).toHaveLength(1)
    const purged = logged.filter((line) => line.includes('"contact-message":1'))
    now = new Date('2026-06-03T03:30:00Z')
    await runIfDue()
    expect(logged.filter((line) => line.includes('"contact-message":1'))).toEqual(purged)
    await Promise.all(keepers.map((each) => each.stop()))
  })
})
