import { randomUUID } from 'node:crypto'
import { announceStage } from '../notifications/webhooks/events.ts'
import { calendarDay, startOfDay } from '../platform/calendar.ts'
import type { Queries } from '../platform/database/database.ts'
import type { Stage, SubmissionEventKind } from '../platform/database/tables.ts'
import { companyCalendar } from './promises.ts'
import type { SubmissionSummary } from './submissions.ts'

/** Who does it, and when. Nobody of the desk: the command line. */
export interface Doing {
  actorId: string | null
  now: Date
  /** What the person saw; another version is a conflict. Without it the change is made to whatever there is. */
  version?: number | undefined
}

/** In the time line of a submission, which goes with it. */
export async function addEvent(
  queries: Queries,
  { id }: Pick<SubmissionSummary, 'id'>,
  kind: SubmissionEventKind,
  { actorId, now }: Doing,
  details: Record<string, unknown> = {},
) {
  await queries
    .insertInto('submission_events')
    .values({
      id: randomUUID(),
      submission_id: id,
      happened_at: now.toISOString(),
      kind,
      actor_id: actorId,
      details: JSON.stringify(details),
    })
    .execute()
}

/** Also told to whoever listens from outside: `submission` is as it stands after the move. */
export async function addStageEvent(
  queries: Queries,
  submission: SubmissionSummary,
  doing: Doing,
  { from, ...details }: { from: Stage } & Record<string, unknown>,
) {
  await addEvent(queries, submission, 'stage', doing, { from, to: submission.stage, ...details })
  await announceStage(queries, submission, doing.now)
}

/** Once for each person and day, however often they look: the audit trail holds every time. */
export async function addOpening(queries: Queries, submission: Pick<SubmissionSummary, 'id'>, doing: Doing) {
  const { timeZone } = await companyCalendar(queries)
  const today = startOfDay(calendarDay(doing.now, timeZone), timeZone).toISOString()
  const known = await queries
    .selectFrom('submission_events')
    .select('id')
    .where('submission_id', '=', submission.id)
    .where('happened_at', '>=', today)
    .where('kind', '=', 'read')
    .where('actor_id', '=', doing.actorId)
    .executeTakeFirst()
  if (!known) await addEvent(queries, submission, 'read', doing)
}
