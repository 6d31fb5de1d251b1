import { linkRenewed, mailBounced, questionAsked, replyReceived, senderActed } from '../candidates/events.ts'
import { fieldCommented } from '../content/comments.ts'
import { jobClosed, jobPublished } from '../content/published-jobs.ts'
import { contentReviewed } from '../content/reviews.ts'
import { scheduleFailed } from '../content/schedules.ts'
import {
  callAsked,
  interviewBooked,
  interviewCancelled,
  interviewChanged,
  interviewProposed,
  interviewUndone,
  interviewUnsuitable,
} from '../hiring/events.ts'
import { scorecardSent } from '../hiring/scorecards.ts'
import { joinedTeam } from '../hiring/teams.ts'
import { accountChanged, personInvited } from '../people/events.ts'
import { on } from '../platform/events/events.ts'
import { cvInspected } from '../submissions/cv/queue.ts'
import {
  colleaguesMentioned,
  erasureDone,
  letterWritten,
  stageChanged,
  submissionAssigned,
  submissionReceived,
  submissionsErased,
  submissionsLeaving,
} from '../submissions/events.ts'
import { mailAccountNews, mailInvitation } from './mail/account-mails.ts'
import { mailErasure } from './mail/erasure-mails.ts'
import {
  cancelErasedInterviews,
  mailInterview,
  mailInterviewEnd,
  mailInterviewTimes,
  withdrawInterviewMails,
} from './mail/interview-mails.ts'
import { mailArrival, mailLetter, mailLink, mailQuestion, releaseStaffMail } from './mail/outbox.ts'
import {
  notifyAssignee,
  notifyMentioned,
  notifyOfBooking,
  notifyOfBounce,
  notifyOfCallAsked,
  notifyOfCancellation,
  notifyOfComment,
  notifyOfFailedSchedule,
  notifyOfMove,
  notifyOfNoSuitableTime,
  notifyOfReply,
  notifyOfReview,
  notifyOfSender,
  notifyOfTeam,
  takeBackInterview,
} from './staff/subscribers.ts'
import { announceErased, announceJob, announceJobClosed, announceReceived, announceStage } from './webhooks/ledger.ts'

/** News of a stage (mail/news.ts), late promises (staff/late-promises.ts), job alerts and search engines find their changes by themselves, later. */
export const SUBSCRIPTIONS = [
  on(submissionReceived, announceReceived, mailArrival),
  on(cvInspected, releaseStaffMail),
  on(stageChanged, announceStage),
  on(letterWritten, mailLetter),
  on(questionAsked, mailQuestion),
  on(linkRenewed, mailLink),
  on(interviewProposed, mailInterviewTimes),
  on(interviewBooked, mailInterview, notifyOfBooking),
  on(interviewChanged, mailInterview, notifyOfMove),
  on(interviewCancelled, mailInterviewEnd, notifyOfCancellation),
  on(interviewUndone, withdrawInterviewMails, takeBackInterview),
  on(interviewUnsuitable, notifyOfNoSuitableTime),
  on(callAsked, notifyOfCallAsked),
  on(replyReceived, notifyOfReply),
  on(mailBounced, notifyOfBounce),
  on(accountChanged, mailAccountNews),
  on(personInvited, mailInvitation),
  on(colleaguesMentioned, notifyMentioned),
  on(submissionAssigned, notifyAssignee),
  on(senderActed, notifyOfSender),
  on(scheduleFailed, notifyOfFailedSchedule),
  on(contentReviewed, notifyOfReview),
  on(fieldCommented, notifyOfComment),
  on(submissionsLeaving, cancelErasedInterviews),
  // No notification: colleagues see it beside the cards.
  on(scorecardSent),
  on(joinedTeam, notifyOfTeam),
  on(submissionsErased, announceErased),
  on(erasureDone, mailErasure),
  on(jobPublished, announceJob),
  on(jobClosed, announceJobClosed),
]
