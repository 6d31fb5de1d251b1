import type { Row } from '../platform/database/database.ts'
import { defineEvent } from '../platform/events/events.ts'
import type { SubmissionSummary } from '../submissions/submissions.ts'

interface AboutInterview {
  interview: Row<'interviews'>
  submission: SubmissionSummary
  by: 'candidate' | 'staff'
  /** A colleague; null for the candidate. */
  actorId: string | null
  /** The interviewers, and those who are no longer needed. */
  people: string[]
  released: string[]
  /** Notifications wait until then, because it may still be undone. */
  tellAt: Date
  /** Undefined where no mail is sent. */
  mailDomain: string | undefined
}

export const interviewProposed = defineEvent<AboutInterview>('interview.proposed')
export const interviewBooked = defineEvent<AboutInterview>('interview.booked')
export const interviewChanged = defineEvent<AboutInterview>('interview.changed')
export const interviewCancelled = defineEvent<AboutInterview>('interview.cancelled')
/** Before anybody was told; `sequence` is of the change that is undone. */
export const interviewUndone = defineEvent<AboutInterview & { sequence: number }>('interview.undone')

interface AboutSubmission {
  submission: SubmissionSummary
}

/** None of the times suits the candidate. */
export const interviewUnsuitable = defineEvent<AboutSubmission>('interview.unsuitable')
/** The candidate asks to be called. */
export const callAsked = defineEvent<AboutSubmission>('candidate.call-asked')
