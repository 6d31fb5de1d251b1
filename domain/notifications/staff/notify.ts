import { randomUUID } from 'node:crypto'
import type { Queries } from '../../platform/database/database.ts'
import { DAY } from '../../platform/durations.ts'
import { PROCESSES } from '../addresses.ts'
import type { NotificationDetails, NotificationKind } from './kinds.ts'

/** A submission by its id, a content record by `<type>/<id>`, a process by a job's id, `general` or `internship`. */
type About = { submission: string } | { record: string } | { process: string }

interface Notification {
  kind: NotificationKind
  people: readonly (string | null | undefined)[]
  about: About
  /** Null: the sender or the server. */
  actorId: string | null
  /** The same cause again renews the notification: it is unread, and mailed anew. */
  cause?: string
  details?: NotificationDetails
  /** Another mail tells them the same, such as a calendar invitation. */
  isMailed?: boolean
  now: Date
}

/** In the transaction of the change. Never about one's own act. */
export async function notify(
  queries: Queries,
  { kind, people, about, actorId, cause = '', details = {}, isMailed = false, now }: Notification,
): Promise<void> {
  const others = people.filter((id) => typeof id === 'string' && id !== actorId) as string[]
  if (others.length === 0) return
  const present = await queries
    .selectFrom('people')
    .select('id')
    .where('id', 'in', others)
    .where('removed_at', 'is', null)
    .execute()
  for (const { id: person_id } of present) {
    const news = {
      id: randomUUID(),
      actor_id: actorId,
      details: JSON.stringify(details),
      created_at: now.toISOString(),
      read_at: null,
      mailed_at: isMailed ? now.toISOString() : null,
    }
    await queries
      .insertInto('notifications')
      .values({ person_id, kind, cause, ...subjectOf(about), ...news })
      .onConflict((conflict) => conflict.columns(['person_id', 'subject', 'kind', 'cause']).doUpdateSet(news))
      .execute()
  }
}

/** Deletes a notification whose cause was undone in time. */
export const takeBack = (queries: Queries, kind: NotificationKind, about: About, cause: string) =>
  queries
    .deleteFrom('notifications')
    .where('subject', '=', subjectOf(about).subject)
    .where('kind', '=', kind)
    .where('cause', '=', cause)
    .execute()

export function subjectOf(about: About) {
  if ('submission' in about) return { subject: `submissions/${about.submission}`, submission_id: about.submission }
  return { subject: 'process' in about ? `${PROCESSES}${about.process}` : about.record, submission_id: null }
}

const KEPT_DAYS = 90

export async function forgetOldNotifications(queries: Queries, now: Date): Promise<void> {
  const before = new Date(now.getTime() - KEPT_DAYS * DAY).toISOString()
  await queries.deleteFrom('notifications').where('created_at', '<', before).execute()
}
