import { findPerson } from '#domain/people/people.ts'
import { mayDo } from '#domain/people/rights.ts'
import { NotHandled } from '#domain/submissions/handling.ts'
import { toItem } from '#domain/submissions/inbox.ts'
import { movesFrom } from '#domain/submissions/stages.ts'
import type { SubmissionSummary } from '#domain/submissions/submissions.ts'
import type { StaffContext } from './call.ts'
import { Problem } from './problem.ts'

/** Refuses in the words of the desk; a conflict shows both: what is there now, and what was wanted. */
export async function handled<Result>(wanted: object, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof NotHandled)) throw error
    if (error.fault === 'unknown' || !error.current) throw new Problem('notFound')
    const details = { current: handledState(error.current), wanted }
    throw new Problem(error.fault === 'conflict' ? 'conflict' : 'moveNotAllowed', { details })
  }
}

/** What a change gives back, and what a conflict shows. */
export function handledState(summary: SubmissionSummary) {
  const { reference, stage, stageSince, assigneeId, isRead, dueAt, version } = toItem(summary, 0)
  const { decline_reason: declineReason, kind } = summary
  return {
    reference,
    stage,
    stageSince,
    assigneeId,
    isRead,
    dueAt,
    version,
    declineReason,
    moves: movesFrom(kind, stage),
  }
}

/** Work is handed only to those who may read it. */
export async function refuseStranger({ queries }: Pick<StaffContext, 'queries'>, personId: string) {
  const found = await findPerson(queries, personId)
  if (!found || !mayDo(found.role, 'submissions.read')) throw new Problem('personUnknown')
}
