import type { Queries } from '../platform/database/database.ts'
import { addEvent, type Handling } from './events.ts'
import { currentOf } from './handling.ts'
import type { SubmissionSummary } from './submissions.ts'

/** The ids of those that are read, for this person. */
export async function readOnes(
  queries: Queries,
  submissions: readonly Pick<SubmissionSummary, 'id' | 'handled_at'>[],
  personId: string,
): Promise<Set<string>> {
  const unhandled = submissions.filter(({ handled_at }) => handled_at === null).map(({ id }) => id)
  const marks =
    unhandled.length === 0
      ? []
      : await queries
          .selectFrom('submission_reads')
          .select('submission_id')
          .where('person_id', '=', personId)
          .where('submission_id', 'in', unhandled)
          .execute()
  const handled = submissions.filter(({ handled_at }) => handled_at !== null).map(({ id }) => id)
  return new Set([...handled, ...marks.map(({ submission_id }) => submission_id)])
}

/** For this person alone. A handled one that is marked as unread counts as not handled. */
export async function markRead(
  queries: Queries,
  reference: string,
  isRead: boolean,
  handling: Handling & { actorId: string },
) {
  const current = await currentOf(queries, reference, handling)
  const mark = { person_id: handling.actorId, submission_id: current.id }
  if (isRead) {
    await queries
      .insertInto('submission_reads')
      .values({ ...mark, read_at: handling.now.toISOString() })
      .onConflict((conflict) => conflict.columns(['person_id', 'submission_id']).doNothing())
      .execute()
    return
  }
  await queries
    .deleteFrom('submission_reads')
    .where('person_id', '=', mark.person_id)
    .where('submission_id', '=', mark.submission_id)
    .execute()
  if (current.handled_at === null) return
  await queries.updateTable('submissions').set({ handled_at: null }).where('id', '=', current.id).execute()
  await addEvent(queries, current, 'unread', handling)
}

/** After a change by the sender the record is unread for all colleagues. */
export async function forgetReads(queries: Queries, { id }: Pick<SubmissionSummary, 'id'>): Promise<void> {
  await queries.deleteFrom('submission_reads').where('submission_id', '=', id).execute()
}
