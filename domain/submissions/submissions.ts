import { type Selectable, type SqlBool, sql } from 'kysely'
import { foldLetters } from '#contract/forgiving-spelling.ts'
import type { Queries } from '../database/connection.ts'
import {
  SUBMISSION_KINDS,
  type SubmissionColumns,
  type SubmissionKind,
  type SubmissionState,
  type Tables,
} from '../database/tables.ts'

/** What every submission has, whichever form it came from. */
export interface SubmissionSummary extends SubmissionColumns {
  kind: SubmissionKind
  state: SubmissionState
  note: string
  name: string
  email: string
  phone: string
  /** The subject, the position, or the title of the job. */
  about: string
  job_id: number | null
}

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
}

export interface WholeSubmission extends SubmissionSummary {
  /** The answers that only this form asks for. */
  answers: Record<string, string>
  cv?: CvDescription
}

/** A piece of the list: where the piece before it ended, and how long it may be. */
export interface Piece {
  after?: Pick<SubmissionSummary, 'created_at' | 'reference'> | undefined
  limit?: number | undefined
}

/** The newest first. */
export async function listSubmissions(
  queries: Queries,
  filters: SubmissionFilters = {},
  piece: Piece = {},
): Promise<SubmissionSummary[]> {
  const { limit } = piece
  // Each form's table gives its newest along its index; only those few are then put in order together.
  const lists = (filters.kinds ?? SUBMISSION_KINDS).map((kind) => {
    const all = summaries(queries, kind, filters, piece.after)
    const newest = limit === undefined ? all : all.orderBy('created_at', 'desc').orderBy('reference').limit(limit)
    return queries.selectFrom(newest.as(TABLES[kind])).selectAll()
  })
  const [first, ...others] = lists
  if (!first) return []
  const together = others.reduce((all, each) => all.unionAll(each), first)
  return queries
    .selectFrom(together.as('submissions'))
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('reference')
    .$if(limit !== undefined, (query) => query.limit(limit as number))
    .execute()
}

export async function countSubmissions(queries: Queries, filters: SubmissionFilters = {}): Promise<number> {
  let total = 0
  for (const kind of filters.kinds ?? SUBMISSION_KINDS) {
    const { count } = await queries
      .selectFrom(summaries(queries, kind, filters).as('submissions'))
      .select(({ fn }) => fn.countAll().as('count'))
      .executeTakeFirstOrThrow()
    total += Number(count)
  }
  return total
}

export async function findSubmission(queries: Queries, reference: string): Promise<WholeSubmission | undefined> {
  for (const kind of SUBMISSION_KINDS) {
    const [found] = await readWhole(queries, kind, [reference])
    if (found) return found
  }
}

/** In the order of the references. */
export async function readSubmissions(queries: Queries, summaries: SubmissionSummary[]): Promise<WholeSubmission[]> {
  const whole = new Map<string, WholeSubmission>()
  for (const kind of SUBMISSION_KINDS) {
    const references = summaries.filter((each) => each.kind === kind).map(({ reference }) => reference)
    for (const each of await readWhole(queries, kind, references)) whole.set(each.reference, each)
  }
  return summaries.map(({ reference }) => whole.get(reference)).filter((each) => each !== undefined)
}

export async function findCv(queries: Queries, reference: string) {
  return queries
    .selectFrom('cvs')
    .innerJoin('career_applications', 'career_applications.id', 'cvs.career_application_id')
    .select(['cvs.file_name', 'cvs.size', 'cvs.sha256', 'cvs.bytes'])
    .where('career_applications.reference', '=', reference)
    .executeTakeFirst()
}

/** Whether there is such a submission. */
export async function handleSubmission(
  queries: Queries,
  reference: string,
  change: { state?: SubmissionState; note?: string },
): Promise<boolean> {
  for (const kind of SUBMISSION_KINDS) {
    const { numUpdatedRows } = await queries
      .updateTable(TABLES[kind])
      .set(change)
      .where('reference', '=', reference)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows > 0n) return true
  }
  return false
}

/** The submissions with all that hangs on them: CVs, mails that name them, keys under which they were sent. */
export async function deleteSubmissions(
  queries: Queries,
  submissions: Pick<SubmissionSummary, 'id' | 'kind' | 'reference'>[],
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  const count = (name: string, deleted: bigint) => {
    if (deleted > 0n) counts[name] = (counts[name] ?? 0) + Number(deleted)
  }
  if (submissions.length === 0) return counts

  const references = submissions.map(({ reference }) => reference)
  for (const kind of SUBMISSION_KINDS) {
    const ids = submissions.filter((each) => each.kind === kind).map(({ id }) => id)
    if (ids.length === 0) continue
    if (kind === 'career-application') {
      const cvs = await queries.deleteFrom('cvs').where('career_application_id', 'in', ids).executeTakeFirstOrThrow()
      count('cv', cvs.numDeletedRows)
    }
    const rows = await queries.deleteFrom(TABLES[kind]).where('id', 'in', ids).executeTakeFirstOrThrow()
    count(kind, rows.numDeletedRows)
  }
  const mails = await queries.deleteFrom('mail_outbox').where('reference', 'in', references).executeTakeFirstOrThrow()
  count('mail', mails.numDeletedRows)
  const keys = await queries
    .deleteFrom('idempotency_keys')
    .where('reference', 'in', references)
    .executeTakeFirstOrThrow()
  count('idempotency-key', keys.numDeletedRows)
  return counts
}

