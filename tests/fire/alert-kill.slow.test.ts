import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { loadContentOnce } from '#domain/content/load-content.ts'
import { askForAlert } from '#domain/notifications/job-alerts/alerts.ts'
import { openDatabase } from '#domain/platform/database/connection.ts'
import type { Database, DatabaseSettings } from '#domain/platform/database/database.ts'
import { migrate } from '#domain/platform/database/migrate.ts'
import { readConfig } from '#settings/settings.ts'
import { DATABASES, freshDatabaseOf } from '../support/databases.ts'
import { startMailServer } from '../support/mail-server.ts'
import { post } from '../support/own-page.ts'
import { updateRows } from '../support/rows.ts'
import { startSiteOn } from '../support/start-site.ts'
import { tell } from './figures.ts'

const PEOPLE = 60
/** As domain/notifications/job-alerts/alert-jobs.ts claims them. */
const CLAIMED_AT_ONCE = 2
const KILLED_AFTER = 25
const HOUR = 60 * 60_000
const MINUTE = 60_000

describe.each(DATABASES)('news of jobs on %s', (name) => {
  const fresh = freshDatabaseOf(name)

  test('reach every subscriber after a kill; only those in flight may come twice', {
    timeout: 2 * MINUTE,
  }, async () => {
    const settings = await fresh()
    const people = Array.from({ length: PEOPLE }, (_, index) => `person-${index}@mail.example`)
    await withDatabase(settings, (database) => subscribe(database, people))
    const mails = await startMailServer()
    const news = () => mails.received.filter((mail) => mail.header('list-unsubscribe') !== '')
    const start = () => startSiteOn(settings, { SMTP_URL: mails.url, MAIL_TO: 'team@nuqta.example' })

    const first = await start()
    await wake(first.url)
    while (news().length < KILLED_AFTER) await pause(1)
    await first.end('SIGKILL')
    const before = news().length
    expect(before).toBeLessThan(PEOPLE)
    // The leases of the dead process expire.
    await withDatabase(settings, ({ queries }) =>
      queries
        .updateTable('queued_jobs')
        .set({ leased_until: ago(MINUTE) })
        .where('leased_until', 'is not', null)
        .execute(),
    )
    const second = await start()
    await wake(second.url)
    while ((await withDatabase(settings, untold)) > 0) await pause(50)
    await second.end('SIGTERM')
    await mails.stop()

    const idsTo = (email: string) =>
      news().flatMap((mail) => (mail.to.includes(email) ? [mail.header('message-id')] : []))
    const twice = people.filter((email) => idsTo(email).length > 1)
    expect(people.filter((email) => idsTo(email).length === 0)).toEqual([])
    expect(twice.length).toBeLessThanOrEqual(CLAIMED_AT_ONCE)
    // With one Message-ID, so that a mail program shows it once.
    for (const email of people) expect(new Set(idsTo(email)).size).toBe(1)
    tell(`kill -9 while news of jobs are sent on ${name}`, {
      people: PEOPLE,
      'told before': before,
      'told twice': twice.length,
      untold: 0,
    })
  })
})

const ago = (milliseconds: number) => new Date(Date.now() - milliseconds).toISOString()

/** All have confirmed, and there were new jobs an hour ago. */
async function subscribe(database: Database, people: string[]) {
  await migrate(database)
  await loadContentOnce(database, readConfig({}).contentDirectory)
  for (const email of people)
    await askForAlert(database, { email, language: 'en', kinds: [], team: '' }, new Date(Date.now() - 2 * HOUR))
  const confirmed = {
    confirmed_at: ago(2 * HOUR),
    told_until: ago(2 * HOUR),
    next_mail_at: ago(HOUR),
  }
  await database.queries.updateTable('job_alerts').set(confirmed).execute()
  await database.queries.deleteFrom('queued_jobs').execute()
  await updateRows(database.queries, 'published_jobs', {}, { published_at: ago(HOUR) })
}

async function untold({ queries }: Database) {
  const [newest] = await queries.selectFrom('published_jobs').select('published_at').limit(1).execute()
  const rows = await queries
    .selectFrom('job_alerts')
    .select('id')
    .where('confirmed_at', 'is not', null)
    .where('told_until', '<', newest?.published_at ?? '')
    .execute()
  return rows.length
}

/** A new subscription wakes the worker. */
const wake = (url: string) => post(url, '/job-alerts', { email: `asks-${Date.now()}@mail.example` })

async function withDatabase<Result>(settings: DatabaseSettings, work: (database: Database) => Promise<Result>) {
  const database = await openDatabase(settings)
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}
