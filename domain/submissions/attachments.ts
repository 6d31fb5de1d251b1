import { createHash, randomUUID } from 'node:crypto'
import type { Database, Queries } from '../platform/database/database.ts'
import { DAY } from '../platform/durations.ts'
import { enqueueFileDeletions } from '../platform/file-deletions.ts'
import { FILE_COLUMNS, type KeptFile } from '../platform/storage/kept-files.ts'
import { type CvResult, marksOf } from './cv/result.ts'
import { structureProblem } from './cv/structure.ts'
import type { Handling } from './events.ts'
import type { SubmissionSummary } from './submissions.ts'

const MEGABYTE = 1024 * 1024

/** Of a file in a letter. */
export const MAX_ATTACHMENT_BYTES = 5 * MEGABYTE
export const MAX_ATTACHMENTS = 3

/** A file that no letter took. */
const UNSENT_DAYS = 2

type Owner = { submissionId: string } | { replyIds: string[] }

/** Without their bytes. */
export async function attachmentsOf(queries: Queries, owner: Owner) {
  const all = queries
    .selectFrom('attachments')
    .select(['id', 'letter_id as letterId', 'reply_id as replyId', 'author_id as authorId'])
    .select(['file_name as fileName', 'type', 'size', 'sha256', 'result'])
    .orderBy('created_at')
    .orderBy('position')
  const own =
    'submissionId' in owner
      ? all.where('submission_id', '=', owner.submissionId)
      : all.where('reply_id', 'in', owner.replyIds.length > 0 ? owner.replyIds : [''])
  const rows = await own.execute()
  return rows.map(({ result, ...file }) => ({
    ...file,
    marks: result === null ? [] : marksOf(JSON.parse(result) as CvResult),
  }))
}

export const findAttachment = (queries: Queries, id: string) =>
  queries
    .selectFrom('attachments')
    .select(['id', 'submission_id', 'file_name as fileName', 'type', 'size', ...FILE_COLUMNS])
    .where('id', '=', id)
    .executeTakeFirst()

interface NewAttachment {
  name: string
  bytes: Buffer
  file: KeptFile
}

/** Waits for its letter. */
export async function addAttachment(
  queries: Queries,
  { id: submission_id }: Pick<SubmissionSummary, 'id'>,
  { name, bytes, file }: NewAttachment,
  { actorId, now }: Handling,
) {
  const id = randomUUID()
  await queries
    .insertInto('attachments')
    .values({
      ...{ id, submission_id, letter_id: null, reply_id: null, author_id: actorId, position: 0, result: null },
      ...{ created_at: now.toISOString(), file_name: name, type: 'application/pdf', size: bytes.length },
      ...{ sha256: createHash('sha256').update(bytes).digest('hex'), ...file },
    })
    .execute()
  return { id, fileName: name, size: bytes.length }
}

/** One PDF, by its content. */
export const isPdf = (bytes: Buffer) => structureProblem(bytes) === undefined

const unsent = (queries: Queries) =>
  queries
    .selectFrom('attachments')
    .select(['id', 'object_key'])
    .where('letter_id', 'is', null)
    .where('reply_id', 'is', null)

/** One's own that no letter has taken. False if there is none. */
export async function removeAttachment(
  queries: Queries,
  submission: Pick<SubmissionSummary, 'id'>,
  id: string,
  { actorId }: Handling,
) {
  const found = await unsent(queries)
    .where('id', '=', id)
    .where('submission_id', '=', submission.id)
    .where('author_id', '=', actorId)
    .executeTakeFirst()
  if (found) await deleteAttachments(queries, [found])
  return found !== undefined
}

/** In the order given. False if one of them is gone, or another person's. */
export async function attachToLetter(
  queries: Queries,
  { letterId, submissionId, ids }: { letterId: string; submissionId: string; ids: string[] },
  { actorId }: Handling,
): Promise<boolean> {
  for (const [position, id] of ids.entries()) {
    const { numUpdatedRows } = await queries
      .updateTable('attachments')
      .set({ letter_id: letterId, position })
      .where('id', '=', id)
      .where('submission_id', '=', submissionId)
      .where('author_id', '=', actorId)
      .where('letter_id', 'is', null)
      .where('reply_id', 'is', null)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows === 0n) return false
  }
  return true
}

/** A letter that is not sent gives its files back to its author. */
export async function detachFromLetter(queries: Queries, letterId: string): Promise<void> {
  await queries.updateTable('attachments').set({ letter_id: null }).where('letter_id', '=', letterId).execute()
}

/** For the mail. */
export async function filesOfLetter({ queries, files }: Pick<Database, 'queries' | 'files'>, letterId: string) {
  const rows = await queries
    .selectFrom('attachments')
    .select(['file_name', 'type', ...FILE_COLUMNS])
    .where('letter_id', '=', letterId)
    .orderBy('position')
    .execute()
  const found = []
  for (const { file_name, type, ...file } of rows)
    found.push({ filename: file_name, contentType: type, content: await files.read(file) })
  return found
}

export async function forgetUnsentAttachments(queries: Queries, now: Date): Promise<void> {
  const before = new Date(now.getTime() - UNSENT_DAYS * DAY).toISOString()
  await deleteAttachments(queries, await unsent(queries).where('created_at', '<', before).limit(1000).execute())
}

async function deleteAttachments(queries: Queries, found: { id: string; object_key: string | null }[]) {
  if (found.length === 0) return
  const ids = found.map(({ id }) => id)
  await enqueueFileDeletions(
    queries,
    found.map(({ object_key }) => object_key),
  )
  await queries.deleteFrom('attachments').where('id', 'in', ids).execute()
}
