import type { Queries } from '../platform/database/database.ts'
import { recordEvent } from '../platform/events/events.ts'
import { colleagueNoticed, type Handling } from './events.ts'
import type { SubmissionSummary } from './submissions.ts'

/** In the place of a note's id. */
export const ASSIGNED = ''

/** Never for oneself. Undoing the assignment or removing the note hides it. */
export async function noticeColleagues(
  queries: Queries,
  { id }: Pick<SubmissionSummary, 'id'>,
  { people, noteId }: { people: readonly string[]; noteId: string },
  { actorId, now, mailDomain }: Handling,
): Promise<void> {
  for (const personId of new Set(people)) {
    if (personId === actorId) continue
    const news = { actor_id: actorId, created_at: now.toISOString(), mailed_at: null }
    await queries
      .insertInto('submission_notices')
      .values({ person_id: personId, submission_id: id, note_id: noteId, ...news })
      .onConflict((conflict) => conflict.columns(['person_id', 'submission_id', 'note_id']).doUpdateSet(news))
      .execute()
    await recordEvent(queries, colleagueNoticed, { personId, mailDomain }, now)
  }
}

const MAX_NOTICES_SHOWN = 8

/** One for each submission and reason, the newest first. */
export async function noticesFor(queries: Queries, personId: string) {
  const shown = [...new Map((await selectNotices(queries, personId)).map((each) => [keyOf(each), each])).values()]
  return {
    items: shown
      .slice(-MAX_NOTICES_SHOWN)
      .reverse()
      .map(({ noteId, isSample, mailedAt: _mailedAt, ...notice }) => ({
        ...notice,
        reason: reasonOf(noteId),
        isSample: isSample === 1,
      })),
    count: shown.length,
  }
}

const keyOf = ({ reference, noteId }: { reference: string; noteId: string }) => `${reference} ${reasonOf(noteId)}`

export const reasonOf = (noteId: string) => (noteId === ASSIGNED ? ('assignment' as const) : ('mention' as const))

/** The oldest first. */
export const selectNotices = (queries: Queries, personId: string) =>
  queries
    .selectFrom('submission_notices')
    .innerJoin('submissions', 'submissions.id', 'submission_notices.submission_id')
    .select(['reference', 'name', 'kind', 'about', 'language', 'job_title_ar as aboutInArabic', 'job_id as jobId'])
    .select(['note_id as noteId', 'actor_id as actorId', 'mailed_at as mailedAt', 'is_sample as isSample'])
    .select('submission_notices.created_at as at')
    .where('person_id', '=', personId)
    .where(({ eb, or, exists, selectFrom }) =>
      or([
        eb('note_id', '=', ASSIGNED).and('assignee_id', '=', personId),
        exists(
          selectFrom('submission_notes')
            .select('submission_notes.id')
            .whereRef('submission_notes.id', '=', 'submission_notices.note_id'),
        ),
      ]),
    )
    .orderBy('submission_notices.created_at')
    .execute()

/** The person has opened it. */
export const forgetNotices = (queries: Queries, { id }: Pick<SubmissionSummary, 'id'>, personId: string) =>
  queries.deleteFrom('submission_notices').where('submission_id', '=', id).where('person_id', '=', personId).execute()

export const markMailed = (queries: Queries, personId: string, until: string, at: Date) =>
  queries
    .updateTable('submission_notices')
    .set({ mailed_at: at.toISOString() })
    .where('person_id', '=', personId)
    .where('mailed_at', 'is', null)
    .where('created_at', '<=', until)
    .execute()
