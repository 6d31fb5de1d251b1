import { createHash } from 'node:crypto'
import type { Language } from '#texts/languages.ts'
import type { Database, Queries } from '../platform/database/database.ts'
import type { AddedAs } from '../platform/database/tables.ts'
import { enqueueInspection } from '../submissions/cv/queue.ts'
import { addEvent, type Handling, type Outbox } from '../submissions/events.ts'
import { currentOf } from '../submissions/handling.ts'
import { addressOfToken } from '../submissions/links.ts'
import { type Cv, cvColumns, storeByHand } from '../submissions/store.ts'

export interface AddedByHand {
  /** Made by the browser: a repeated request stores nothing twice. */
  key: string
  name: string
  email: string
  phone: string
  language: Language
  /** Null: a general application. */
  jobId: number | null
  addedAs: AddedAs
  confirms: boolean
}

/** An application that a colleague enters. The person hears of it only if the colleague wishes so. */
export async function addByHand(
  queries: Queries,
  { key, confirms, ...added }: AddedByHand,
  {
    secret,
    outbox,
    handling,
  }: { secret: string; outbox: Outbox | undefined; handling: Handling & { actorId: string } },
) {
  const { name, email, phone, jobId, language, addedAs } = added
  const values = { name, email, phone, ...(jobId !== null && { job_id: jobId }) }
  const { reference, token } = await storeByHand(
    queries,
    values,
    { language, addedAs },
    {
      key: `desk-${createHash('sha256').update(`${handling.actorId} ${key}`).digest('base64url')}`,
      secret,
      outbox: confirms ? outbox : undefined,
      handling,
    },
  )
  return { reference, link: token && addressOfToken(token) }
}

type Refusal = 'hasCv' | 'notForCvs'

/** Only to an application that was added by hand and has none. */
export async function addCv(
  database: Pick<Database, 'files'>,
  queries: Queries,
  reference: string,
  cv: Cv,
  handling: Handling & { actorId: string },
): Promise<Refusal | undefined> {
  const submission = await currentOf(queries, reference, {})
  if (submission.added_by === null || submission.kind !== 'career-application') return 'notForCvs'
  const known = await queries
    .selectFrom('cvs')
    .select('sha256')
    .where('submission_id', '=', submission.id)
    .executeTakeFirst()
  if (known) return known.sha256 === cv.sha256 ? undefined : 'hasCv'
  const file = await database.files.keep('cvs', cv.bytes)
  await queries
    .insertInto('cvs')
    .values({ submission_id: submission.id, ...cvColumns(cv), ...file })
    .execute()
  await enqueueInspection(queries, submission, handling.now.toISOString())
  await addEvent(queries, submission, 'cv-added', handling)
  return undefined
}
