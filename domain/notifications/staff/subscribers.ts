import type { mailBounced, replyReceived, senderActed } from '../../candidates/events.ts'
import type { fieldCommented } from '../../content/comments.ts'
import type { contentReviewed } from '../../content/reviews.ts'
import type { scheduleFailed } from '../../content/schedules.ts'
import type { callAsked, interviewBooked, interviewUndone, interviewUnsuitable } from '../../hiring/events.ts'
import type { joinedTeam } from '../../hiring/teams.ts'
import type { Subscriber } from '../../platform/events/events.ts'
import type { colleaguesMentioned, submissionAssigned } from '../../submissions/events.ts'
import { notify, takeBack } from './notify.ts'

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

/** The author of the letter that it answers is told, too. */
export const notifyOfReply: Subscriber<typeof replyReceived> = async (queries, { submission, replyId }, now) => {
  const letter = await queries
    .selectFrom('replies')
    .innerJoin('letters', 'letters.id', 'mail_id')
    .select('letters.author_id')
    .where('replies.id', '=', replyId)
    .executeTakeFirst()
  const people = [...new Set([submission.assignee_id, letter?.author_id])]
  const news = { kind: 'sender-acted', about: { submission: submission.id }, actorId: null, cause: replyId } as const
  await notify(queries, { ...news, people, details: { act: 'replied' }, now })
}

export const notifyOfBounce: Subscriber<typeof mailBounced> = async (queries, { submission, mailId }, now) => {
  const letter = await queries
    .selectFrom('letters')
    .select('author_id')
    .where('id', '=', mailId ?? '')
    .executeTakeFirst()
  const people = [...new Set([submission.assignee_id, letter?.author_id])]
  const news = { kind: 'sender-acted', about: { submission: submission.id }, actorId: null } as const
  await notify(queries, { ...news, people, cause: mailId ?? 'bounced', details: { act: 'bounced' }, now })
}

export const notifyOfTeam: Subscriber<typeof joinedTeam> = (queries, { process, people, actorId }, now) =>
  notify(queries, { kind: 'team', people, about: { process }, actorId, now })

export const notifyOfFailedSchedule: Subscriber<typeof scheduleFailed> = (queries, { record, people }, now) =>
  notify(queries, { kind: 'schedule-failed', people, about: { record }, actorId: null, cause: now.toISOString(), now })

/** A round of asking and answering is one piece of news for each of the two: the last. */
export const notifyOfReview: Subscriber<typeof contentReviewed> = (
  queries,
  { record, review, act, person, actorId },
  now,
) =>
  notify(queries, {
    kind: 'review',
    people: [person],
    about: { record },
    actorId,
    cause: review,
    details: { act },
    now,
  })

export const notifyOfComment: Subscriber<typeof fieldCommented> = (
  queries,
  { record, comment, people, actorId },
  now,
) => notify(queries, { kind: 'comment', people, about: { record }, actorId, cause: comment, now })

/** Interviewers get an invitation by mail besides. */
const notifyOfInterview =
  (act: 'booked' | 'changed' | 'cancelled'): Subscriber<typeof interviewBooked> =>
  async (queries, { interview, submission, actorId, people, released }, now) => {
    const { id, starts_at: at, created_by } = interview
    if (at === null && act !== 'cancelled') return
    const invited = [...people, ...released]
    const others = [submission.assignee_id, created_by].filter((person) => person !== null && !invited.includes(person))
    const about = { submission: submission.id }
    const news = {
      kind: 'interview' as const,
      about,
      actorId,
      cause: id,
      details: { act, ...(at !== null && { at }) },
      now,
    }
    await notify(queries, { ...news, people: invited, isMailed: true })
    await notify(queries, { ...news, people: [...new Set(others)] })
  }

export const notifyOfBooking = notifyOfInterview('booked')
export const notifyOfMove = notifyOfInterview('changed')
export const notifyOfCancellation = notifyOfInterview('cancelled')

export const takeBackInterview: Subscriber<typeof interviewUndone> = (queries, { interview, submission }) =>
  takeBack(queries, 'interview', { submission: submission.id }, interview.id)

const notifyAssigneeOf =
  (act: 'unsuitable' | 'call'): Subscriber<typeof interviewUnsuitable | typeof callAsked> =>
  (queries, { submission }, now) =>
    notify(queries, {
      kind: 'sender-acted',
      people: [submission.assignee_id],
      about: { submission: submission.id },
      actorId: null,
      cause: act,
      details: { act },
      now,
    })

export const notifyOfNoSuitableTime = notifyAssigneeOf('unsuitable')
export const notifyOfCallAsked = notifyAssigneeOf('call')
