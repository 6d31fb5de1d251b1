import { randomUUID } from 'node:crypto'
import type { Queries } from '../database/connection.ts'
import type { SubmissionEventKind } from '../database/tables.ts'
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
