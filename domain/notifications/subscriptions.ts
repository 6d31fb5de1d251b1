import { jobClosed, jobPublished } from '../content/published-jobs.ts'
import { on } from '../platform/events/events.ts'
import { stageChanged, submissionReceived, submissionsErased } from '../submissions/events.ts'
import { announceErased, announceJob, announceJobClosed, announceStage, announceSubmission } from './webhooks/events.ts'

/** Who is told of what, in the transaction in which it happens. */
export const SUBSCRIPTIONS = [
  on(submissionReceived, announceSubmission),
  on(stageChanged, announceStage),
  on(submissionsErased, announceErased),
  on(jobPublished, announceJob),
  on(jobClosed, announceJobClosed),
]
