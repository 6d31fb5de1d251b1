import { defineEvent } from '../platform/events/events.ts'
import type { SubmissionSummary } from '../submissions/submissions.ts'

interface ToSender {
  submission: SubmissionSummary
  mailDomain: string
}

interface SenderAct {
  submission: Pick<SubmissionSummary, 'id' | 'assignee_id'>
  /** `replaced`: the CV. `returned`: after a withdrawal. */
  act: 'answered' | 'corrected' | 'replaced' | 'withdrawn' | 'returned'
  /** Who asked the question that is answered. */
  askedBy?: string | null
}

export const senderActed = defineEvent<SenderAct>('candidate.acted')
interface Reply {
  submission: SubmissionSummary
  replyId: string
  /** It did not come from the address of the submission. */
  isOtherAddress: boolean
}

export const linkRenewed = defineEvent<ToSender>('candidate.link-renewed')
export const questionAsked = defineEvent<ToSender & { id: string }>('candidate.question-asked')
/** A person has written back; not an automatic reply. */
export const replyReceived = defineEvent<Reply>('candidate.reply-received')
/** A mail of ours came back for good. */
export const mailBounced = defineEvent<{ submission: SubmissionSummary; mailId: string | undefined }>(
  'candidate.mail-bounced',
)
