import { createHash, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { CANDIDATE, recordInAuditTrail } from '../../platform/audit-trail.ts'
import { canonicalMailbox } from '../../platform/canonical-mailbox.ts'
import type { Queries } from '../../platform/database/database.ts'
import type { HeldReply, ReplyKind } from '../../platform/database/tables.ts'
import { DAY } from '../../platform/durations.ts'
import { recordEvent } from '../../platform/events/events.ts'
import type { KeptFile } from '../../platform/storage/kept-files.ts'
import type { CvResult } from '../../submissions/cv/result.ts'
import { addEvent } from '../../submissions/events.ts'
import { withoutLinks } from '../../submissions/links.ts'
import { forgetReads } from '../../submissions/read-marks.ts'
import { refreshSearch } from '../../submissions/search-row.ts'
import { mailBounced, replyReceived } from '../events.ts'
import { plainReplyAddress, referencesIn } from './addresses.ts'
import type { ParsedMail } from './workers/parse.ts'

export interface ReplyAddresses {
  replyTo: string
  mailFrom: string
  secret: string
}

export interface KeptAttachment {
  name: string
  type: string
  size: number
  sha256: string
  file: KeptFile
  result?: CvResult | undefined
}

export interface ReceivedMail extends Omit<ParsedMail, 'files'> {
  attachments: KeptAttachment[]
  /** Only its beginning was read, or nothing of it could be. */
  heldBecause?: HeldReply | undefined
}

/** Of one thread, within 24 hours; the rest goes to the tray, against loops between two machines. */
const MAX_PER_THREAD_AND_DAY = 30

/** In one transaction. False for a mail that was stored before, or is our own. */
export async function storeReply(queries: Queries, mail: ReceivedMail, addresses: ReplyAddresses, receivedAt: Date) {
  if (await isOwn(queries, mail, addresses)) return false
  const found = await findTarget(queries, mail, addresses)
  const isMany = found.submission && (await isFlooded(queries, found.submission.id, receivedAt))
  const heldBecause = found.submission ? (isMany ? 'many' : undefined) : (mail.heldBecause ?? found.heldBecause)
  const submission = heldBecause === undefined ? found.submission : undefined
  const kind: ReplyKind = mail.bounce ? 'bounce' : mail.isAutomatic ? 'automatic' : 'reply'
  const mailbox = canonicalMailbox(mail.from.address)
  const isOtherAddress = submission !== undefined && kind === 'reply' && mailbox !== submission.mailbox
  const id = randomUUID()
  const { numInsertedOrUpdatedRows } = await queries
    .insertInto('replies')
    .values({
      ...{ id, submission_id: submission?.id ?? null, kind, received_at: receivedAt.toISOString() },
      ...{ message_key: keyOf(mail), mail_id: found.mailId ?? null, mailbox, is_other_address: isOtherAddress ? 1 : 0 },
      ...{ from_address: mail.from.address, from_name: mail.from.name, subject: withoutLinks(mail.subject) },
      ...{ text: withoutLinks(mail.text), whole_text: withoutLinks(mail.whole), dropped: JSON.stringify(mail.dropped) },
      ...{ bounce_code: mail.bounce?.status ?? null, held_because: heldBecause ?? null, author_id: null },
    })
    .onConflict((conflict) => conflict.column('message_key').doNothing())
    .executeTakeFirstOrThrow()
  if (numInsertedOrUpdatedRows === 0n) return false
  await storeAttachments(queries, mail.attachments, { replyId: id, submissionId: submission?.id ?? null }, receivedAt)
  if (submission)
    await tellThread(queries, submission, { id, kind, isOtherAddress, mail, mailId: found.mailId }, receivedAt)
  return true
}

/** A mail without an id of its own is known by what it says. */
function keyOf({ messageId, from, subject, whole, recipients }: ReceivedMail) {
  const own = messageId ? ['id', messageId] : ['text', from.address, subject, whole, ...recipients]
  return createHash('sha256').update(JSON.stringify(own)).digest('hex')
}

/** A copy of what we sent ourselves, such as a notice to the team in the same mailbox. */
async function isOwn(queries: Queries, mail: ReceivedMail, { mailFrom, replyTo }: ReplyAddresses) {
  const own = [mailFrom.toLowerCase(), plainReplyAddress(replyTo)]
  if (mail.bounce || !own.includes(mail.from.address.toLowerCase())) return false
  if (mail.isAutomatic) return true
  const sent = await queries
    .selectFrom('mails')
    .select('id')
    .where('message_id', '=', mail.messageId || '-')
    .executeTakeFirst()
  return sent !== undefined
}

type Target = NonNullable<Awaited<ReturnType<typeof findByReference>>>

interface Found {
  submission?: Target | undefined
  mailId?: string | undefined
  heldBecause?: HeldReply
}

/** By the token in its address, then by the mail that it answers; never by subject or sender alone. */
async function findTarget(queries: Queries, mail: ReceivedMail, addresses: ReplyAddresses): Promise<Found> {
  const answered = await findAnsweredMail(queries, [...(mail.bounce?.messageIds ?? []), ...mail.references])
  const [reference] = referencesIn(mail.recipients, addresses.replyTo, addresses.secret)
  if (reference) {
    const submission = await findByReference(queries, reference)
    if (!submission) return { heldBecause: 'erased' }
    return { submission, mailId: answered?.reference === reference ? answered.id : undefined }
  }
  // Somebody wrote our own id on a mail of theirs.
  const isForged = mail.messageId !== '' && (await findAnsweredMail(queries, [mail.messageId])) !== undefined
  if (!answered || isForged) return { heldBecause: isForged ? 'copied' : 'unknown' }
  const submission = await findByReference(queries, answered.reference)
  return submission ? { submission, mailId: answered.id } : { heldBecause: 'erased' }
}

const findByReference = (queries: Queries, reference: string) =>
  queries.selectFrom('submissions').selectAll().where('reference', '=', reference).executeTakeFirst()

/** The nearest of those that are ours. */
async function findAnsweredMail(queries: Queries, messageIds: string[]) {
  if (messageIds.length === 0) return undefined
  const rows = await queries
    .selectFrom('mails')
    .select(['id', 'reference', 'message_id'])
    .where('message_id', 'in', messageIds)
    // A colleague's notice is not answered by the sender.
    .where('kind', '!=', 'staff')
    .execute()
  return rows.toSorted((one, other) => messageIds.indexOf(one.message_id) - messageIds.indexOf(other.message_id))[0]
}

async function isFlooded(queries: Queries, submissionId: string, now: Date) {
  const { count } = await queries
    .selectFrom('replies')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('submission_id', '=', submissionId)
    .where('received_at', '>', new Date(now.getTime() - DAY).toISOString())
    .executeTakeFirstOrThrow()
  return Number(count) >= MAX_PER_THREAD_AND_DAY
}

async function storeAttachments(
  queries: Queries,
  attachments: KeptAttachment[],
  { replyId, submissionId }: { replyId: string; submissionId: string | null },
  now: Date,
) {
  for (const [position, { name, type, size, sha256, file, result }] of attachments.entries())
    await queries
      .insertInto('attachments')
      .values({
        ...{ id: randomUUID(), submission_id: submissionId, letter_id: null, reply_id: replyId, author_id: null },
        ...{ position, created_at: now.toISOString(), file_name: name, type, size, sha256 },
        ...{ result: result ? JSON.stringify(result) : null, ...file },
      })
      .execute()
}

interface Told {
  id: string
  kind: ReplyKind
  isOtherAddress: boolean
  mail: Pick<ReceivedMail, 'bounce'>
  mailId: string | undefined
}

/** Replies and bounces make the record unread for all colleagues; automatic replies do not. */
async function tellThread(queries: Queries, submission: Target, told: Told, at: Date) {
  const { id, kind, isOtherAddress, mail, mailId } = told
  const handling = { actorId: null, now: at }
  const hasFailed = mail.bounce?.action === 'failed'
  if (hasFailed && mailId)
    await queries
      .updateTable('mails')
      .set({ bounced_at: at.toISOString(), bounce_code: mail.bounce?.status ?? '' })
      .where('id', '=', mailId)
      .execute()
  if (kind === 'reply') await refreshSearch(queries, submission.id)
  if (kind === 'reply' || hasFailed) await makeUnread(queries, submission)
  const by = kind === 'bounce' ? undefined : { by: CANDIDATE }
  await addEvent(queries, submission, EVENTS[kind], handling, { reply: id, ...by })
  if (kind === 'reply') await recordEvent(queries, replyReceived, { submission, replyId: id, isOtherAddress }, at)
  if (hasFailed) await recordEvent(queries, mailBounced, { submission, mailId }, at)
  const entry = { action: 'reply.receive', actor: CANDIDATE, reference: submission.reference, words: { kind } }
  await recordInAuditTrail(queries, entry, at)
}

/** Also raises the version: a letter begun before gets a conflict, so its author reads the reply first. */
export async function makeUnread(queries: Queries, submission: Pick<Target, 'id'>): Promise<void> {
  await forgetReads(queries, submission)
  await queries
    .updateTable('submissions')
    .set({ handled_at: null, version: sql`version + 1` })
    .where('id', '=', submission.id)
    .execute()
}

const EVENTS = {
  reply: 'reply-received',
  automatic: 'automatic-reply',
  bounce: 'bounced',
  pasted: 'reply-pasted',
} as const
