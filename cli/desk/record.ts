import { calendarDay } from '#domain/calendar.ts'
import type { SubmissionSummary, WholeSubmission } from '#domain/submissions/submissions.ts'

/** A submission as scripts and spreadsheets get it. */
export function toRecord(submission: SubmissionSummary & Partial<WholeSubmission>) {
  const { reference, kind, created_at, language, state, note, doubtful, doubtful_reasons } = submission
  const { name, email, phone, about, job_id, answers = {}, cv } = submission
  return {
    reference,
    kind,
    received_at: created_at,
    language,
    state,
    note,
    marked: doubtful === 1,
    marks: doubtful_reasons,
    name,
    email,
    phone,
    ...(kind === 'career-application' ? { job_id, job: about } : {}),
    ...answers,
    ...(kind !== 'career-application' && !submission.answers ? { about } : {}),
    ...(cv && { cv_file_name: cv.file_name, cv_bytes: cv.size, cv_sha256: cv.sha256 }),
  }
}

/** Like 2026-03-01 14:05, on the company's clock. */
export function shownMoment(moment: string, timeZone: string) {
  const time = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' }).format(
    new Date(moment),
  )
  return `${calendarDay(new Date(moment), timeZone)} ${time}`
}

export const shownKind = (kind: SubmissionSummary['kind']) => kind.split('-')[0] as string
