import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { GUEST_API } from '#contract/endpoints.ts'
import { openDatabase } from '#domain/platform/database/connection.ts'
import type { DatabaseSettings } from '#domain/platform/database/database.ts'
import { FILE_COLUMNS } from '#domain/platform/storage/kept-files.ts'
import { countSubmissions } from '#domain/submissions/list-submissions.ts'
import { aCareerApplication, aContactMessage, anInternshipApplication, aPdf } from '../support/builders.ts'

/** One submission with its idempotency key and answers. */
export interface TestSubmission {
  email: string
  cvHash: string | undefined
  request(url: string): Request
  send(url: string): Promise<Response>
}

type StoredSubmission = Pick<TestSubmission, 'email' | 'cvHash'>

export interface Outcome {
  acknowledged: TestSubmission[]
  /** Sent without a response. */
  unanswered: TestSubmission[]
  /** Responses other than "stored". */
  refusals: { status: number; retryAfter: string | null }[]
}

let submissions = 0

/** The three forms in turn. `cvBytes` is the rough size of a CV. */
export function aSubmission(cvBytes = 20_000, kind = submissions++ % 3): TestSubmission {
  const key = randomUUID()
  const email = `${key}@mail.example`
  if (kind < 2) {
    const path = kind === 0 ? 'contact-us' : 'Internship'
    const body = JSON.stringify(kind === 0 ? aContactMessage({ email }) : anInternshipApplication({ email }))
    const headers = { 'content-type': 'application/json', 'idempotency-key': key }
    return submission(email, undefined, (url) => new Request(url + GUEST_API + path, { method: 'POST', headers, body }))
  }
  const bytes = aPdf({ padding: randomBytes(cvBytes / 2).toString('hex') })
  return submission(email, hashOf(bytes), (url) => {
    const body = aCareerApplication({ fields: { email }, cv: { bytes } })
    return new Request(`${url}${GUEST_API}Form`, { method: 'POST', headers: { 'idempotency-key': key }, body })
  })
}

function submission(email: string, cvHash: string | undefined, request: (url: string) => Request): TestSubmission {
  return { email, cvHash, request, send: (url) => fetch(request(url)) }
}

export const anUpload = (cvBytes: number) => aSubmission(cvBytes, 2)
export const aMessage = () => aSubmission(0, 0)

/** Concurrent senders, each with one submission after another, until the end or the first lost connection. */
export async function sendUntil(
  isOver: () => boolean,
  urls: string[],
  outcome = emptyOutcome(),
  people = 20,
): Promise<Outcome> {
  await Promise.all(Array.from({ length: people }, (_, person) => sendOn(urls[person % urls.length] as string)))
  return outcome

  async function sendOn(url: string) {
    while (!isOver()) {
      const submission = aSubmission()
      try {
        await note(outcome, submission, await submission.send(url))
      } catch {
        outcome.unanswered.push(submission)
        return
      }
    }
  }
}

export const emptyOutcome = (): Outcome => ({ acknowledged: [], unanswered: [], refusals: [] })

export async function note(outcome: Outcome, submission: TestSubmission, answer: Response) {
  await answer.text()
  if (answer.status === 201) outcome.acknowledged.push(submission)
  else outcome.refusals.push({ status: answer.status, retryAfter: answer.headers.get('retry-after') })
}

export async function countStored(settings: DatabaseSettings): Promise<number> {
  const database = await openDatabase(settings)
  try {
    return await countSubmissions(database.queries)
  } finally {
    await database.close()
  }
}

/** Submissions that are not stored exactly once with their CV. */
export async function lostOrDoubled(settings: DatabaseSettings, submissions: StoredSubmission[]) {
  const stored = await findSubmissions(settings, submissions)
  return submissions.filter(({ email, cvHash }) => {
    const found = stored.get(email)
    return found?.times !== 1 || found.cvHash !== cvHash
  })
}

const SUBMISSIONS_AT_ONCE = 200

/** How often each is stored, with the hash of its CV's stored bytes. */
async function findSubmissions(settings: DatabaseSettings, submissions: StoredSubmission[]) {
  const database = await openDatabase(settings)
  const { queries, files } = database
  const found = new Map<string, { times: number; cvHash?: string }>()
  try {
    for (let from = 0; from < submissions.length; from += SUBMISSIONS_AT_ONCE) {
      const addresses = submissions.slice(from, from + SUBMISSIONS_AT_ONCE).map(({ email }) => email)
      // Along the desk's index, so that the fiftieth round costs no more than the first.
      const rows = await queries.selectFrom('submissions').select('email').where(byAddress, 'in', addresses).execute()
      for (const { email } of rows) found.set(email, { times: (found.get(email)?.times ?? 0) + 1 })
      const cvs = await queries
        .selectFrom('cvs')
        .innerJoin('submissions', 'submissions.id', 'cvs.submission_id')
        .select(['email', ...FILE_COLUMNS])
        .where(byAddress, 'in', addresses)
        .execute()
      for (const { email, ...file } of cvs)
        Object.assign(found.get(email) ?? {}, { cvHash: hashOf(await files.read(file)) })
    }
    return found
  } finally {
    await database.close()
  }
}

const byAddress = sql<string>`lower(email)`

function hashOf(bytes: Uint8Array) {
  return createHash('sha256').update(bytes).digest('hex')
}
