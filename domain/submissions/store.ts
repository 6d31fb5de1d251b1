import { randomUUID } from 'node:crypto'
import type { Language } from '#texts/languages.ts'
import { foldSpelling } from '#texts/spelling.ts'
import { type Company, findCompany } from '../content/company.ts'
import { listPublishedJobs } from '../content/published-jobs.ts'
import { canonicalMailbox } from '../platform/canonical-mailbox.ts'
import type { Database, Queries } from '../platform/database/database.ts'
import type { AddedAs, SubmissionKind } from '../platform/database/tables.ts'
import { recordEvent } from '../platform/events/events.ts'
import { hashOf } from '../platform/secrets.ts'
import { type SpentToken, spendOnce } from '../platform/spent-tokens.ts'
import { inRow, type KeptFile } from '../platform/storage/kept-files.ts'
import { rememberCandidates } from './candidate-rows.ts'
import { enqueueInspection } from './cv/queue.ts'
import { addEvent, type Handling, type Outbox, submissionReceived } from './events.ts'
import { claimKeys, isKeyTaken } from './idempotency-keys.ts'
import { insertJobAnswers, type JobAnswer, searchedIn } from './job-answers.ts'
import { FORM_PROPERTIES, type Forms, SEARCHED_ANSWERS } from './kinds.ts'
import { addLink, currentToken, linkSecretOf } from './links.ts'
import { answerDueAt } from './promises.ts'
import { newReference } from './reference.ts'
import { addToSearch, arrivalOf, searchRowOf } from './search-row.ts'
import { type CameBy, UNKNOWN_SOURCE } from './sources.ts'
import type { SubmissionSummary } from './submissions.ts'

export type NewSubmission = {
  [Kind in SubmissionKind]: {
    kind: Kind
    values: Forms[Kind]
    language: Language
    /** Reasons for a second look. */
    marks: string[]
    hash: string
    cv?: Cv
    jobAnswers?: JobAnswer[]
    cameBy?: CameBy
  }
}[SubmissionKind]

export interface Cv {
  fileName: string
  bytes: Buffer
  sha256: string
}

export interface StoreOptions {
  /** The sender's: a repetition gets the same receipt, and nothing is stored twice. */
  key?: string | undefined
  /** Key of the hour before; see docs/decisions/idempotency-keys.md. */
  formerKey?: string | undefined
  /** In the transaction, but not for a repetition; throws to refuse. */
  admit(queries: Queries): Promise<void>
  /** Before the transaction, unless it may be a repetition: a flood is refused early. */
  refuseEarly?(): Promise<void>
  proof?: SpentToken | undefined
  now: Date
  outbox?: Outbox | undefined
  onCvStored?: (() => void) | undefined
}

export class ProofSpent extends Error {
  override name = 'ProofSpent'
}

interface Stored {
  reference: string
  language: Language
  /** Of the sender's page; undefined if the staff have ended the link. */
  token: string | undefined
  isRepeated: boolean
}

/** One transaction; resolves after the durable commit. An object store has the CV before. Throws `KeyReused` and `ProofSpent`. */
export async function storeSubmission(database: Database, submission: NewSubmission, options: StoreOptions) {
  const { key, outbox, onCvStored } = options
  if (key === undefined) await options.refuseEarly?.()
  const secret = await linkSecretOf(database)
  const cvFile = submission.cv && (await keepCv(database, submission.cv, options))
  for (let attempt = 1; ; attempt++) {
    try {
      const stored = await database.write((queries) => storeOnce(queries, submission, { ...options, cvFile }, secret))
      outbox?.wake()
      if (submission.cv) onCvStored?.()
      return stored
    } catch (error) {
      if (!isUniqueViolation(error) || attempt === MAX_REFERENCES_TRIED) throw error
    }
  }
}

const MAX_REFERENCES_TRIED = 3

async function keepCv({ files, queries }: Database, { bytes }: Cv, { key, formerKey, refuseEarly }: StoreOptions) {
  if (!files.isRemote) return inRow(bytes)
  if (key !== undefined && (await isKeyTaken(queries, { key, formerKey }))) return inRow(bytes)
  // A flood is refused before it fills the store.
  await refuseEarly?.()
  return files.keep('cvs', bytes)
}

async function storeOnce(
  queries: Queries,
  submission: NewSubmission,
  options: StoreOptions & { cvFile: KeptFile | undefined },
  secret: string,
): Promise<Stored> {
  const { kind, language, hash } = submission
  const { key, formerKey, now } = options
  const company = await findCompany(queries)
  const reference = newReference(company)
  const created_at = now.toISOString()
  if (key !== undefined) {
    const wanted = { kind, body_hash: hash, reference, language, created_at }
    const first = await claimKeys(queries, { key, formerKey }, wanted)
    if (first) {
      const token = await currentToken(queries, secret, first.reference)
      return { reference: first.reference, language: first.language, token, isRepeated: true }
    }
  }
  if (options.proof && !(await spendOnce(queries, options.proof))) throw new ProofSpent()
  await options.admit(queries)
  const row = await insertSubmission(queries, submission, company, { reference, created_at }, options.cvFile)
  const token = await addLink(queries, secret, row.id, created_at)
  if (submission.cv) await enqueueInspection(queries, row, created_at)
  const hasCv = submission.cv !== undefined
  await recordEvent(queries, submissionReceived, { submission: row, hasCv, outbox: options.outbox }, now)
  return { reference, language, token, isRepeated: false }
}

