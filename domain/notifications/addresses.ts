/** How subjects of notifications about a process begin. */
export const PROCESSES = 'processes/'

export const processIn = (subject: string) =>
  subject.startsWith(PROCESSES) ? subject.slice(PROCESSES.length) : undefined

interface Notified {
  subject: string
  submission: { reference: string } | null
}

/** Where it leads, at the desk. */
export function addressOfNotification({ subject, submission }: Notified): string {
  if (submission) return `/inbox/${submission.reference}`
  const process = processIn(subject)
  return process === undefined ? `/content/${subject}` : `/stages/${process}`
}
