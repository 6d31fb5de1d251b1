import { type SqlBool, sql } from 'kysely'
import type { Queries } from '../platform/database/database.ts'
import type { MailKind } from '../platform/database/tables.ts'

/** Mails that a person has written or proposed. A question counts once it stands on the sender's page. */
const ANSWERING_MAILS: readonly MailKind[] = ['letter', 'interview-times']

/** Records when the sender could first read or hear a person. Not editable, so the version stays. */
export async function noteFirstAnswer(queries: Queries, submissionId: string, at: Date): Promise<void> {
  await queries
    .updateTable('submissions')
    .set({ first_answer_at: at.toISOString() })
    .where('id', '=', submissionId)
    .where('first_answer_at', 'is', null)
    .execute()
}

/** For all submissions that the mail is about. */
export async function noteMailedAnswer(
  queries: Queries,
  { id, kind, reference }: { id: string; kind: MailKind; reference: string },
  at: Date,
): Promise<void> {
  if (!ANSWERING_MAILS.includes(kind)) return
  await queries
    .updateTable('submissions')
    .set({ first_answer_at: at.toISOString() })
    .where('first_answer_at', 'is', null)
    .where((row) =>
      row.or([
        row('reference', '=', reference),
        row('id', 'in', row.selectFrom('letter_submissions').select('submission_id').where('letter_id', '=', id)),
      ]),
    )
    .execute()
}

/** After something that counted was taken back. */
export async function refreshFirstAnswer(queries: Queries, submissionId: string): Promise<void> {
  const mailed = queries
    .selectFrom('mails')
    .innerJoin('submissions as own', (join) => join.onTrue().on('own.id', '=', submissionId))
    .select('mails.sent_at as at')
    .where('sent_at', 'is not', null)
    .where('mails.kind', 'in', ANSWERING_MAILS)
    .where(
      sql<SqlBool>`(mails.reference = own.reference or exists (select 1 from letter_submissions
        where letter_submissions.letter_id = mails.id and letter_submissions.submission_id = own.id))`,
    )
  const asked = queries
    .selectFrom('submission_questions')
    .select('asked_at as at')
    .where('submission_id', '=', submissionId)
  const events = queries
    .selectFrom('submission_events')
    .select(['happened_at as at', 'kind', 'details'])
    .where('submission_id', '=', submissionId)
    .where('kind', 'in', ['answered', 'contacted'])
    .orderBy('happened_at')
  const told: string[] = []
  for (const { at, kind, details } of await events.execute())
    if (kind === 'answered' && JSON.parse(details).isUndone) told.pop()
    else told.push(at)
  const moments = [...(await mailed.execute()), ...(await asked.execute())].map(({ at }) => at ?? '')
  const [first = null] = [...moments, ...told].toSorted()
  await queries.updateTable('submissions').set({ first_answer_at: first }).where('id', '=', submissionId).execute()
}
