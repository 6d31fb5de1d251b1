import type { AuditedAction } from '../audit-trail.ts'
import { recordInAuditTrail } from '../audit-trail.ts'
import { monthsBefore } from '../calendar.ts'
import type { Database } from '../database/connection.ts'
import { deleteSubmissions, listSubmissions, type SubmissionFilters } from './submissions.ts'

export type Counts = Record<string, number>

/** Everything about the person who gave this address. */
export function erasePerson(database: Database, email: string, now: Date): Promise<Counts> {
  return deleteAll(database, { email }, 'erase', now)
}

/** Submissions that are older than the company keeps them, with all that hangs on them. */
export function purgeOld(
  database: Database,
  months: number,
  now: Date,
  tellProgress: (deleted: number) => void = () => {},
): Promise<Counts> {
  return deleteAll(database, { until: purgedBefore(months, now) }, 'purge', now, tellProgress)
}

export const purgedBefore = (months: number, now: Date) => monthsBefore(now, months).toISOString()

// Visitors who send something meanwhile wait for one step at the most.
const SUBMISSIONS_IN_ONE_STEP = 200

async function deleteAll(
  database: Database,
  filters: SubmissionFilters,
  action: AuditedAction,
  now: Date,
  tellProgress: (deleted: number) => void = () => {},
): Promise<Counts> {
  const totals: Counts = {}
  for (let deleted = 0, found = SUBMISSIONS_IN_ONE_STEP; found === SUBMISSIONS_IN_ONE_STEP; deleted += found) {
    found = await database.write(async (queries) => {
      const some = await listSubmissions(queries, filters, { limit: SUBMISSIONS_IN_ONE_STEP })
      if (some.length === 0) return 0
      const counts = await deleteSubmissions(queries, some)
      await recordInAuditTrail(queries, action, counts, now)
      for (const [name, count] of Object.entries(counts)) totals[name] = (totals[name] ?? 0) + count
      return some.length
    })
    tellProgress(deleted + found)
  }
  if (Object.keys(totals).length > 0) await database.forgetDeleted()
  return totals
}
