import { eraseAlertsOf } from '../notifications/job-alerts/alerts.ts'
import { canonicalMailbox } from '../notifications/mail/canonical-mailbox.ts'
import { announceErased } from '../notifications/webhooks/events.ts'
import { forgetViewsAbout } from '../people/saved-views.ts'
import { type Act, recordInAuditTrail, SERVER, type SubmissionAction } from '../platform/audit-trail.ts'
import { monthsBefore } from '../platform/calendar.ts'
import type { Database, Queries } from '../platform/database/database.ts'
import { isDatabaseFailure } from '../platform/database/failures.ts'
import { deleteOwed } from '../platform/storage/deletions.ts'
import { deleteSubmissions } from './delete-submissions.ts'
import { listSubmissions, type SubmissionFilters } from './list-submissions.ts'
import { addTombstones } from './tombstones.ts'

export type Counts = Record<string, number>

interface Erasure extends Act {
  onProgress?: (deleted: number) => void
}

/** Everything about the person who gave this address, in whatever spelling of the mailbox. */
export async function erasePerson(database: Database, email: string, erasure: Erasure): Promise<Counts> {
  const filters = { emails: await spellingsOf(database.queries, email) }
  const eraseAlerts = (queries: Queries) => eraseAlertsOf(queries, email, erasure.now)
  return deleteAll(database, filters, 'erase', erasure, eraseAlerts)
}

/** This address first, then those under which the same mailbox is stored: other case, dots or what follows a plus sign. */
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

/** One submission alone. */
export function eraseSubmission(database: Database, reference: string, erasure: Erasure): Promise<Counts> {
  return deleteAll(database, { references: [reference] }, 'erase', erasure)
}

/** Submissions that are older than the company keeps them, with all that hangs on them. */
export function purgeOld(
  database: Database,
  months: number,
  { actor = SERVER, ...erasure }: Partial<Erasure> & Pick<Erasure, 'now'>,
): Promise<Counts> {
  return deleteAll(database, { until: purgedBefore(months, erasure.now) }, 'purge', { actor, ...erasure })
}

export const purgedBefore = (months: number, now: Date) => monthsBefore(now, months).toISOString()

// Visitors who send something meanwhile wait for one step at the most.
const SUBMISSIONS_IN_ONE_STEP = 200

async function deleteAll(
  database: Database,
  filters: SubmissionFilters,
  action: SubmissionAction,
  { actor, now, onProgress = () => {} }: Erasure,
  /** With the first of them, or where there are none. */
  eraseAlerts: (queries: Queries) => Promise<number> = async () => 0,
): Promise<Counts> {
  const totals: Counts = {}
  for (let deleted = 0, found = SUBMISSIONS_IN_ONE_STEP; found === SUBMISSIONS_IN_ONE_STEP; deleted += found) {
    found = await database.write(async (queries) => {
      const some = await listSubmissions(queries, filters, { limit: SUBMISSIONS_IN_ONE_STEP })
      const alerts = await eraseAlerts(queries)
      if (some.length === 0 && alerts === 0) return 0
      const counts = await deleteSubmissions(queries, some)
      if (alerts > 0) counts['job-alert'] = alerts
      // Who grows old by the calendar asked for nothing: a search for one of their names may be meant for somebody else.
      await forgetViewsAbout(queries, some, { bySingleWords: action === 'erase' })
      await addTombstones(queries, some, now)
      await announceErased(queries, some, now)
      await recordInAuditTrail(queries, { action, actor, counts }, now)
      for (const [name, count] of Object.entries(counts)) totals[name] = (totals[name] ?? 0) + count
      return some.length
    })
    onProgress(deleted + found)
  }
  if (Object.keys(totals).length > 0) {
    try {
      await database.forgetDeleted()
      // What the store does not delete now stays owed.
      await deleteOwed(database, now)
    } catch (error) {
      // The rows are gone whatever becomes of this; the database cleans up by itself later, and the worker deletes what is owed.
      if (!isDatabaseFailure(error)) throw error
    }
  }
  return totals
}
