import type { Selectable } from 'kysely'
import { type Act, recordInAuditTrail } from '../platform/audit-trail.ts'
import type { Database, Queries } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/tables.ts'
import { FILE_COLUMNS } from '../platform/storage/kept-files.ts'
import type { CvResult } from './cv/result.ts'
import { FORM_PROPERTIES } from './kinds.ts'

/** What every submission has, whichever form it came from. */
export type SubmissionSummary = Selectable<Tables['submissions']>

export interface CvDescription {
  file_name: string
  size: number
  sha256: string
  /** Missing until it was inspected. */
  result?: CvResult
}

interface Note {
  id: string
  /** Null: from the command line. */
  authorId: string | null
  createdAt: string
  note: string
  mentions: string[]
}

export interface WholeSubmission extends SubmissionSummary {
  /** The answers that only this form asks for, in its order. */
  answers: Record<string, string>
  /** The oldest first. */
  notes: Note[]
  /** What the staff asked afterwards and was answered, the oldest first. */
  replies: { question: string; answer: string }[]
  cv?: CvDescription
}

export async function findSubmission(queries: Queries, reference: string): Promise<WholeSubmission | undefined> {
  const found = await queries.selectFrom('submissions').selectAll().where('reference', '=', reference).execute()
  const [whole] = await readSubmissions(queries, found)
  return whole
}

/** In the order of the summaries. */
export async function readSubmissions(queries: Queries, summaries: SubmissionSummary[]): Promise<WholeSubmission[]> {
  if (summaries.length === 0) return []
  const ids = summaries.map(({ id }) => id)
  const answers = await queries.selectFrom('submission_answers').selectAll().where('submission_id', 'in', ids).execute()
  const cvs = await queries
    .selectFrom('cvs')
    .leftJoin('cv_inspections', 'cv_inspections.submission_id', 'cvs.submission_id')
    .select(['cvs.submission_id', 'file_name', 'size', 'sha256', 'result'])
    .where('cvs.submission_id', 'in', ids)
    .execute()
  const notes = await queries
    .selectFrom('submission_notes')
    .selectAll()
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
  const answersById = new Map<string, Map<string, string>>(ids.map((id) => [id, new Map()]))
  for (const { submission_id, field, answer } of answers) answersById.get(submission_id)?.set(field, answer)
  const cvsById = new Map(
    cvs.map(({ submission_id, result, ...cv }): [string, CvDescription] => [
      submission_id,
      { ...cv, ...(result && { result: JSON.parse(result) }) },
    ]),
  )

  return summaries.map((summary) => {
    const facts = FORM_PROPERTIES[summary.kind]
    const written = answersById.get(summary.id)
    const answerTo = (field: string) => (field === facts.about ? summary.about : (written?.get(field) ?? ''))
    const cv = cvsById.get(summary.id)
    return {
      ...summary,
      answers: Object.fromEntries(facts.answers.map((field) => [field, answerTo(field)])),
      notes: notes
        .filter(({ submission_id }) => submission_id === summary.id)
        .map(({ id, author_id, created_at, note, mentions }) => ({
          id,
          authorId: author_id,
          createdAt: created_at,
          note,
          mentions: JSON.parse(mentions),
        })),
      replies: replies
        .filter(({ submission_id }) => submission_id === summary.id)
        .map(({ question, answer }) => ({ question, answer })),
      ...(cv && { cv }),
    }
  })
}

/**
 * The CV, for `files.read`, which reads its bytes. None leaves the house without an entry in the audit trail: take it with `takeCv`, or in
 * a call that writes one.
 */
export async function findCv(queries: Queries, reference: string) {
  const found = await queries
    .selectFrom('cvs')
    .innerJoin('submissions', 'submissions.id', 'cvs.submission_id')
    .select(['submissions.id', 'submissions.reference', 'cvs.sha256', ...FILE_COLUMNS])
    .where('submissions.reference', '=', reference)
    .executeTakeFirst()
  if (!found) return undefined
  const { id, reference: own, sha256, ...file } = found
  return { id, reference: own, sha256, file }
}

/** With its bytes. Own transaction, which also holds the entry. */
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
