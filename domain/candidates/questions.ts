import { randomUUID } from 'node:crypto'
import type { Language } from '#texts/languages.ts'
import type { Queries } from '../platform/database/database.ts'
import { recordEvent } from '../platform/events/events.ts'
import { cancelJob } from '../platform/jobs/queue.ts'
import { addEvent, type Handling } from '../submissions/events.ts'
import { noteFirstAnswer, refreshFirstAnswer } from '../submissions/first-answer.ts'
import type { SubmissionSummary } from '../submissions/submissions.ts'
import { questionAsked } from './events.ts'

interface Question {
  id: string
  authorId: string | null
  askedAt: string
  question: string
  /** Null: the submission's. */
  language: Language | null
  answeredAt: string | null
  answer: string | null
}

const selectQuestions = (queries: Queries) =>
  queries
    .selectFrom('submission_questions')
    .select(['id', 'author_id as authorId', 'asked_at as askedAt', 'question', 'language'])
    .select(['answered_at as answeredAt', 'answer'])

export const questionsOf = (queries: Queries, submissionId: string): Promise<Question[]> =>
  selectQuestions(queries).where('submission_id', '=', submissionId).orderBy('asked_at').orderBy('id').execute()

export const findQuestion = (queries: Queries, id: string): Promise<Question | undefined> =>
  selectQuestions(queries).where('id', '=', id).executeTakeFirst()

/** Shown on the sender's page and mailed under the same id. A repeated open question is the same question. */
export async function ask(
  queries: Queries,
  submission: SubmissionSummary,
  { question, language = submission.language }: { question: string; language?: Language | undefined },
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
      language,
      answered_at: null,
      answer: null,
    })
    .execute()
  await recordEvent(queries, questionAsked, { id, submission: { ...submission, language }, mailDomain }, handling.now)
  await addEvent(queries, submission, 'question', handling, { question: id })
  await noteFirstAnswer(queries, submission.id, handling.now)
  return id
}

/** Its mail is not sent if it waits. False for an answered question. */
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
  // A mail that is being sent at this moment cannot be stopped.
  if (await cancelJob(queries, id, handling.now)) await queries.deleteFrom('mails').where('id', '=', id).execute()
  await addEvent(queries, submission, 'question-withdrawn', handling, { question: id })
  await refreshFirstAnswer(queries, submission.id)
  return true
}

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
