import { randomUUID } from 'node:crypto'
import type { Selectable } from 'kysely'
import { oweMail } from '../notifications/mail/outbox.ts'
import type { Queries } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/tables.ts'
import { isFree } from '../platform/jobs/leases.ts'
import { addEvent, type Handling } from '../submissions/events.ts'
import type { SubmissionSummary } from '../submissions/submissions.ts'

interface Question {
  id: string
  /** Null: from the command line. */
  authorId: string | null
  askedAt: string
  question: string
  answeredAt: string | null
  answer: string | null
}

/** Of one submission, the oldest first. */
export async function questionsOf(queries: Queries, submissionId: string): Promise<Question[]> {
  const rows = await queries
    .selectFrom('submission_questions')
    .selectAll()
    .where('submission_id', '=', submissionId)
    .orderBy('asked_at')
    .orderBy('id')
    .execute()
  return rows.map(toQuestion)
}

/** Undefined where it went with its submission. */
export async function findQuestion(queries: Queries, id: string): Promise<Question | undefined> {
  const row = await queries.selectFrom('submission_questions').selectAll().where('id', '=', id).executeTakeFirst()
  return row && toQuestion(row)
}

/**
 * Shown on the page of whoever sent the submission, and mailed to them: the mail has the same id. Whoever asks the same once more, while
 * nobody has answered, has asked once.
 */
export async function ask(
  queries: Queries,
  submission: SubmissionSummary,
  question: string,
  { mailDomain }: { mailDomain: string },
  handling: Handling,
): Promise<string> {
  const open = (await questionsOf(queries, submission.id)).filter(({ answeredAt }) => answeredAt === null)
  const same = open.find((each) => each.question === question)
  if (same) return same.id
  const id = randomUUID()
  const asked_at = handling.now.toISOString()
  await queries
    .insertInto('submission_questions')
    .values({
      id,
      submission_id: submission.id,
      author_id: handling.actorId,
      asked_at,
      question,
      answered_at: null,
      answer: null,
    })
    .execute()
  await oweMail(queries, submission, { id, kind: 'question', mailDomain, created_at: asked_at })
  await addEvent(queries, submission, 'question', handling, { question: id })
  return id
}

/** Gone from their page; the mail about it is not sent if it has not left. What is left is that there was one. False if it was answered. */
export async function withdrawQuestion(
  queries: Queries,
  submission: Pick<SubmissionSummary, 'id'>,
  id: string,
  handling: Handling,
): Promise<boolean> {
  const { numDeletedRows } = await queries
    .deleteFrom('submission_questions')
    .where('id', '=', id)
    .where('submission_id', '=', submission.id)
    .where('answered_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (numDeletedRows === 0n) return false
  // One that is being sent at this moment is the worker's.
  await queries
    .deleteFrom('mail_outbox')
    .where('id', '=', id)
    .where('sent_at', 'is', null)
    .where(isFree(handling.now.toISOString()))
    .execute()
  await addEvent(queries, submission, 'question-withdrawn', handling, { question: id })
  return true
}

/** False if it was answered already, or is no question about this submission. */
export async function storeAnswer(
  queries: Queries,
  submissionId: string,
  { id, answer }: { id: string; answer: string },
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await queries
    .updateTable('submission_questions')
    .set({ answer, answered_at: now.toISOString() })
    .where('id', '=', id)
    .where('submission_id', '=', submissionId)
    .where('answered_at', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

const toQuestion = (row: Selectable<Tables['submission_questions']>): Question => ({
  id: row.id,
  authorId: row.author_id,
  askedAt: row.asked_at,
  question: row.question,
  answeredAt: row.answered_at,
  answer: row.answer,
})
