import { createHmac, randomUUID } from 'node:crypto'
import { EMPLOYMENT_TYPES } from '#contract/constants.ts'
import { LIFETIMES } from '#contract/lifetimes.ts'
import type { Language } from '#texts/languages.ts'
import { listPublishedJobs } from '../../content/published-jobs.ts'
import type { Clock } from '../../platform/calendar.ts'
import { canonicalMailbox } from '../../platform/canonical-mailbox.ts'
import type { Database, Queries, Row } from '../../platform/database/database.ts'
import { serverKey } from '../../platform/database/server-keys.ts'
import { DAY, HOUR } from '../../platform/durations.ts'
import { deleteJobsAbout, enqueue } from '../../platform/jobs/queue.ts'
import { hashOf } from '../../platform/secrets.ts'
import { limitStrangersMail } from '../../platform/strangers-mails.ts'
import { alertsOf, eraseAlerts } from '../../submissions/erase.ts'

export type JobAlertRow = Row<'job_alerts'>
export type JobKind = (typeof EMPLOYMENT_TYPES)[number]

/** No kinds means all of them, an empty team every team. */
export interface AlertChoices {
  language: Language
  kinds: JobKind[]
  team: string
}

/** A stranger who types an address cannot flood its mailbox. */
const LINK_EVERY = HOUR

/** Tokens are never stored: they are computed anew for each mail and found by hash. */
export const alertSecretOf = (database: Database): Promise<string> => serverKey(database, 'job-alerts')

const isAlertToken = (text: string) => /^[\w-]{32}$/.test(text)
export const addressOfAlert = (token: string) => `/job-alerts/${token}`

export function tokenOfAlert(secret: string, { id }: Pick<JobAlertRow, 'id'>): string {
  const digest = createHmac('sha256', secret)
    .update(JSON.stringify(['job-alert', id]))
    .digest()
  return digest.subarray(0, TOKEN_BYTES).toString('base64url')
}

const TOKEN_BYTES = 24

export async function askForAlert(
  database: Database,
  { email, ...choices }: AlertChoices & { email: string },
  now: Date,
  mailsPerDay?: number,
): Promise<void> {
  const secret = await alertSecretOf(database)
  const mailbox = canonicalMailbox(email)
  const moment = now.toISOString()
  await database.write(async (queries) => {
    const known = await queries.selectFrom('job_alerts').selectAll().where('mailbox', '=', mailbox).executeTakeFirst()
    if (known) {
      const isTooSoon = now.getTime() - Date.parse(known.asked_at) < LINK_EVERY
      // Confirmed choices are changed by the link alone; before that, the last choices are confirmed.
      const isOpen = known.confirmed_at === null
      const chosen = isOpen ? columnsOf(choices) : {}
      const spelled = isOpen ? { email: email.trim() } : {}
      const asked = { asked_at: moment, ...spelled }
      // Written in either case: timing must not tell a stranger whether the address is known.
      await queries
        .updateTable('job_alerts')
        .set({ ...chosen, ...(isTooSoon ? { asked_at: known.asked_at } : asked) })
        .where('id', '=', known.id)
        .execute()
      if (!isTooSoon) await enqueueLinkIfFew(known.id)
      return
    }
    const id = randomUUID()
    await queries
      .insertInto('job_alerts')
      .values({
        id,
        hash: hashOf(tokenOfAlert(secret, { id })),
        email: email.trim(),
        mailbox,
        ...columnsOf(choices),
        created_at: moment,
        asked_at: moment,
        confirmed_at: null,
        told_until: moment,
        next_mail_at: moment,
      })
      // Another request of the same moment.
      .onConflict((conflict) => conflict.column('mailbox').doNothing())
      .execute()
    await enqueueLinkIfFew(id)

    async function enqueueLinkIfFew(alertId: string) {
      const limit = await limitStrangersMail(queries, { mailbox, perDay: mailsPerDay, now })
      if (!limit) await enqueueLink(queries, alertId, now)
    }
  })
}

const enqueueLink = (queries: Queries, alertId: string, now: Date) =>
  enqueue(queries, 'alert-link', { id: `alert-link.${alertId}`, subject: alertId, now })

export async function findAlert(queries: Queries, token: string) {
  const row = isAlertToken(token) ? await rowOf(queries, token) : undefined
  return (
    row && {
      email: row.email,
      language: row.language,
      kinds: kindsOf(row),
      team: row.team,
      isConfirmed: row.confirmed_at !== null,
    }
  )
}

/** Jobs that are open already are on the page. */
export function confirmAlert(database: Database, token: string, now: Date): Promise<boolean> {
  const moment = now.toISOString()
  return changeRow(database, token, (row) =>
    row.confirmed_at === null ? { confirmed_at: moment, told_until: moment, next_mail_at: moment } : {},
  )
}

export const changeAlert = (database: Database, token: string, choices: AlertChoices): Promise<boolean> =>
  changeRow(database, token, () => columnsOf(choices))

export function endAlert(database: Database, token: string, now: Date): Promise<boolean> {
  return database.write(async (queries) => {
    const row = await rowOf(queries, token)
    if (row) await eraseAlerts(queries, [row], now)
    return row !== undefined
  })
}

export const countAlertsOf = async (queries: Queries, email: string) => (await alertsOf(queries, email)).length

export async function forgetUnconfirmed(queries: Queries, now: Date): Promise<void> {
  const before = new Date(now.getTime() - LIFETIMES.alertConfirmationDays * DAY).toISOString()
  const forgotten = await queries
    .deleteFrom('job_alerts')
    .where('confirmed_at', 'is', null)
    .where('asked_at', '<', before)
    .returning('id')
    .execute()
  await deleteJobsAbout(
    queries,
    forgotten.map(({ id }) => id),
  )
}

export const kindsOf = ({ kinds }: Pick<JobAlertRow, 'kinds'>): JobKind[] =>
  (JSON.parse(kinds) as JobKind[]).filter((kind) => EMPLOYMENT_TYPES.includes(kind))

const columnsOf = ({ language, kinds, team }: AlertChoices) => ({ language, kinds: JSON.stringify(kinds), team })

const rowOf = (queries: Queries, token: string) =>
  queries.selectFrom('job_alerts').selectAll().where('hash', '=', hashOf(token)).executeTakeFirst()

function changeRow(database: Database, token: string, changesOf: (row: JobAlertRow) => Partial<JobAlertRow>) {
  return database.write(async (queries) => {
    const row = await rowOf(queries, token)
    if (!row) return false
    const changes = changesOf(row)
    if (Object.keys(changes).length > 0)
      await queries.updateTable('job_alerts').set(changes).where('id', '=', row.id).execute()
    return true
  })
}

export type JobAlerts = ReturnType<typeof createJobAlerts>

/** Reading changes nothing. */
export function createJobAlerts(database: Database, mailsPerDay: number, clock: Clock = () => new Date()) {
  return {
    async teams(language: Language) {
      const jobs = await listPublishedJobs(database.queries)
      const teams = jobs.flatMap(({ shown }) => shown[language].team ?? [])
      const byKey = new Map(teams.map((team) => [team.key, team]))
      return [...byKey.values()].toSorted((one, other) => (one.key < other.key ? -1 : 1))
    },
    find: (token: string) => findAlert(database.queries, token),
    ask: (wanted: AlertChoices & { email: string }) => askForAlert(database, wanted, clock(), mailsPerDay),
    confirm: (token: string) => confirmAlert(database, token, clock()),
    change: (token: string, choices: AlertChoices) => changeAlert(database, token, choices),
    end: (token: string) => endAlert(database, token, clock()),
  }
}
