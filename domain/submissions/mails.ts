import { randomUUID } from 'node:crypto'
import type { Queries } from '../platform/database/database.ts'
import type { MailKind, WithheldReason } from '../platform/database/tables.ts'
import { enqueue } from '../platform/jobs/queue.ts'
import type { SubmissionSummary } from './submissions.ts'

interface NewMail {
  /** Enqueued once, however often it is asked for. */
  id?: string
  kind: MailKind
  createdAt: string
  mailDomain: string
  dueAt?: string
  /** The part before the @. Chosen here, so that a mail sent twice is recognised as the same. */
  messageId?: string
  withheld?: WithheldReason | null
}

/** For the transaction that says what the mail is about. */
export async function enqueueMail(
  queries: Queries,
  { reference, language }: Pick<SubmissionSummary, 'reference' | 'language'>,
  mail: NewMail,
): Promise<void> {
  const { id = randomUUID(), kind, createdAt, mailDomain, dueAt = createdAt, messageId = id, withheld = null } = mail
  const message_id = `<${messageId}@${mailDomain}>`
  const { numInsertedOrUpdatedRows } = await queries
    .insertInto('mails')
    .values({ id, reference, kind, language, message_id, created_at: createdAt, sent_at: null, withheld })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirstOrThrow()
  if (numInsertedOrUpdatedRows === 0n) return
  const held = withheld && { dueAt: null, heldBecause: `WITHHELD_${withheld.toUpperCase()}` }
  await enqueue(queries, 'mail', { id, subject: reference, payload: { mail: kind }, now: createdAt, dueAt, ...held })
}

/** A letter about several applications is mailed under the reference of one of them. */
export async function renameMail(queries: Queries, id: string, reference: string): Promise<void> {
  await queries.updateTable('mails').set({ reference }).where('id', '=', id).execute()
  await queries.updateTable('queued_jobs').set({ subject: reference }).where('id', '=', id).execute()
}
