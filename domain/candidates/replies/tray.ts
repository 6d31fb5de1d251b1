import { randomUUID } from 'node:crypto'
import { LIFETIMES } from '#contract/lifetimes.ts'
import type { Queries } from '../../platform/database/database.ts'
import { DAY } from '../../platform/durations.ts'
import { recordEvent } from '../../platform/events/events.ts'
import { enqueueFileDeletions } from '../../platform/file-deletions.ts'
import { attachmentsOf } from '../../submissions/attachments.ts'
import { addEvent, type Handling } from '../../submissions/events.ts'
import { currentOf } from '../../submissions/handling.ts'
import { withoutLinks } from '../../submissions/links.ts'
import { refreshSearch } from '../../submissions/search-row.ts'
import { replyReceived } from '../events.ts'
import { makeUnread } from './store-reply.ts'

const MAX_SHOWN = 100

/** Mails that belong to no record yet, the newest first. */
export async function listUnsorted(queries: Queries) {
  const unsorted = queries.selectFrom('replies').where('submission_id', 'is', null)
  const rows = await unsorted
    .select(['id', 'kind', 'received_at as receivedAt', 'from_address as from', 'from_name as fromName', 'subject'])
    .select(['text', 'dropped', 'held_because as heldBecause', 'mailbox'])
    .orderBy('received_at', 'desc')
    .orderBy('id')
    .limit(MAX_SHOWN)
    .execute()
  const files = await attachmentsOf(queries, { replyIds: rows.map(({ id }) => id) })
  const mails = []
  for (const { mailbox, dropped, ...mail } of rows) {
    const records = mailbox ? await recordsOf(queries, mailbox) : []
    const attachments = files.filter(({ replyId }) => replyId === mail.id)
    mails.push({ ...mail, dropped: JSON.parse(dropped) as { name: string; size: number }[], records, attachments })
  }
  return { mails, count: await countUnsorted(queries) }
}

export async function countUnsorted(queries: Queries): Promise<number> {
  const { count } = await queries
    .selectFrom('replies')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('submission_id', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Where the sender's address is known: offered, never chosen by itself. */
const recordsOf = (queries: Queries, mailbox: string) =>
  queries
    .selectFrom('submissions')
    .innerJoin('submission_search', 'submission_search.submission_id', 'submissions.id')
    .select(['reference', 'name', 'about', 'kind'])
    .where('email_key', '=', mailbox)
    .orderBy('submissions.arrival', 'desc')
    .limit(5)
    .execute()

/** It then counts as if it had come into this thread. False if a colleague was quicker. */
export async function assignReply(
  queries: Queries,
  id: string,
  reference: string,
  handling: Handling,
): Promise<boolean> {
  const submission = await currentOf(queries, reference, {})
  const stored = await queries
    .updateTable('replies')
    .set({ submission_id: submission.id, held_because: null })
    .where('id', '=', id)
    .where('submission_id', 'is', null)
    .returning(['mailbox', 'kind'])
    .executeTakeFirst()
  if (!stored) return false
  const isOtherAddress = stored.mailbox !== submission.mailbox
  await queries
    .updateTable('replies')
    .set({ is_other_address: isOtherAddress ? 1 : 0 })
    .where('id', '=', id)
    .execute()
  await queries.updateTable('attachments').set({ submission_id: submission.id }).where('reply_id', '=', id).execute()
  await refreshSearch(queries, submission.id)
  await makeUnread(queries, submission)
  await addEvent(queries, submission, 'reply-assigned', handling, { reply: id })
  if (stored.kind === 'reply')
    await recordEvent(queries, replyReceived, { submission, replyId: id, isOtherAddress }, handling.now)
  return true
}

export async function discardReply(queries: Queries, id: string): Promise<boolean> {
  const { numDeletedRows } = await deleteUnsorted(queries, [id])
  return numDeletedRows > 0n
}

export async function forgetUnsorted(queries: Queries, now: Date): Promise<void> {
  const before = new Date(now.getTime() - LIFETIMES.unsortedReplyDays * DAY).toISOString()
  const old = await queries
    .selectFrom('replies')
    .select('id')
    .where('submission_id', 'is', null)
    .where('received_at', '<', before)
    .limit(1000)
    .execute()
  await deleteUnsorted(
    queries,
    old.map(({ id }) => id),
  )
}

async function deleteUnsorted(queries: Queries, ids: string[]) {
  if (ids.length === 0) return { numDeletedRows: 0n }
  const unsorted = await queries
    .selectFrom('attachments')
    .select('object_key')
    .where('reply_id', 'in', ids)
    .where('submission_id', 'is', null)
    .execute()
  await enqueueFileDeletions(
    queries,
    unsorted.map(({ object_key }) => object_key),
  )
  return queries
    .deleteFrom('replies')
    .where('id', 'in', ids)
    .where('submission_id', 'is', null)
    .executeTakeFirstOrThrow()
}

interface Pasted {
  /** Made by the client, so that a repeated request stores it once. */
  id?: string | undefined
  text: string
}

/** A reply that arrived elsewhere, put in by a colleague, and labelled so. */
export async function pasteReply(
  queries: Queries,
  reference: string,
  { id = randomUUID(), text }: Pasted,
  handling: Handling,
) {
  const submission = await currentOf(queries, reference, {})
  const own = withoutLinks(text)
  const { numInsertedOrUpdatedRows } = await queries
    .insertInto('replies')
    .values({
      ...{ id, submission_id: submission.id, kind: 'pasted', received_at: handling.now.toISOString() },
      ...{ message_key: `pasted ${id}`, mail_id: null, mailbox: submission.mailbox, is_other_address: 0 },
      ...{ from_address: submission.email, from_name: '', subject: '', text: own, whole_text: own, dropped: '[]' },
      ...{ bounce_code: null, held_because: null, author_id: handling.actorId },
    })
    .onConflict((conflict) => conflict.column('message_key').doNothing())
    .executeTakeFirstOrThrow()
  if (numInsertedOrUpdatedRows === 0n) return { id }
  await refreshSearch(queries, submission.id)
  await addEvent(queries, submission, 'reply-pasted', handling, { reply: id })
  return { id }
}
