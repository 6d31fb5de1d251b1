import type { Email } from 'postal-mime'

const AUTOMATIC_PRECEDENCE = /^(list|junk|bulk|auto_reply)$/i

const MACHINES = /^(mailer-daemon|postmaster|no-?reply|do-?not-?reply)@/i

const SUBJECTS = [
  /^(automatic reply|auto(matic)?[ -]?(reply|response)|out of (the )?office|autoreply|vacation|away from)/i,
  /^(رد تلقائي|رد آلي|ردّ تلقائي|إجابة تلقائية|خارج المكتب|خارج العمل|في إجازة|إجازة)/,
]

/** An out-of-office note, a list or a machine. Arabic subjects count as well. */
export function isAutomaticMail({ headers, from, subject = '', returnPath }: Email): boolean {
  const headerOf = (name: string) => headers.find(({ key }) => key === name)?.value.trim() ?? ''
  const submitted = headerOf('auto-submitted')
  const isMarked = submitted !== '' && !/^no\b/i.test(submitted)
  const isListed = AUTOMATIC_PRECEDENCE.test(headerOf('precedence')) || headerOf('x-autoreply') !== ''
  const hasNoSender = returnPath === '<>' || headerOf('return-path') === '<>'
  const withoutMarks = subject.replace(/^[\s\u200e\u200f]+/, '')
  return (
    isMarked ||
    isListed ||
    hasNoSender ||
    MACHINES.test(from?.address ?? '') ||
    SUBJECTS.some((pattern) => pattern.test(withoutMarks))
  )
}
