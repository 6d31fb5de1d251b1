import { CANDIDATE } from '../platform/audit-trail.ts'
import type { Queries } from '../platform/database/database.ts'
import { recordEvent } from '../platform/events/events.ts'
import { addEvent, type Handling } from '../submissions/events.ts'
import type { SubmissionSummary } from '../submissions/submissions.ts'
import { callAsked } from './events.ts'

interface WantedCall {
  phone: string
  times: string
}

/** One for each application: a later one stands in for the former. */
export async function askForCall(queries: Queries, submission: SubmissionSummary, wanted: WantedCall, now: Date) {
  const row = { ...wanted, asked_at: now.toISOString(), done_at: null, done_by: null }
  await queries
    .insertInto('call_requests')
    .values({ submission_id: submission.id, ...row })
    .onConflict((conflict) => conflict.column('submission_id').doUpdateSet(row))
    .execute()
  await addEvent(queries, submission, 'call-asked', { actorId: null, now }, { by: CANDIDATE })
  await recordEvent(queries, callAsked, { submission }, now)
}

export async function callRequestOf(queries: Queries, submissionId: string) {
  const row = await queries
    .selectFrom('call_requests')
    .selectAll()
    .where('submission_id', '=', submissionId)
    .executeTakeFirst()
  return row && { askedAt: row.asked_at, phone: row.phone, times: row.times, doneAt: row.done_at, doneBy: row.done_by }
}

/** False if there is none, or a colleague was faster. */
export async function markCallDone(queries: Queries, submission: SubmissionSummary, handling: Handling) {
  const { numUpdatedRows } = await queries
    .updateTable('call_requests')
    .set({ done_at: handling.now.toISOString(), done_by: handling.actorId })
    .where('submission_id', '=', submission.id)
    .where('done_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows > 0n) await addEvent(queries, submission, 'call-done', handling)
  return numUpdatedRows > 0n
}
