import { ImapFlow } from 'imapflow'
import type { Clock } from '../../platform/calendar.ts'
import type { Database } from '../../platform/database/database.ts'
import { DAY, MINUTE, SECOND } from '../../platform/durations.ts'
import { defineJob, type RunContext } from '../../platform/jobs/define-job.ts'
import { enqueue } from '../../platform/jobs/queue.ts'
import { MAX_MAIL_BYTES, takeMail } from './incoming.ts'
import { type ImapSettings, mailboxName } from './mailbox-name.ts'

interface ImapJobOptions {
  database: Database
  settings: ImapSettings
  clock?: Clock
}

const READ_EVERY = MINUTE
/** A mailbox that was away for a day is read in several runs. */
const MAX_RUN = 4 * MINUTE
const JOB_ID = 'mailbox'
/** Of a mail that is too large: enough for its head and its text. */
const BEGINNING_BYTES = 1024 * 1024

/** Reads new mails of one folder, one process at a time, and leaves them there. */
export function imapJob({ database, settings, clock = () => new Date() }: ImapJobOptions) {
  const name = mailboxName(settings)
  return defineJob({
    kind: 'mailbox',
    concurrency: 1,
    leaseMilliseconds: 3 * MAX_RUN,
    retry: { backoff: [MINUTE, 2 * MINUTE, 5 * MINUTE, 10 * MINUTE, 15 * MINUTE] },
    async plan(now) {
      const mailbox = await findMailbox(database, name)
      if (mailbox && now.getTime() - Date.parse(mailbox.read_at) < READ_EVERY) return
      await database.write((queries) => enqueue(queries, 'mailbox', { id: JOB_ID, now }, { ifQueued: 'keep' }))
    },
    async run(_job, context) {
      try {
        await withMailbox(settings, (client) => readNew({ database, client, name, clock, context }))
      } catch (error) {
        await noteFailure(database, name, describe(error), clock())
        throw error
      }
      return undefined
    },
    describe,
  })
}

/** Codes only: a server's words may name a person. */
const describe = (error: unknown) => {
  const { code, name, authenticationFailed } = error as Error & { code?: string; authenticationFailed?: boolean }
  return authenticationFailed ? 'AUTHENTICATION' : (code ?? name).replace(/[^\w ]/g, '')
}

const findMailbox = ({ queries }: Database, name: string) =>
  queries.selectFrom('mailboxes').selectAll().where('name', '=', name).executeTakeFirst()

const TIME_LIMITS = { connectionTimeout: 20 * SECOND, greetingTimeout: 20 * SECOND, socketTimeout: MINUTE }

/** A new connection each time: the library opens none by itself after a break. */
async function withMailbox<Result>(settings: ImapSettings, work: (client: ImapFlow) => Promise<Result>) {
  const { host, port, isSecure, isLoopback, user, password, folder } = settings
  const client = new ImapFlow({
    ...{ host, port, secure: isSecure, auth: { user, pass: password }, logger: false, ...TIME_LIMITS },
    ...(!isSecure && { doSTARTTLS: isLoopback ? undefined : true }),
  })
  // Without a listener a connection that breaks would end the process.
  client.on('error', () => {})
  try {
    await client.connect()
    const lock = await client.getMailboxLock(folder, { readOnly: true })
    try {
      return await work(client)
    } finally {
      lock.release()
    }
  } finally {
    await client.logout().catch(() => client.close())
  }
}

/** Signs in and opens the folder. Resolves with the fault, or undefined. */
export async function tryMailbox(settings: ImapSettings): Promise<string | undefined> {
  try {
    await withMailbox(settings, async () => {})
    return undefined
  } catch (error) {
    return describe(error)
  }
}

interface Reading {
  database: Database
  client: ImapFlow
  name: string
  clock: Clock
  context: RunContext
}

async function readNew({ database, client, name, clock, context }: Reading): Promise<void> {
  const { mailbox } = client
  if (!mailbox) throw new Error('NoMailbox')
  const [validity, last] = [String(mailbox.uidValidity), mailbox.uidNext - 1]
  const known = await findMailbox(database, name)
  const begun = clock()
  // Mails from before it was set up stay what they are.
  if (!known?.uid_validity) return noteRead(database, name, { uid_validity: validity, last_uid: last }, begun)
  const uids = await newUids(client, known, validity)
  for (const uid of uids) {
    if (context.isStopping() || clock().getTime() - begun.getTime() > MAX_RUN) return
    await takeOne({ database, client, name, clock, context }, uid, validity)
  }
  await noteRead(database, name, { uid_validity: validity, last_uid: Math.max(last, uids.at(-1) ?? 0) }, clock())
}

/** With other UIDs than before, those of the last days are read again: what is known is not stored twice. */
async function newUids(
  client: ImapFlow,
  known: { uid_validity: string; last_uid: number; read_at: string },
  validity: string,
) {
  if (known.uid_validity !== validity) {
    const since = new Date(Date.parse(known.read_at) - DAY)
    return sorted(await client.search({ since }, { uid: true }))
  }
  const found = await client.search({ uid: `${known.last_uid + 1}:*` }, { uid: true })
  // The server answers with the last mail where there is no newer one.
  return sorted(found).filter((uid) => uid > known.last_uid)
}

const sorted = (found: number[] | false | undefined) => (found || []).toSorted((one, other) => one - other)

async function takeOne({ database, client, name, clock }: Reading, uid: number, validity: string) {
  const found = await client.fetchOne(String(uid), { uid: true, size: true }, { uid: true })
  // Deleted meanwhile.
  if (!found) return
  const isCut = (found.size ?? 0) > MAX_MAIL_BYTES
  const source = isCut ? { start: 0, maxLength: BEGINNING_BYTES } : true
  const mail = await client.fetchOne(String(uid), { uid: true, source }, { uid: true })
  if (!mail || mail.source === undefined) return
  const now = clock()
  await takeMail(database, { bytes: mail.source, now, ...(isCut && { size: found.size }) }, (queries) =>
    queries.updateTable('mailboxes').set({ uid_validity: validity, last_uid: uid }).where('name', '=', name).execute(),
  )
}

async function noteRead(
  database: Database,
  name: string,
  place: { uid_validity: string; last_uid: number },
  now: Date,
) {
  const read = { ...place, read_at: now.toISOString(), failing_since: null, last_error: '' }
  await database.write((queries) =>
    queries
      .insertInto('mailboxes')
      .values({ name, ...read })
      .onConflict((conflict) => conflict.column('name').doUpdateSet(read))
      .execute(),
  )
}

/** A mailbox that was never read has no row yet: it begins at its first success. */
async function noteFailure({ write, queries }: Database, name: string, last_error: string, now: Date) {
  const known = await queries
    .selectFrom('mailboxes')
    .select('failing_since')
    .where('name', '=', name)
    .executeTakeFirst()
  const failed = { failing_since: known?.failing_since ?? now.toISOString(), last_error }
  await write((transaction) =>
    transaction
      .insertInto('mailboxes')
      .values({ name, uid_validity: '', last_uid: 0, read_at: now.toISOString(), ...failed })
      .onConflict((conflict) => conflict.column('name').doUpdateSet(failed))
      .execute(),
  )
}
