import { type SqlBool, sql } from 'kysely'
import { CALM_MILLISECONDS, isInvitation, standingOf } from '../../candidates/standing.ts'
import type { Database, Queries } from '../../platform/database/database.ts'
import { DAY } from '../../platform/durations.ts'
import { addEvent } from '../../submissions/events.ts'
import type { SubmissionSummary } from '../../submissions/submissions.ts'
import type { OwedMail } from './outbox.ts'
import type { ToldStage } from './templates.ts'

/** What changed longer ago is no news; so a release that comes to an old database writes to nobody. */
const NEWS_MILLISECONDS = 2 * DAY
const MAX_AT_ONCE = 200

/**
 * Owes a mail for each application whose stage has been a new one for some minutes: what is moved back within them is told to nobody. Only to those
 * who have had a confirmation, were neither written to nor asked something since, and were not invited just before. The mail's id is made of the submission and the move,
 * so that several processes owe it once.
 */
export async function enqueueNews(database: Database, mailDomain: string, now: Date): Promise<void> {
  const before = (milliseconds: number) => new Date(now.getTime() - milliseconds).toISOString()
  const moved = await database.queries
    .selectFrom('submissions')
    .innerJoin('mail_outbox', 'mail_outbox.reference', 'submissions.reference')
    .select(['submissions.id', 'submissions.reference', 'submissions.language', 'stage', 'stage_since'])
    .select(({ selectFrom }) =>
      selectFrom('letters')
        .innerJoin('letter_submissions', 'letter_id', 'letters.id')
        .select(({ fn }) => fn.max('letters.created_at').as('answered'))
        .whereRef('submission_id', '=', 'submissions.id')
        .where('letters.kind', '=', 'answer')
        .as('answered_at'),
    )
    .where('stage', 'in', ['in-review', 'interview'])
    .where('stage_since', '<=', before(CALM_MILLISECONDS))
    .where('stage_since', '>', before(NEWS_MILLISECONDS))
    .where('mail_outbox.kind', '=', 'confirmation')
    .where('mail_outbox.sent_at', 'is not', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('mail_outbox as news')
            .select('news.id')
            .whereRef('news.reference', '=', 'submissions.reference')
            // A letter or a question since then has told them as well.
            .where('news.kind', 'in', ['news', 'letter', 'question'])
            .whereRef('news.created_at', '>=', 'stage_since'),
        ),
      ),
    )
    // What they were last told, as `markTold` writes it.
    .where(
      sql<SqlBool>`coalesce((
        select details from submission_events
        where submission_events.submission_id = submissions.id and submission_events.kind = 'told'
        order by happened_at desc limit 1), '') <> '{"stage":"' || stage || '"}'`,
    )
    .execute()
  const untold = moved
    .filter(
      ({ stage, stage_since, answered_at }) =>
        stage !== 'interview' || answered_at === null || !isInvitation(answered_at, stage_since),
    )
    .slice(0, MAX_AT_ONCE)
  if (untold.length === 0) return
  const moment = now.toISOString()
  await database.write((queries) =>
    queries
      .insertInto('mail_outbox')
      .values(
        untold.map(({ id, reference, language, stage_since }) => ({
          id: `news ${id} ${stage_since}`,
          reference,
          kind: 'news' as const,
          language,
          message_id: `<news.${id}.${Date.parse(stage_since)}@${mailDomain}>`,
          created_at: moment,
          next_try_at: moment,
          leased_until: null,
          tries: 0,
          last_error: '',
          sent_at: null,
          withheld: null,
        })),
      )
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute(),
  )
}

/** Undefined where they know already, or where a letter tells them. */
export async function stageToTell(
  queries: Queries,
  submission: SubmissionSummary,
  now: Date,
): Promise<ToldStage | undefined> {
  const { stage } = await standingOf(queries, submission, now)
  if (stage !== 'in-review' && stage !== 'interview') return undefined
  const last = await queries
    .selectFrom('submission_events')
    .select('details')
    .where('submission_id', '=', submission.id)
    .where('kind', '=', 'told')
    .orderBy('happened_at', 'desc')
    .executeTakeFirst()
  const told = last && (JSON.parse(last.details) as { stage: string }).stage
  return told === stage ? undefined : stage
}

/** In one transaction with the mark that it is sent. */
export async function markTold(
  { write }: Database,
  { id }: OwedMail,
  submission: SubmissionSummary,
  stage: ToldStage,
  now: Date,
): Promise<void> {
  await write(async (queries) => {
    const sent = { sent_at: now.toISOString(), leased_until: null, last_error: '' }
    const { numUpdatedRows } = await queries
      .updateTable('mail_outbox')
      .set(sent)
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    // Erased while it was on its way.
    if (numUpdatedRows > 0n) await addEvent(queries, submission, 'told', { actorId: null, now }, { stage })
  })
}
