import { isDeclineReason } from '#domain/hiring/decline-reasons.ts'
import type { NotScheduled } from '#domain/hiring/interviews/interviews.ts'
import { findPerson } from '#domain/people/people.ts'
import { mayDo } from '#domain/people/rights.ts'
import { rolesIn } from '#domain/people/roles-column.ts'
import type { NotHandled } from '#domain/submissions/handling.ts'
import { toItem } from '#domain/submissions/inbox.ts'
import { movesFrom } from '#domain/submissions/stages.ts'
import type { SubmissionSummary } from '#domain/submissions/submissions.ts'
import type { StaffContext } from './call.ts'
import { Problem, type ProblemName } from './problem.ts'

/** A conflict shows both the stored state and the wanted one. */
export function problemOf({ fault, current }: NotHandled, body: unknown): Problem {
  if (fault === 'unknown' || !current) return new Problem('notFound')
  if (fault === 'stage-gone') return new Problem('stageGone')
  const { version: _seen, ...wanted } = (body ?? {}) as { version?: number }
  const details = { current: handledState(current), wanted }
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

export function handledState(summary: SubmissionSummary) {
  const { reference, stage, step, stageSince, assigneeId, dueAt, version } = toItem(summary, { notes: 0, isRead: true })
  const { decline_reason: declineReason, answered_at: answeredAt, answered_by: answeredBy, kind } = summary
  const moves = movesFrom(kind, stage)
  const answer = { answeredAt, answeredBy, promisedAt: summary.answer_due_at }
  return { reference, stage, step, stageSince, assigneeId, dueAt, version, declineReason, moves, ...answer }
}

export async function refuseStranger({ queries }: Pick<StaffContext, 'queries'>, personId: string) {
  const found = await findPerson(queries, personId)
  if (!found || !mayDo(rolesIn(found.role), 'submissions.read')) throw new Problem('personUnknown')
}

/** The company's list may have changed since the dialog was opened. */
export async function refuseUnknownReason(queries: StaffContext['queries'], reason: string | undefined) {
  if (reason !== undefined && !(await isDeclineReason(queries, reason)))
    throw new Problem('invalid', { errors: { reason: ['reasonGone'] } })
}
