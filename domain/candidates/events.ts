import { defineEvent } from '../platform/events/events.ts'
import type { SubmissionSummary } from '../submissions/submissions.ts'

interface ToSender {
  submission: SubmissionSummary
  mailDomain: string
}

export const linkRenewed = defineEvent<ToSender>('candidate.link-renewed')
export const questionAsked = defineEvent<ToSender & { id: string }>('candidate.question-asked')
