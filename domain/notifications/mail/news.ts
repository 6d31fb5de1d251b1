import { type SqlBool, sql } from 'kysely'
import { isInvitation, standingOf } from '../../candidates/standing.ts'
import { canonicalMailbox } from '../../platform/canonical-mailbox.ts'
import type { Database, Queries } from '../../platform/database/database.ts'
import { STAGES } from '../../platform/database/tables.ts'
import { DAY } from '../../platform/durations.ts'
import { limitStrangersMail } from '../../platform/strangers-mails.ts'
import { addEvent } from '../../submissions/events.ts'
import { TOLD_BY, UNDO_MILLISECONDS } from '../../submissions/stages.ts'
import type { SubmissionSummary } from '../../submissions/submissions.ts'
import { enqueueMail } from './outbox.ts'
import type { ToldStage } from './templates.ts'

const NEWS_MILLISECONDS = 2 * DAY
const MAX_AT_ONCE = 200

const TOLD_BY_MAIL = STAGES.filter((stage) => TOLD_BY[stage] === 'page-and-mail')

/** A move that is undone is not told. The id is made of submission and move, so that several processes enqueue it once. */
export async function enqueueNews(
  database: Database,
  { mailDomain, confirmationsPerDay: perDay }: { mailDomain: string; confirmationsPerDay?: number | undefined },
  now: Date,
): Promise<void> {
  const before = (milliseconds: number) => new Date(now.getTime() - milliseconds).toISOString()
  const moved = await database.queries
    .selectFrom('submissions')
    .innerJoin('mails', 'mails.reference', 'submissions.reference')
    .select(['submissions.id', 'submissions.reference', 'submissions.language', 'email', 'stage', 'stage_since'])
    .select(({ selectFrom }) =>
      selectFrom('letters')
        .innerJoin('letter_submissions', 'letter_id', 'letters.id')
        .select(({ fn }) => fn.max('letters.created_at').as('answered'))
        .whereRef('submission_id', '=', 'submissions.id')
        .where('letters.kind', '=', 'answer')
        .as('answered_at'),
    )
    .where('stage', 'in', TOLD_BY_MAIL)
    .where('stage_since', '<=', before(UNDO_MILLISECONDS))
    .where('stage_since', '>', before(NEWS_MILLISECONDS))
    .where('mails.kind', '=', 'confirmation')
    .where('mails.sent_at', 'is not', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('mails as news')
            .select('news.id')
            .whereRef('news.reference', '=', 'submissions.reference')
            // A letter or a question since then has told them as well.
            .where('news.kind', 'in', ['news', 'letter', 'question', 'interview-times', 'interview'])
            .whereRef('news.created_at', '>=', 'stage_since'),
        ),
      ),
    )
    // The last stage mailed, as `recordTold` writes it.
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
  await database.write(async (queries) => {
    for (const { id, stage, stage_since, email, ...submission } of untold) {
      // The sender, perhaps a stranger to the mailbox, causes this one; the staff cause the others.
      const mailbox = canonicalMailbox(email)
      const withheld = stage === 'withdrawn' ? await limitStrangersMail(queries, { mailbox, perDay, now }) : null
      await enqueueMail(queries, submission, {
        id: `news ${id} ${stage_since}`,
        withheld,
        kind: 'news',
        messageId: `news.${id}.${Date.parse(stage_since)}`,
        createdAt: now.toISOString(),
        mailDomain,
      })
    }
  })
}

/** Undefined if they know already, or a letter tells them. */
export async function stageToTell(
  queries: Queries,
  submission: SubmissionSummary,
  now: Date,
): Promise<ToldStage | undefined> {
  const { stage } = await standingOf(queries, submission, now)
  if (stage !== 'in-review' && stage !== 'interview' && stage !== 'withdrawn') return undefined
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

export async function recordTold(queries: Queries, submission: SubmissionSummary, stage: ToldStage, now: Date) {
  await addEvent(queries, submission, 'told', { actorId: null, now }, { stage })
}
