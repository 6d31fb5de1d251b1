import type { Database } from '../../platform/database/database.ts'
import { DAY } from '../../platform/durations.ts'
import { IS_WAITING } from '../../submissions/list-submissions.ts'
import { notify } from './notify.ts'

/** A server that was off for a weekend still tells. */
const TOLD_FOR_MILLISECONDS = 7 * DAY
const MAX_AT_ONCE = 200

/** Told once for each promise and assignee. */
export async function notifyOfLatePromises(database: Database, now: Date): Promise<void> {
  const late = await selectLate(database, now)
  if (late.length === 0) return
  await database.write(async (queries) => {
    for (const { id, assignee_id, answer_due_at } of await selectLate({ queries }, now))
      await notify(queries, {
        kind: 'late-promise',
        people: [assignee_id],
        about: { submission: id },
        actorId: null,
        cause: answer_due_at,
        details: { at: answer_due_at },
        now,
      })
  })
}

const selectLate = ({ queries }: Pick<Database, 'queries'>, now: Date) =>
  queries
    .selectFrom('submissions')
    .innerJoin('people', 'people.id', 'submissions.assignee_id')
    .select(['submissions.id', 'assignee_id', 'answer_due_at'])
    .where(IS_WAITING)
    .where('is_sample', '=', 0)
    .where('people.removed_at', 'is', null)
    .where('answer_due_at', '<', now.toISOString())
    .where('answer_due_at', '>=', new Date(now.getTime() - TOLD_FOR_MILLISECONDS).toISOString())
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('notifications')
            .select('notifications.id')
            .whereRef('notifications.person_id', '=', 'submissions.assignee_id')
            .whereRef('notifications.submission_id', '=', 'submissions.id')
            .where('notifications.kind', '=', 'late-promise')
            .whereRef('notifications.cause', '=', 'submissions.answer_due_at'),
        ),
      ),
    )
    .orderBy('answer_due_at')
    .limit(MAX_AT_ONCE)
    .execute()
