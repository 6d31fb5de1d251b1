import type { Selectable } from 'kysely'
import { type Act, recordInAuditTrail } from '../platform/audit-trail.ts'
import type { Database, Queries } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/tables.ts'
import { FILE_COLUMNS } from '../platform/storage/kept-files.ts'
import type { CvResult } from './cv/result.ts'
import { FORM_PROPERTIES, WRITTEN_REPLIES } from './kinds.ts'

export type SubmissionSummary = Selectable<Tables['submissions']>

export type WholeSubmission = Awaited<ReturnType<typeof readSubmissions>>[number]

export async function findSubmission(queries: Queries, reference: string) {
  const found = await queries.selectFrom('submissions').selectAll().where('reference', '=', reference).execute()
  const [whole] = await readSubmissions(queries, found)
  return whole
}

export async function readSubmissions(queries: Queries, summaries: SubmissionSummary[]) {
  if (summaries.length === 0) return []
  const ids = summaries.map(({ id }) => id)
  const answers = await queries.selectFrom('submission_answers').selectAll().where('submission_id', 'in', ids).execute()
  const cvs = await queries
    .selectFrom('cvs')
    .leftJoin('cv_inspections', 'cv_inspections.submission_id', 'cvs.submission_id')
    .leftJoin('cv_texts', 'cv_texts.submission_id', 'cvs.submission_id')
    .select(['cvs.submission_id', 'file_name', 'size', 'sha256', 'result', 'outcome as text'])
    .where('cvs.submission_id', 'in', ids)
    .execute()
  const notes = await queries
    .selectFrom('submission_notes')
    .select(['submission_id', 'id', 'author_id as authorId', 'created_at as createdAt', 'note', 'mentions'])
    .where('submission_id', 'in', ids)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  const replies = await queries
    .selectFrom('submission_questions')
    .select(['submission_id', 'question', 'answer'])
    .where('submission_id', 'in', ids)
    .where('answer', 'is not', null)
    .$narrowType<{ answer: string }>()
    .orderBy('asked_at')
    .orderBy('id')
    .execute()

  const mailReplies = await queries
    .selectFrom('replies')
    .select(['submission_id', 'received_at as receivedAt', 'from_address as from', 'text'])
    .where('submission_id', 'in', ids)
    .where('kind', 'in', WRITTEN_REPLIES)
    .$narrowType<{ submission_id: string }>()
    .orderBy('received_at')
    .orderBy('id')
    .execute()

  const jobAnswers = await queries
    .selectFrom('submission_job_answers')
    .select(['submission_id', 'question_id', 'kind', 'question', 'answer', 'is_knock_out', 'is_confidential'])
    .where('submission_id', 'in', ids)
    .orderBy('position')
    .execute()

  const people = await peopleOf(queries, summaries)
  return summaries.map((summary) => {
    const { about, answers: fields } = FORM_PROPERTIES[summary.kind]
    const written = new Map(ownRows(answers, summary).map(({ field, answer }) => [field, answer]))
    const [cv] = ownRows(cvs, summary)
    return {
      ...summary,
      answers: Object.fromEntries<string>(
        fields.map((field) => [field, field === about ? summary.about : (written.get(field) ?? '')]),
      ),
      notes: ownRows(notes, summary).map((note) => ({ ...note, mentions: JSON.parse(note.mentions) as string[] })),
      replies: ownRows(replies, summary),
      mailReplies: ownRows(mailReplies, summary),
      jobAnswers: ownRows(jobAnswers, summary),
      person: people.get(summary.mailbox) ?? { tags: [], rating: null, pool_until: null },
      ...(cv && { cv: { ...cv, result: cv.result === null ? undefined : (JSON.parse(cv.result) as CvResult) } }),
    }
  })
}

/** Tags, ratings and talent-pool dates of the senders, by mailbox. */
async function peopleOf(queries: Queries, submissions: Pick<SubmissionSummary, 'mailbox'>[]) {
  const mailboxes = [...new Set(submissions.map(({ mailbox }) => mailbox))]
  const rows = await queries
    .selectFrom('candidates as own')
    .innerJoin('candidates as all', 'all.root_id', 'own.root_id')
    .leftJoin('candidate_tags', 'candidate_tags.candidate_id', 'all.id')
    .leftJoin('tags', 'tags.id', 'candidate_tags.tag_id')
    .select(['own.mailbox', 'all.rating', 'all.rated_at', 'all.pool_until', 'tags.name'])
    .where('own.mailbox', 'in', mailboxes)
    .where((row) =>
      row.or([
        row('all.rating', 'is not', null),
        row('all.pool_until', 'is not', null),
        row('tags.name', 'is not', null),
      ]),
    )
    .orderBy('tags.name_key')
    .execute()
  const byMailbox = new Map<string, { tags: string[]; rating: number | null; pool_until: string | null }>()
  for (const mailbox of new Set(rows.map((row) => row.mailbox))) {
    const own = rows.filter((row) => row.mailbox === mailbox)
    const rated = own.filter(({ rating }) => rating !== null)
    rated.sort((one, other) => String(other.rated_at).localeCompare(String(one.rated_at)))
    const pool = own.flatMap(({ pool_until }) => (pool_until === null ? [] : [pool_until])).sort()
    const tags = [...new Set(own.flatMap(({ name }) => (name === null ? [] : [name])))]
    byMailbox.set(mailbox, { tags, rating: rated[0]?.rating ?? null, pool_until: pool[0] ?? null })
  }
  return byMailbox
}

const ownRows = <Row extends { submission_id: string }>(rows: Row[], { id }: SubmissionSummary) =>
  rows.filter((row) => row.submission_id === id).map(({ submission_id: _, ...own }) => own)

/** Every read needs an audit entry: use `takeCv`, or a call that writes one. */
export async function findCv(queries: Queries, reference: string) {
  const found = await queries
    .selectFrom('cvs')
    .innerJoin('submissions', 'submissions.id', 'cvs.submission_id')
    .select(['submissions.id', 'submissions.reference', 'cvs.sha256', ...FILE_COLUMNS])
    .where('submissions.reference', '=', reference)
    .executeTakeFirst()
  if (!found) return undefined
  const { id, sha256, reference: _, ...file } = found
  return { id, reference, sha256, file }
}

export async function takeCv(
  { write, files }: Database,
  reference: string,
  action: 'cv.read' | 'cv.save',
  { actor, now }: Act,
) {
  const cv = await write(async (queries) => {
    const found = await findCv(queries, reference)
    if (found) await recordInAuditTrail(queries, { action, actor, reference, counts: { cv: 1 } }, now)
    return found
  })
  return cv && { sha256: cv.sha256, bytes: await files.read(cv.file) }
}
