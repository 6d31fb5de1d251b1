import { createHash, randomUUID } from 'node:crypto'
import type { Database, Queries } from '../../platform/database/database.ts'
import { enqueueFileDeletions } from '../../platform/file-deletions.ts'
import { enqueue } from '../../platform/jobs/queue.ts'

const MEGABYTE = 1024 * 1024

/** 25 MB of files, as mails carry them. */
export const MAX_MAIL_BYTES = 40 * MEGABYTE

interface Arrival {
  bytes: Buffer
  now: Date
  /** Of the mail itself: `bytes` is only its beginning when it is larger than a mail may be. */
  size?: number
}

/** Stored before anybody is told that it was taken; the queue reads it. The same bytes twice are one mail. */
export async function takeMail(
  database: Database,
  { bytes, now, size = bytes.length }: Arrival,
  also: (queries: Queries) => Promise<unknown> = async () => {},
): Promise<void> {
  const hash = createHash('sha256').update(bytes).digest('hex')
  const file = await database.files.keep('incoming_mails', bytes)
  await database.write(async (queries) => {
    const id = randomUUID()
    const { numInsertedOrUpdatedRows } = await queries
      .insertInto('incoming_mails')
      .values({ id, received_at: now.toISOString(), hash, size, is_cut: size > bytes.length ? 1 : 0, ...file })
      .onConflict((conflict) => conflict.column('hash').doNothing())
      .executeTakeFirstOrThrow()
    if (numInsertedOrUpdatedRows === 0n) await enqueueFileDeletions(queries, [file.object_key])
    else await enqueue(queries, 'reply', { id: `reply.${id}`, payload: { mailId: id }, now })
    await also(queries)
  })
}