const TABLES = {
  'contact-message': 'contact_messages',
  'internship-application': 'internship_applications',
  'career-application': 'career_applications',
} as const

const SHARED_COLUMNS = [
  'id',
  'reference',
  'created_at',
  'language',
  'doubtful',
  'doubtful_reasons',
  'state',
  'note',
  'name',
  'email',
  'phone',
] as const

const SEARCHED_COLUMNS: Record<SubmissionKind, string[]> = {
  'contact-message': ['subject', 'message'],
  'internship-application': ['position', 'why_hire_you'],
  'career-application': ['address', 'college', 'major', 'notice_period'],
}

function summaries(queries: Queries, kind: SubmissionKind, filters: SubmissionFilters, after?: Piece['after']) {
  const table = TABLES[kind]
  const column = (name: string) => sql.ref<string>(`${table}.${name}`)
  const about = {
    'contact-message': column('subject'),
    'internship-application': column('position'),
    'career-application': sql<string>`coalesce((select title_en from jobs where jobs.id = ${column('job_id')}), '')`,
  }[kind]
  const jobId =
    kind === 'career-application'
      ? sql.ref<number | null>(`${table}.job_id`)
      : sql<number | null>`cast(null as integer)`

  const conditions = [
    filters.since !== undefined && sql<SqlBool>`${column('created_at')} >= ${filters.since}`,
    filters.until !== undefined && sql<SqlBool>`${column('created_at')} < ${filters.until}`,
    filters.state !== undefined && sql<SqlBool>`${column('state')} = ${filters.state}`,
    filters.isMarked !== undefined && sql<SqlBool>`${column('doubtful')} = ${filters.isMarked ? 1 : 0}`,
    filters.email !== undefined && sql<SqlBool>`lower(${column('email')}) = ${filters.email.trim().toLowerCase()}`,
    filters.jobId === null && (kind === 'career-application' ? sql<SqlBool>`${jobId} is null` : NEVER),
    typeof filters.jobId === 'number' && sql<SqlBool>`${jobId} = ${filters.jobId}`,
    filters.search !== undefined && matches(filters.search),
    after !== undefined && sql<SqlBool>`${column('created_at')} <= ${after.created_at}`,
    after !== undefined &&
      sql<SqlBool>`(${column('created_at')} < ${after.created_at} or ${column('reference')} > ${after.reference})`,
  ].filter((condition) => condition !== false)

  return queries
    .selectFrom(table as 'contact_messages')
    .select(SHARED_COLUMNS)
    .select([sql<SubmissionKind>`cast(${kind} as text)`.as('kind'), about.as('about'), jobId.as('job_id')])
    .where((row) => row.and(conditions))

  function matches(text: string) {
    const pattern = `%${foldLetters(text).replace(/[\\%_]/g, '\\$&')}%`
    const columns = ['reference', 'name', 'email', 'phone', 'note', ...SEARCHED_COLUMNS[kind]].map(column)
    const tests = [...columns, about].map((each) => sql`fold_letters(${each}) like ${pattern} escape '\\'`)
    return sql<SqlBool>`(${sql.join(tests, sql` or `)})`
  }
}

const NEVER = sql<SqlBool>`1 = 0`

async function readWhole(queries: Queries, kind: SubmissionKind, references: string[]): Promise<WholeSubmission[]> {
  if (references.length === 0) return []
  const rows: Record<string, unknown>[] = await queries
    .selectFrom(TABLES[kind])
    .selectAll()
    .where('reference', 'in', references)
    .execute()
  const { jobTitles, cvs } = await readJobsAndCvs(queries, kind === 'career-application' ? rows : [])
  return rows.map((row) => {
    const { job_id = null, ...rest } = row as unknown as Selectable<Tables['career_applications']>
    const shared = Object.fromEntries(SHARED_COLUMNS.map((name) => [name, rest[name]]))
    const answers = Object.fromEntries(Object.entries(rest).filter(([name]) => !(name in shared)))
    const about = String(row.subject ?? row.position ?? jobTitles.get(job_id) ?? '')
    const cv = cvs.get(rest.id)
    return { ...shared, kind, job_id, about, answers, ...(cv && { cv }) } as WholeSubmission
  })
}

async function readJobsAndCvs(queries: Queries, applications: Record<string, unknown>[]) {
  const jobTitles = new Map<number | null, string>()
  const cvs = new Map<string, CvDescription>()
  if (applications.length > 0) {
    const ids = applications.map(({ id }) => String(id))
    const jobs = await queries.selectFrom('jobs').select(['id', 'title_en']).execute()
    for (const { id, title_en } of jobs) jobTitles.set(id, title_en)
    const described = await queries
      .selectFrom('cvs')
      .select(['career_application_id', 'file_name', 'size', 'sha256'])
      .where('career_application_id', 'in', ids)
      .execute()
    for (const { career_application_id, ...cv } of described) cvs.set(career_application_id, cv)
  }
  return { jobTitles, cvs }
}
