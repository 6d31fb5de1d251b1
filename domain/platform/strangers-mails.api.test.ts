import { describe, expect, test } from 'vitest'
import { DATABASES, freshDatabaseOf } from '../../tests/support/databases.ts'
import { storeApplication, storeMessage } from '../../tests/support/desk-submissions.ts'
import { duringTests } from '../../tests/support/during-tests.ts'
import { askForLink, enqueueAskedLinks } from '../candidates/lost-link.ts'
import { askForAlert } from '../notifications/job-alerts/alerts.ts'
import { openDatabase } from './database/connection.ts'
import { limitStrangersMail, MAX_MAILS_PER_MAILBOX } from './strangers-mails.ts'

const HOUR = 60 * 60 * 1000

describe.each(DATABASES)('mails that a stranger can cause on %s', (name) => {
  const fresh = freshDatabaseOf(name)
  const database = duringTests(async () => openDatabase(await fresh()))
  const clock = { now: new Date('2026-03-02T09:00:00Z') }
  const outbox = { mailDomain: 'nuqta.example', wake() {} }
  const sent = async () => {
    const rows = await database.queries.selectFrom('queued_jobs').select(['id', 'kind', 'payload', 'due_at']).execute()
    const toStranger = rows.filter(
      ({ kind, payload }) => kind === 'alert-link' || (kind === 'mail' && !payload.includes('staff')),
    )
    await database.queries.deleteFrom('queued_jobs').execute()
    return toStranger.filter(({ due_at }) => due_at !== null).length
  }
  const askForNews = (email: string, mailsPerDay?: number) =>
    askForAlert(database, { email, language: 'en', kinds: [], team: '' }, clock.now, mailsPerDay)

  test('are few for one mailbox, however many references and spellings it has', async () => {
    const references: string[] = []
    for (let number = 0; number < 10; number++)
      references.push(await storeApplication({ database, clock }, { fields: { email: `victim+${number}@gmail.com` } }))
    await sent()
    for (const [number, reference] of references.entries()) {
      await askForLink(database, { reference, email: `victim+${number}@gmail.com` }, clock.now)
      await enqueueAskedLinks(database, outbox, clock.now)
    }
    expect(await sent()).toBe(MAX_MAILS_PER_MAILBOX)
  })

  test('count together: confirmations, new links and confirmations of job alerts', async () => {
    const email = 'everything@mail.example'
    const fields = { email }
    const reference = await storeMessage({ database, clock, outbox }, { fields })
    await storeMessage({ database, clock, outbox }, { fields })
    let mails = await sent()
    for (let turn = 0; turn < 10; turn++) {
      clock.now = new Date(clock.now.getTime() + HOUR)
      await askForNews(email)
      await askForLink(database, { reference, email }, clock.now)
      await enqueueAskedLinks(database, outbox, clock.now)
      mails += await sent()
    }
    expect(mails).toBe(MAX_MAILS_PER_MAILBOX)
    clock.now = new Date(clock.now.getTime() + 25 * HOUR)
    await askForNews(email)
    expect(await sent()).toBe(1)
  })

  test('end at the limit of a day, whatever their kind; one flooded mailbox uses up its own only', async () => {
    clock.now = new Date(clock.now.getTime() + 25 * HOUR)
    for (let number = 0; number < 30; number++)
      await database.write((queries) =>
        limitStrangersMail(queries, { mailbox: 'flooded@mail.example', perDay: 8, now: clock.now }),
      )
    for (let number = 0; number < 10; number++) await askForNews(`alert-${number}@mail.example`, 8)
    expect(await sent()).toBe(3)
  })

  test('are limited exactly at the same moment, without a deadlock', async () => {
    clock.now = new Date(clock.now.getTime() + 25 * HOUR)
    const limits = await Promise.all(
      Array.from({ length: 20 }, (_, number) =>
        database.write(async (queries) => {
          const ask = (mailbox: string) => limitStrangersMail(queries, { mailbox, now: clock.now })
          return number % 2
            ? [await ask('one@mail.example'), await ask('other@mail.example')]
            : [await ask('other@mail.example'), await ask('one@mail.example')]
        }),
      ),
    )
    expect(limits.flat().filter((limit) => limit === null)).toHaveLength(2 * MAX_MAILS_PER_MAILBOX)
  })
})
