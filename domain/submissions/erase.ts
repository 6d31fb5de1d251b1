import { type Act, recordInAuditTrail, SERVER } from '../platform/audit-trail.ts'
import { monthsBefore } from '../platform/calendar.ts'
import { canonicalMailbox } from '../platform/canonical-mailbox.ts'
import type { Database, Queries } from '../platform/database/database.ts'
import { isDatabaseFailure } from '../platform/database/failures.ts'
import { recordEvent } from '../platform/events/events.ts'
import { deleteQueuedFiles, enqueueFileDeletions } from '../platform/file-deletions.ts'
import { deleteJobsAbout } from '../platform/jobs/queue.ts'
import { addCounts, type Counts, deleteSubmissions } from './delete-submissions.ts'
import { erasureDone, type Outbox, submissionsErased, submissionsLeaving } from './events.ts'
import { listSubmissions, type SubmissionFilters } from './list-submissions.ts'
import { forgetViewsAbout } from './saved-views.ts'
import type { SubmissionSummary } from './submissions.ts'
import { addTombstones } from './tombstones.ts'

type Told = Pick<Outbox, 'confirmationsPerDay'>

interface Erasure extends Act {
  /** Where mail is set up: tells the sender. */
  outbox?: Told | undefined
  onProgress?: (deleted: number) => void
}

export async function erasePerson(database: Database, email: string, erasure: Erasure): Promise<Counts> {
  const filters = { emails: await spellingsOf(database.queries, email) }
  return deleteAll(database, filters, 'erase', erasure, async (queries) => {
    const alerts = await alertsOf(queries, email)
    await eraseAlerts(queries, alerts, erasure.now)
    await eraseUnsortedReplies(queries, email, erasure.now)
    return alerts.length
  })
}

/** This address, then the other stored spellings of its mailbox. */
export async function spellingsOf(queries: Queries, email: string): Promise<string[]> {
  const own = email.trim().toLowerCase()
  const rows = await queries
    .selectFrom('submission_search')
    .innerJoin('submissions', 'submissions.id', 'submission_search.submission_id')
    .select('email')
    .distinct()
    .where('email_key', '=', canonicalMailbox(own))
    .execute()
  return [...new Set([own, ...rows.map(({ email: other }) => other.toLowerCase()).sort()])]
}

export const alertsOf = (queries: Queries, email: string) =>
  queries.selectFrom('job_alerts').select('id').where('mailbox', '=', canonicalMailbox(email)).execute()

/** With tombstones: a restored backup does not bring them back. */
export async function eraseAlerts(queries: Queries, alerts: { id: string }[], now: Date): Promise<void> {
  if (alerts.length === 0) return
  const ids = alerts.map(({ id }) => id)
  await queries.deleteFrom('job_alerts').where('id', 'in', ids).execute()
  await deleteJobsAbout(queries, ids)
  await addTombstones(queries, alerts, now)
}

/** Replies of this mailbox that no record has. With tombstones, as above. */
async function eraseUnsortedReplies(queries: Queries, email: string, now: Date): Promise<void> {
  const found = await queries
    .selectFrom('replies')
    .leftJoin('attachments', 'reply_id', 'replies.id')
    .select(['replies.id', 'object_key'])
    .where('mailbox', '=', canonicalMailbox(email))
    .where('replies.submission_id', 'is', null)
    .execute()
  if (found.length === 0) return
  const ids = [...new Set(found.map(({ id }) => id))]
  await enqueueFileDeletions(
    queries,
    found.map(({ object_key }) => object_key),
  )
  await queries.deleteFrom('replies').where('id', 'in', ids).execute()
  await addTombstones(
    queries,
    ids.map((id) => ({ id })),
    now,
  )
}

export function eraseSubmission(database: Database, reference: string, erasure: Erasure): Promise<Counts> {
  return deleteAll(database, { references: [reference] }, 'erase', erasure)
}

export function purgeOld(
  database: Database,
  months: number,
  { actor = SERVER, ...erasure }: Partial<Erasure> & Pick<Erasure, 'now'>,
): Promise<Counts> {
  return deleteAll(database, { until: purgedBefore(months, erasure.now) }, 'purge', { actor, ...erasure })
}

export const purgedBefore = (months: number, now: Date) => monthsBefore(now, months).toISOString()

/** Only senders who know of their submission: an erasure is no news to anybody else. */
async function recordErasure(queries: Queries, submissions: SubmissionSummary[], outbox: Told, now: Date) {
  if (submissions.length === 0) return
  const references = submissions.map(({ reference }) => reference)
  const rows = await queries
    .selectFrom('mails')
    .select('reference')
    .where('reference', 'in', references)
    .where('kind', '=', 'confirmation')
    .where('sent_at', 'is not', null)
    .execute()
  const confirmed = new Set(rows.map(({ reference }) => reference))
  const known = submissions.filter(({ reference }) => confirmed.has(reference))
  await recordEvent(queries, erasureDone, { submissions: known, outbox }, now)
}

// Visitors who send a form meanwhile wait for one step.
const SUBMISSIONS_IN_ONE_STEP = 200

async function deleteAll(
  database: Database,
  filters: SubmissionFilters,
  action: string,
  { actor, now, outbox, onProgress = () => {} }: Erasure,
  eraseAlertsToo: (queries: Queries) => Promise<number> = async () => 0,
): Promise<Counts> {
  const totals: Counts = {}
  for (let deleted = 0, found = SUBMISSIONS_IN_ONE_STEP; found === SUBMISSIONS_IN_ONE_STEP; deleted += found) {
    found = await database.write(async (queries) => {
      const some = await listSubmissions(queries, filters, { limit: SUBMISSIONS_IN_ONE_STEP })
      const alerts = await eraseAlertsToo(queries)
      if (some.length === 0 && alerts === 0) return 0
      // First: it counts a mail, and every transaction takes that counter before other rows.
      if (outbox) await recordErasure(queries, some, outbox, now)
      await recordEvent(queries, submissionsLeaving, { submissions: some, hasMail: outbox !== undefined }, now)
      const counts = await deleteSubmissions(queries, some)
      if (alerts > 0) counts['job-alert'] = alerts
      // A purge keeps searches for a single name: they may be about another person.
      await forgetViewsAbout(queries, some, { bySingleWords: action === 'erase' })
      await addTombstones(queries, some, now)
      await recordEvent(queries, submissionsErased, some, now)
      await recordInAuditTrail(queries, { action, actor, counts }, now)
      addCounts(totals, counts)
      return some.length
    })
    onProgress(deleted + found)
  }
  if (Object.keys(totals).length > 0) {
    try {
      await database.forgetDeleted()
      await deleteQueuedFiles(database, now)
    } catch (error) {
      // The rows are gone; the database cleans up later, and the worker deletes the files.
      if (!isDatabaseFailure(error)) throw error
    }
  }
  return totals
}
