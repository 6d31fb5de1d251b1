import { randomUUID } from 'node:crypto'
import { calendarDay, startOfDay } from '../platform/calendar.ts'
import type { Queries } from '../platform/database/database.ts'
import type { Stage, SubmissionEventKind } from '../platform/database/tables.ts'
import { defineEvent, recordEvent } from '../platform/events/events.ts'
import { companyCalendar } from './promises.ts'
import type { SubmissionSummary } from './submissions.ts'

export interface Outbox {
  mailDomain: string
  wake(): void
  /** Mails that strangers can cause, together; the staff hear of every submission. */
  confirmationsPerDay?: number | undefined
  /** `DESK_URL`; without it no mail links to the desk. */
  deskUrl?: string | undefined
}

interface Received {
  submission: SubmissionSummary
  hasCv: boolean
  outbox: Outbox | undefined
}

/** A letter and its mail have the same id. */
interface WrittenLetter extends Pick<SubmissionSummary, 'reference' | 'language'> {
  id: string
  sendAt: Date
  mailDomain: string
}

interface Mentioned {
  submission: Pick<SubmissionSummary, 'id'>
  noteId: string
  people: readonly string[]
  actorId: string | null
}

interface Assigned {
  submission: Pick<SubmissionSummary, 'id'>
  assigneeId: string
  actorId: string | null
}

/** Asked for by the sender or by staff for them; not what the nightly purge deletes. */
interface Erased {
  submissions: SubmissionSummary[]
  outbox: Pick<Outbox, 'confirmationsPerDay'>
}

export const submissionReceived = defineEvent<Received>('submission.received')
export const stageChanged = defineEvent<SubmissionSummary>('submission.stage-changed')
export const letterWritten = defineEvent<WrittenLetter>('submission.letter-written')
export const colleaguesMentioned = defineEvent<Mentioned>('submission.colleagues-mentioned')
export const submissionAssigned = defineEvent<Assigned>('submission.assigned')
export const erasureDone = defineEvent<Erased>('submissions.erasure-done')
/** Before their rows are deleted. */
export const submissionsLeaving = defineEvent<{ submissions: SubmissionSummary[]; hasMail: boolean }>(
  'submissions.leaving',
)
export const submissionsErased = defineEvent<SubmissionSummary[]>('submissions.erased')

/** Without an actor: the command line, the sender or the server. */
export interface Handling {
  actorId: string | null
  now: Date
  /** The version that the person saw: another one is a conflict. */
  version?: number | undefined
}

/** A line of the submission's history, which is erased with it. */
export async function addEvent(
  queries: Queries,
  submission: Pick<SubmissionSummary, 'id'>,
  kind: SubmissionEventKind,
  { actorId, now }: Handling,
  details: Record<string, unknown> = {},
  id: string = randomUUID(),
) {
  await queries
    .insertInto('submission_events')
    .values({
      id,
      submission_id: submission.id,
      happened_at: now.toISOString(),
      kind,
      actor_id: actorId,
      details: JSON.stringify(details),
    })
    .execute()
}

export async function addStageEvent(
  queries: Queries,
  submission: SubmissionSummary,
  handling: Handling,
  { from, ...details }: { from: Stage } & Record<string, unknown>,
) {
  const { stage: to, step } = submission
  await addEvent(queries, submission, 'stage', handling, { from, to, ...(step && { step }), ...details })
  await recordEvent(queries, stageChanged, submission, handling.now)
}

/** Within one kind of stage. Stages are named by their ids; empty is the company's. */
export const addStepEvent = (
  queries: Queries,
  submission: SubmissionSummary,
  handling: Handling,
  { from, ...details }: { from: string } & Record<string, unknown>,
) => addEvent(queries, submission, 'step', handling, { stage: submission.stage, from, to: submission.step, ...details })

/** Once for each person and day: the audit trail has every time. */
export async function addOpening(queries: Queries, submission: Pick<SubmissionSummary, 'id'>, handling: Handling) {
  const { timeZone } = await companyCalendar(queries)
  const today = startOfDay(calendarDay(handling.now, timeZone), timeZone).toISOString()
  if (!(await hasEventSince(queries, submission, 'read', handling, today)))
    await addEvent(queries, submission, 'read', handling)
}

export async function hasEventSince(
  queries: Queries,
  { id }: Pick<SubmissionSummary, 'id'>,
  kind: SubmissionEventKind,
  { actorId }: Handling,
  since: string,
) {
  const known = await queries
    .selectFrom('submission_events')
    .select('id')
    .where('submission_id', '=', id)
    .where('happened_at', '>=', since)
    .where('kind', '=', kind)
    .where('actor_id', '=', actorId)
    .executeTakeFirst()
  return known !== undefined
}
