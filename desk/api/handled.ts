import { isDeclineReason } from '#domain/hiring/decline-reasons.ts'
import type { NotScheduled } from '#domain/hiring/interviews/interviews.ts'
import { type Holder, mayDoIn } from '#domain/people/rights.ts'
import { findHolder } from '#domain/people/teams.ts'
import type { Queries } from '#domain/platform/database/database.ts'
import type { NotHandled } from '#domain/submissions/handling.ts'
import { toItem } from '#domain/submissions/inbox.ts'
import { processKeyOf } from '#domain/submissions/processes.ts'
import { maySee, scopeOf } from '#domain/submissions/scope.ts'
import { movesFrom } from '#domain/submissions/stages.ts'
import type { SubmissionSummary } from '#domain/submissions/submissions.ts'
import type { StaffContext } from './call.ts'
import { Problem, type ProblemName } from './problem.ts'

/** A conflict shows both the stored state and the wanted one. */
export function problemOf({ fault, current }: NotHandled, body: unknown, person: Holder | undefined): Problem {
  if (fault === 'unknown' || !current) return new Problem('notFound')
  if (fault === 'stage-gone') return new Problem('stageGone')
  const { version: _seen, ...wanted } = (body ?? {}) as { version?: number }
  const details = { current: handledState(current, person), wanted }
  return new Problem(fault === 'conflict' ? 'conflict' : 'moveNotAllowed', { details })
}

const SCHEDULE_PROBLEMS = {
  unknown: 'notFound',
  conflict: 'conflict',
  open: 'interviewOpen',
  taken: 'interviewTaken',
  past: 'interviewPast',
  busy: 'interviewBusy',
  closed: 'interviewClosed',
  'too-late': 'interviewClosed',
  'moves-used': 'interviewClosed',
  told: 'interviewTold',
} as const satisfies Record<NotScheduled['reason'], ProblemName>

export const problemOfSchedule = ({ reason, details }: NotScheduled) =>
  new Problem(SCHEDULE_PROBLEMS[reason], { ...(details && { details }) })

/** As this person may know it. */
export function handledState(summary: SubmissionSummary, person: Holder | undefined) {
  const { reference, stage, step, stageSince, assigneeId, dueAt, version } = toItem(summary, { notes: 0, isRead: true })
  const { answered_at: answeredAt, answered_by: answeredBy, kind } = summary
  const knowsReasons = person !== undefined && mayDoIn(person, processKeyOf(summary), 'reasons.read')
  const declineReason = knowsReasons ? summary.decline_reason : null
  const moves = movesFrom(kind, stage)
  const answer = { answeredAt, answeredBy, promisedAt: summary.answer_due_at }
  return { reference, stage, step, stageSince, assigneeId, dueAt, version, declineReason, moves, ...answer }
}

/** A colleague who does not see this submission cannot be named about it. */
export async function refuseStranger(queries: Queries, personId: string, reference: string) {
  const found = await findHolder(queries, personId)
  if (!found || !(await maySee(queries, found, reference))) throw new Problem('personUnknown')
}

/** For work on many submissions. */
export async function refuseNoReader(queries: Queries, personId: string) {
  const found = await findHolder(queries, personId)
  if (!found || scopeOf(found) !== 'everywhere') throw new Problem('personUnknown')
}

/** On the team, or with a role that reads everything: being asked is what lets an interviewer see it. */
export async function refuseNoInterviewer(queries: Queries, personId: string, submission: SubmissionSummary) {
  const found = await findHolder(queries, personId)
  if (!found || !mayDoIn(found, processKeyOf(submission), 'submissions.read')) throw new Problem('personUnknown')
}

/** The company's list may have changed since the dialog was opened. */
export async function refuseUnknownReason(queries: StaffContext['queries'], reason: string | undefined) {
  if (reason !== undefined && !(await isDeclineReason(queries, reason)))
    throw new Problem('invalid', { errors: { reason: ['reasonGone'] } })
}
