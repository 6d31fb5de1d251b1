import type { linkRenewed, questionAsked } from '../../candidates/events.ts'
import type { Subscriber } from '../../platform/events/events.ts'
import type { cvInspected } from '../../submissions/cv/queue.ts'
import type { letterWritten, submissionReceived } from '../../submissions/events.ts'
import { enqueueMail, enqueueMails, makeStaffMailDue } from './outbox.ts'

export const mailArrival: Subscriber<typeof submissionReceived> = async (queries, { submission, hasCv, outbox }) => {
  if (outbox) await enqueueMails(queries, submission, outbox, { hasCv })
}

export const releaseStaffMail: Subscriber<typeof cvInspected> = (queries, { id }, now) =>
  makeStaffMailDue(queries, id, now.toISOString())

export const mailLetter: Subscriber<typeof letterWritten> = (queries, { id, sendAt, mailDomain, ...submission }, now) =>
  enqueueMail(queries, submission, {
    id,
    kind: 'letter',
    mailDomain,
    createdAt: now.toISOString(),
    dueAt: sendAt.toISOString(),
  })

export const mailLink: Subscriber<typeof linkRenewed> = (queries, { submission, mailDomain }, now) =>
  enqueueMail(queries, submission, { kind: 'link', mailDomain, createdAt: now.toISOString() })

export const mailQuestion: Subscriber<typeof questionAsked> = (queries, { id, submission, mailDomain }, now) =>
  enqueueMail(queries, submission, { id, kind: 'question', mailDomain, createdAt: now.toISOString() })
