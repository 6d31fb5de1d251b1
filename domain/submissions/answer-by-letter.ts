import type { Queries } from '../platform/database/database.ts'
import { lockRows } from '../platform/database/row-locks.ts'
import type { Stage } from '../platform/database/tables.ts'
import { addStageEvent, type Handling } from './events.ts'
import { change, changeStage, currentOf, NotHandled } from './handling.ts'
import { type NewLetter, oweLetter } from './letters.ts'
import { mayMove } from './stages.ts'
import type { SubmissionSummary } from './submissions.ts'

/** How it was before it counted as answered, kept in its time line with the letter. */
interface BeforeAnswer {
  stage: Stage
  stageSince: string
  answeredAt: string | null
}

interface Answer extends NewLetter {
  /** Made by whoever sends it: under an id that is known nothing is owed a second time. */
  id?: string | undefined
}

/** Writes back: a letter is owed, and nobody waits any more. */
export async function answerBy(
  queries: Queries,
  reference: string,
  { id, ...letter }: Answer,
  outbox: { mailDomain: string },
  handling: Handling,
) {
  // The same letter may be sent twice at once: whoever comes second finds it.
  await lockRows(queries)(queries.selectFrom('submissions').select('id').where('reference', '=', reference)).execute()
  const known = id && (await findMail(queries, id))
  if (known) return sameAnswer(await currentOf(queries, reference, {}), known, letter, handling)
  const submission = await currentOf(queries, reference, handling)
  const { stage, stage_since: stageSince, answered_at: answeredAt } = submission
  const moved = mayMove(submission.kind, stage, 'answered')
    ? await changeStage(queries, reference, { to: 'answered' }, handling)
    : submission
  const answered = await change(queries, moved, { answered_at: moved.answered_at ?? handling.now.toISOString() })
  const before: BeforeAnswer = { stage, stageSince, answeredAt }
  const owed = await oweLetter(queries, answered, letter, outbox, handling, {
    id,
    remarks: { before, version: answered.version },
  })
  return { ...owed, version: answered.version }
}

/** The letter under this id, or whatever else has it. */
const findMail = (queries: Queries, id: string) =>
  queries
    .selectFrom('mail_outbox')
    .leftJoin('letters', 'letters.id', 'mail_outbox.id')
    .leftJoin('letter_submissions', 'letter_submissions.letter_id', 'letters.id')
    .select(['mail_outbox.id', 'author_id', 'subject', 'body', 'letters.language', 'next_try_at', 'submission_id'])
    .where('mail_outbox.id', '=', id)
    .executeTakeFirst()

type KnownMail = NonNullable<Awaited<ReturnType<typeof findMail>>>

/** Sent again because no response came. Another text, or somebody else's, is a conflict. */
function sameAnswer(submission: SubmissionSummary, known: KnownMail, letter: NewLetter, { actorId }: Handling) {
  const isTheSame =
    known.submission_id === submission.id &&
    known.author_id === actorId &&
    known.language === letter.language &&
    known.subject === letter.subject &&
    known.body === letter.body
  if (!isTheSame) throw new NotHandled('conflict', submission)
  return { id: known.id, sendAt: known.next_try_at, version: submission.version }
}

/** After its letter was withdrawn: as it was before, unless somebody has changed it since. */
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
  if (!before || current.version !== details.version) return
  const changed = await change(queries, current, {
    stage: before.stage,
    stage_since: before.stageSince,
    answered_at: before.answeredAt,
  })
  if (current.stage !== before.stage)
    await addStageEvent(queries, changed, handling, { from: current.stage, isUndone: true })
}
