import { calendarDay } from '#domain/platform/calendar.ts'
import type { SubmissionSummary } from '#domain/submissions/submissions.ts'

/** Like 2026-03-01 14:05, on the company's clock. */
export function shownMoment(moment: string, timeZone: string) {
  const time = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' }).format(
    new Date(moment),
  )
  return `${calendarDay(new Date(moment), timeZone)} ${time}`
}

export const shownKind = (kind: SubmissionSummary['kind']) => kind.split('-')[0] as string
