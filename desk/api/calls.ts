import type { CallTable } from './call.ts'
import { accountCalls } from './calls/account.ts'
import { activityCalls } from './calls/activity.ts'
import { bulkCalls } from './calls/bulk.ts'
import { candidateCalls } from './calls/candidates.ts'
import { contentCalls } from './calls/content.ts'
import { contentHistoryCalls } from './calls/content-history.ts'
import { contentLockCalls } from './calls/content-locks.ts'
import { contentPreviewCalls } from './calls/content-previews.ts'
import { contentPublishingCalls } from './calls/content-publishing.ts'
import { cvCalls } from './calls/cv.ts'
import { cvSheetCalls } from './calls/cv-sheet.ts'
import { eventCalls } from './calls/events.ts'
import { exportCalls } from './calls/export.ts'
import { invitationCalls } from './calls/invitations.ts'
import { letterCalls } from './calls/letters.ts'
import { peopleCalls } from './calls/people.ts'
import { pictureCalls } from './calls/pictures.ts'
import { queueCalls } from './calls/queue.ts'
import { sampleCalls } from './calls/samples.ts'
import { sessionCalls } from './calls/session.ts'
import { setUpCalls } from './calls/set-up.ts'
import { submissionCalls } from './calls/submissions.ts'
import { todayCalls } from './calls/today.ts'
import { viewCalls } from './calls/views.ts'
import { webhookCalls } from './calls/webhooks.ts'

export const calls = {
  ...setUpCalls,
  ...sessionCalls,
  ...invitationCalls,
  ...accountCalls,
  ...peopleCalls,
  ...activityCalls,
  ...todayCalls,
  ...submissionCalls,
  ...viewCalls,
  ...cvCalls,
  ...cvSheetCalls,
  ...letterCalls,
  ...candidateCalls,
  ...queueCalls,
  ...bulkCalls,
  ...exportCalls,
  ...eventCalls,
  ...sampleCalls,
  ...webhookCalls,
  ...contentCalls,
  ...contentPublishingCalls,
  ...contentPreviewCalls,
  ...contentHistoryCalls,
  ...contentLockCalls,
  ...pictureCalls,
} satisfies CallTable

export type DeskCalls = typeof calls
