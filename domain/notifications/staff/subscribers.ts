import type { senderActed } from '../../candidates/events.ts'
import type { scheduleFailed } from '../../content/schedules.ts'
import type { Subscriber } from '../../platform/events/events.ts'
import type { colleaguesMentioned, submissionAssigned } from '../../submissions/events.ts'
import { notify } from './notify.ts'

export const notifyMentioned: Subscriber<typeof colleaguesMentioned> = (
  queries,
  { submission, noteId, people, actorId },
  now,
) => notify(queries, { kind: 'mention', people, about: { submission: submission.id }, actorId, cause: noteId, now })

export const notifyAssignee: Subscriber<typeof submissionAssigned> = (
  queries,
  { submission, assigneeId, actorId },
  now,
) => notify(queries, { kind: 'assignment', people: [assigneeId], about: { submission: submission.id }, actorId, now })

export const notifyOfSender: Subscriber<typeof senderActed> = (queries, { submission, act, askedBy }, now) =>
  notify(queries, {
    kind: 'sender-acted',
    people: [...new Set([submission.assignee_id, askedBy])],
    about: { submission: submission.id },
    actorId: null,
    // A withdrawal and its return are one piece of news: the last.
    cause: act === 'returned' ? 'withdrawn' : act,
    details: { act },
    now,
  })

export const notifyOfFailedSchedule: Subscriber<typeof scheduleFailed> = (queries, { record, people }, now) =>
  notify(queries, { kind: 'schedule-failed', people, about: { record }, actorId: null, cause: now.toISOString(), now })
