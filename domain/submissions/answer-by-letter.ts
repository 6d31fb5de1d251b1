import type { Queries } from '../platform/database/database.ts'
import { lockRows } from '../platform/database/database.ts'
import { attachToLetter } from './attachments.ts'
import { addStageEvent, type Handling } from './events.ts'
import { change, currentOf, markAnswered, NotHandled } from './handling.ts'
import { enqueueLetter, lettersOf, type NewLetter } from './letters.ts'
import type { SubmissionSummary } from './submissions.ts'

type BeforeAnswer = Pick<SubmissionSummary, 'stage' | 'stage_since' | 'answered_at' | 'answered_by' | 'handled_at'>

interface Answer extends NewLetter {
  /** Chosen by the client: a known id enqueues nothing. */
  id?: string | undefined
  /** Files that wait for it. */
  attachments?: string[]
}

export async function answerBy(
  queries: Queries,
  reference: string,
  { id, attachments = [], ...letter }: Answer,
  outbox: { mailDomain: string },
  handling: Handling,
) {
  // The same letter sent twice at once: the second waits and finds it.
  await lockRows(queries)(queries.selectFrom('submissions').select('id').where('reference', '=', reference)).execute()
  const known = id && (await findMail(queries, id))
  if (known) return sameAnswer(await currentOf(queries, reference, {}), known, letter, handling)
  const submission = await currentOf(queries, reference, handling)
  const { stage, stage_since, answered_at, answered_by, handled_at } = submission
  const answered = await markAnswered(queries, reference, 'letter', handling)
  const before: BeforeAnswer = { stage, stage_since, answered_at, answered_by, handled_at }
  const owed = await enqueueLetter(queries, answered, letter, outbox, handling, {
    id,
    remarks: { before, version: answered.version },
  })
  const files = { letterId: owed.id, submissionId: submission.id, ids: attachments }
  if (!(await attachToLetter(queries, files, handling))) throw new NotHandled('conflict', answered)
  return { ...owed, version: answered.version }
}

const findMail = (queries: Queries, id: string) =>
  queries
    .selectFrom('mails')
    .leftJoin('queued_jobs', 'queued_jobs.id', 'mails.id')
    .leftJoin('letters', 'letters.id', 'mails.id')
    .leftJoin('letter_submissions', 'letter_submissions.letter_id', 'letters.id')
    .select(['mails.id', 'author_id', 'letters.subject', 'body', 'letters.language', 'submission_id'])
    .select(({ fn }) => fn.coalesce('due_at', 'sent_at', 'mails.created_at').as('send_at'))
    .where('mails.id', '=', id)
    .executeTakeFirst()

type KnownMail = NonNullable<Awaited<ReturnType<typeof findMail>>>

function sameAnswer(submission: SubmissionSummary, known: KnownMail, letter: NewLetter, { actorId }: Handling) {
  const isTheSame =
    known.submission_id === submission.id &&
    known.author_id === actorId &&
    known.language === letter.language &&
    known.subject === letter.subject &&
    known.body === letter.body
  if (!isTheSame) throw new NotHandled('conflict', submission)
  return { id: known.id, sendAt: known.send_at, version: submission.version }
}

/** Restores the state before a withdrawn letter. Later changes of colleagues stay; the record counts as unanswered. */
export async function takeAnswerBack(
  queries: Queries,
  letterId: string,
  { reference, id }: SubmissionSummary,
  handling: Handling,
): Promise<void> {
  const events = await queries
    .selectFrom('submission_events')
    .select('details')
    .where('submission_id', '=', id)
    .where('kind', '=', 'letter')
    .execute()
  const details = events.map((event) => JSON.parse(event.details)).find(({ letter }) => letter === letterId)
  const before = details?.before as BeforeAnswer | undefined
  const current = await currentOf(queries, reference, {})
  if (!before) return
  const isUnchanged = current.version === details.version
  const isAnswered = current.answered_by !== 'letter' || (await lettersOf(queries, id)).length > 0
  if (!isUnchanged && isAnswered) return
  const { stage, stage_since, ...unanswered } = before
  const isStageKept = !isUnchanged && current.stage !== 'answered'
  const changed = await change(queries, current, { ...unanswered, ...(!isStageKept && { stage, stage_since }) })
  if (changed.stage !== current.stage)
    await addStageEvent(queries, changed, handling, { from: current.stage, isUndone: true })
}
