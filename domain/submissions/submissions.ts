import { type Selectable, type SqlBool, sql } from 'kysely'
import { foldLetters } from '#contract/forgiving-spelling.ts'
import { type Act, recordInAuditTrail } from '../audit-trail.ts'
import type { Database, Queries } from '../database/connection.ts'
import type { SubmissionKind, SubmissionState, Tables } from '../database/tables.ts'
import type { CvResult } from './cv/result.ts'
import { KIND_FACTS, KINDS_FOR_JOBS, SEARCHED_ANSWERS } from './kinds.ts'

/** What every submission has, whichever form it came from. */
export type SubmissionSummary = Selectable<Tables['submissions']>

export interface SubmissionFilters {
  kinds?: SubmissionKind[] | undefined
  /** Moments; `until` is the first that is too late. */
  since?: string | undefined
  until?: string | undefined
  /** `null`: the general applications. */
  jobId?: number | null | undefined
  state?: SubmissionState | undefined
  isMarked?: boolean | undefined
  email?: string | undefined
  search?: string | undefined
}

export interface CvDescription {
  file_name: string
  size: number
  sha256: string
  /** Missing until it was inspected. */
  result?: CvResult
}

export interface WholeSubmission extends SubmissionSummary {
  /** The answers that only this form asks for, in its order. */
  answers: Record<string, string>
  cv?: CvDescription
}

/** A page of the list: the last submission of the page before, and how many at most. */
export interface ListPage {
  after?: Pick<SubmissionSummary, 'created_at' | 'reference'> | undefined
  limit?: number | undefined
}

/** The newest first. */
export function listSubmissions(
  queries: Queries,
  filters: SubmissionFilters = {},
  { after, limit }: ListPage = {},
): Promise<SubmissionSummary[]> {
  return selectSubmissions(queries, filters)
    .selectAll()
    .$if(after !== undefined, (query) => query.where(isListedAfter(after as NonNullable<typeof after>)))
    .orderBy('created_at', 'desc')
    .orderBy('reference')
    .$if(limit !== undefined, (query) => query.limit(limit as number))
    .execute()
}

export async function countSubmissions(queries: Queries, filters: SubmissionFilters = {}): Promise<number> {
  const { count } = await selectSubmissions(queries, filters)
    .select(({ fn }) => fn.countAll().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
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
  const answersById = new Map<string, Map<string, string>>(ids.map((id) => [id, new Map()]))
  for (const { submission_id, field, answer } of answers) answersById.get(submission_id)?.set(field, answer)
  const cvsById = new Map(
    cvs.map(({ submission_id, result, ...cv }): [string, CvDescription] => [
      submission_id,
      { ...cv, ...(result && { result: JSON.parse(result) }) },
    ]),
  )

  return summaries.map((summary) => {
    const facts = KIND_FACTS[summary.kind]
    const written = answersById.get(summary.id)
    const answerTo = (field: string) => (field === facts.about ? summary.about : (written?.get(field) ?? ''))
    const cv = cvsById.get(summary.id)
    return {
      ...summary,
      answers: Object.fromEntries(facts.answers.map((field) => [field, answerTo(field)])),
      ...(cv && { cv }),
    }
  })
}

/** The CV with its bytes. None leaves the database without an entry in the audit trail: take it with `takeCv`, or in a call that writes one. */
export function findCv(queries: Queries, reference: string) {
  return queries
    .selectFrom('cvs')
    .innerJoin('submissions', 'submissions.id', 'cvs.submission_id')
    .select(['cvs.file_name', 'cvs.size', 'cvs.sha256', 'cvs.bytes'])
    .where('submissions.reference', '=', reference)
    .executeTakeFirst()
}

/** Own transaction, which also holds the entry. */
export function takeCv(database: Database, reference: string, action: 'cv.read' | 'cv.save', { actor, now }: Act) {
  return database.write(async (queries) => {
    const cv = await findCv(queries, reference)
    if (cv) await recordInAuditTrail(queries, { action, actor, reference, counts: { cv: 1 } }, now)
    return cv
  })
}

/** False if the reference is unknown. Without an entry in the audit trail. */
export async function changeSubmission(
  queries: Queries,
  reference: string,
  change: { state?: SubmissionState; note?: string },
): Promise<boolean> {
  const { numUpdatedRows } = await queries
    .updateTable('submissions')
    .set(change)
    .where('reference', '=', reference)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** With all that belongs to them: answers, CVs, mails that name them, keys under which they were sent. How many of each. */
export async function deleteSubmissions(
  queries: Queries,
  submissions: Pick<SubmissionSummary, 'id' | 'kind' | 'reference'>[],
): Promise<Record<string, number>> {
  if (submissions.length === 0) return {}
  const ids = submissions.map(({ id }) => id)
  const references = submissions.map(({ reference }) => reference)
  const cvs = await queries.deleteFrom('cvs').where('submission_id', 'in', ids).executeTakeFirstOrThrow()
  const mails = await queries.deleteFrom('mail_outbox').where('reference', 'in', references).executeTakeFirstOrThrow()
  const keys = await queries
    .deleteFrom('idempotency_keys')
    .where('reference', 'in', references)
    .executeTakeFirstOrThrow()
  await queries.deleteFrom('submissions').where('id', 'in', ids).execute()

  const counts: Record<string, number> = {}
  for (const { kind } of submissions) counts[kind] = (counts[kind] ?? 0) + 1
  Object.assign(counts, {
    cv: Number(cvs.numDeletedRows),
    mail: Number(mails.numDeletedRows),
    'idempotency-key': Number(keys.numDeletedRows),
  })
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0))
}

function selectSubmissions(queries: Queries, filters: SubmissionFilters) {
  const { kinds, since, until, jobId, state, isMarked, email, search } = filters
  return queries
    .selectFrom('submissions')
    .where((row) =>
      row.and(
        [
          kinds !== undefined && row('kind', 'in', kinds),
          since !== undefined && row('created_at', '>=', since),
          until !== undefined && row('created_at', '<', until),
          state !== undefined && row('state', '=', state),
          isMarked !== undefined && row('marks', isMarked ? '!=' : '=', ''),
          email !== undefined && row(sql<string>`lower(email)`, '=', email.trim().toLowerCase()),
          jobId === null && row.and([row('kind', 'in', KINDS_FOR_JOBS), row('job_id', 'is', null)]),
          typeof jobId === 'number' && row('job_id', '=', jobId),
          search !== undefined && contains(search),
        ].filter((condition) => condition !== false),
      ),
    )
}

/** The first condition lets the database begin in the middle of its index. */
function isListedAfter({ created_at, reference }: NonNullable<ListPage['after']>) {
  return sql<SqlBool>`created_at <= ${created_at} and (created_at < ${created_at} or reference > ${reference})`
}

function contains(text: string) {
  const pattern = `%${foldLetters(text).replace(/[\\%_]/g, '\\$&')}%`
  const matches = (column: string) => sql`fold_letters(${sql.ref(column)}) like ${pattern} escape '\\'`
  const columns = ['reference', 'name', 'email', 'phone', 'note', 'about', 'job_title_ar']
  return sql<SqlBool>`(${sql.join(columns.map(matches), sql` or `)} or exists (
    select 1 from submission_answers
    where submission_id = submissions.id and field in (${sql.join(SEARCHED_ANSWERS)}) and ${matches('answer')}))`
}