/** Who entered it, and how it came to them. */
interface Origin {
  addedBy: string | null
  addedAs: AddedAs | null
}

interface ByHand {
  key: string
  secret: string
  /** Undefined: the person is not told. */
  outbox: Outbox | undefined
  handling: Handling & { actorId: string }
}

/** An application that a colleague enters; what was not asked stays empty. In the transaction of the call. */
export async function storeByHand(
  queries: Queries,
  values: Pick<Forms['career-application'], 'name' | 'email' | 'phone' | 'job_id'>,
  { language, addedAs }: { language: Language; addedAs: AddedAs },
  { key, secret, outbox, handling }: ByHand,
): Promise<{ reference: string; token: string | undefined }> {
  const kind = 'career-application' as const
  const { now, actorId } = handling
  const company = await findCompany(queries)
  const created_at = now.toISOString()
  const body_hash = hashOf(JSON.stringify({ ...values, language, addedAs }))
  const wanted = { kind, body_hash, reference: newReference(company), language, created_at } as const
  const first = await claimKeys(queries, { key }, wanted)
  if (first) return { reference: first.reference, token: await currentToken(queries, secret, first.reference) }
  const { reference } = wanted
  const submission = { kind, values: { ...NOT_ASKED, ...values }, language, marks: [], hash: body_hash }
  const origin = { addedBy: actorId, addedAs }
  const row = await insertSubmission(queries, submission, company, { reference, created_at }, undefined, origin)
  const token = await addLink(queries, secret, row.id, created_at)
  await addEvent(queries, row, 'added', handling, { as: addedAs })
  await recordEvent(queries, submissionReceived, { submission: row, hasCv: false, outbox }, now)
  return { reference, token }
}

const NOT_ASKED = { address: '', date_of_birth: '', college: '', major: '', graduation_date: '', notice_period: '' }

async function insertSubmission(
  queries: Queries,
  { kind, values, language, marks, cv, jobAnswers = [], cameBy = UNKNOWN_SOURCE }: NewSubmission,
  company: Company,
  { reference, created_at }: Pick<SubmissionSummary, 'reference' | 'created_at'>,
  cvFile: KeptFile | undefined,
  { addedBy = null, addedAs = null }: Partial<Origin> = {},
): Promise<SubmissionSummary> {
  const { name, email, phone, ...rest } = values
  const written: Record<string, string | number | undefined> = rest
  const { answers, about } = FORM_PROPERTIES[kind]
  const job = typeof written.job_id === 'number' ? await findJob(queries, written.job_id) : undefined
  const id = randomUUID()
  const row: SubmissionSummary = {
    id,
    reference,
    kind,
    created_at,
    language,
    name,
    name_key: foldSpelling(name),
    email,
    mailbox: canonicalMailbox(email),
    phone,
    about: about ? String(written[about]) : (job?.title_en ?? ''),
    job_id: job?.id ?? null,
    job_title_ar: job?.title_ar ?? null,
    marks: marks.join(' '),
    stage: 'new',
    step: '',
    stage_since: created_at,
    decline_reason: null,
    handled_at: null,
    answered_at: null,
    answered_by: null,
    answer_due_at: await answerDueAt(queries, company, kind, new Date(created_at)),
    assignee_id: null,
    added_by: addedBy,
    added_as: addedAs,
    ...cameBy,
    source: cameBy.source ?? addedAs,
    reached: 0,
    first_answer_at: null,
    is_sample: 0,
    version: 1,
    arrival: arrivalOf({ id, created_at }),
  }
  const others = answers
    .filter((field) => field !== about)
    .map((field) => ({ submission_id: row.id, field, answer: String(written[field]) }))
  await queries.insertInto('submissions').values(row).execute()
  await queries.insertInto('submission_answers').values(others).execute()
  await insertJobAnswers(queries, row.id, jobAnswers)
  const searched = others.filter(({ field }) => SEARCHED_ANSWERS.includes(field)).map(({ answer }) => answer)
  await addToSearch(queries, searchRowOf(row, [...searched, ...searchedIn(jobAnswers)]))
  await rememberCandidates(queries, [row])
  if (cv && cvFile)
    await queries
      .insertInto('cvs')
      .values({ submission_id: row.id, ...cvColumns(cv), ...cvFile })
      .execute()
  return row
}

export const cvColumns = ({ fileName, bytes, sha256 }: Cv) => ({ file_name: fileName, size: bytes.length, sha256 })

/** Stored with the application: the job may be deleted later. */
async function findJob(queries: Queries, id: number) {
  const [job] = await listPublishedJobs(queries, { id })
  // Deleted since the form was checked.
  const title = job?.title ?? { en: `Job ${id}`, ar: `وظيفة رقم ${id}` }
  return { id, title_en: title.en, title_ar: title.ar }
}

function isUniqueViolation(error: unknown) {
  const { code } = error as { code?: string }
  return code === 'SQLITE_CONSTRAINT_UNIQUE' || code === '23505'
}
