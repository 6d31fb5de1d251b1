import type { CallTable } from './call.ts'
import { accountCalls } from './calls/account.ts'
import { addCandidateCalls } from './calls/add-candidate.ts'
import { bulkCalls } from './calls/bulk.ts'
import { candidatePageCalls } from './calls/candidate-pages.ts'
import { candidateCalls } from './calls/candidates.ts'
import { contentCalls } from './calls/content.ts'
import { contentPublishingCalls } from './calls/content-publishing.ts'
import { contentReviewCalls } from './calls/content-reviews.ts'
import { cvCalls } from './calls/cv.ts'
import { editingHelpCalls } from './calls/editing-help.ts'
import { eventCalls } from './calls/events.ts'
import { exportCalls } from './calls/export.ts'
import { hiringCalls } from './calls/hiring.ts'
import { importCalls } from './calls/imports.ts'
import { interviewCalls } from './calls/interviews.ts'
import { letterCalls } from './calls/letters.ts'
import { notificationCalls } from './calls/notifications.ts'
import { operationCalls } from './calls/operations.ts'
import { pageCalls } from './calls/pages.ts'
import { peopleCalls } from './calls/people.ts'
import { pictureCalls } from './calls/pictures.ts'
import { redirectCalls } from './calls/redirects.ts'
import { replyCalls } from './calls/replies.ts'
import { reportCalls } from './calls/reports.ts'
import { scorecardCalls } from './calls/scorecards.ts'
import { submissionCalls } from './calls/submissions.ts'
import { tagAndReasonCalls } from './calls/tags-and-reasons.ts'
import { todayCalls } from './calls/today.ts'
import { viewCalls } from './calls/views.ts'
import { visitorCalls } from './calls/visitors.ts'
import { wayInCalls } from './calls/ways-in.ts'

export const calls = {
  ...wayInCalls,
  ...accountCalls,
  ...peopleCalls,
  ...todayCalls,
  ...submissionCalls,
  ...viewCalls,
  ...cvCalls,
  ...hiringCalls,
  ...scorecardCalls,
  ...letterCalls,
  ...replyCalls,
  ...candidateCalls,
  ...interviewCalls,
  ...candidatePageCalls,
  ...addCandidateCalls,
  ...reportCalls,
  ...visitorCalls,
  ...tagAndReasonCalls,
  ...bulkCalls,
  ...exportCalls,
  ...notificationCalls,
  ...operationCalls,
  ...eventCalls,
  ...contentCalls,
  ...contentPublishingCalls,
  ...contentReviewCalls,
  ...pageCalls,
  ...pictureCalls,
  ...redirectCalls,
  ...importCalls,
  ...editingHelpCalls,
} satisfies CallTable

export type DeskCalls = typeof calls
