import { calendarDay } from '#domain/calendar.ts'
import { KIND_FACTS } from '#domain/submissions/kinds.ts'
import type { CvDescription, SubmissionSummary, WholeSubmission } from '#domain/submissions/submissions.ts'

/** A submission as scripts and spreadsheets get it. */
export function toRecord(submission: SubmissionSummary & Partial<WholeSubmission>) {
  const { reference, kind, created_at, language, stage, marks } = submission
  const { name, email, phone, about, job_id, answers = {}, notes, cv } = submission
  const { isForJob } = KIND_FACTS[kind]
  return {
    reference,
    kind,
    received_at: created_at,
    language,
    stage,
    ...(notes && { note: notes.map(({ note }) => note).join('\n') }),
    marked: marks !== '',
    marks,
    name,
    email,
    phone,
    ...(isForJob ? { job_id, job: about } : {}),
    ...answers,
    ...(!isForJob && !submission.answers ? { about } : {}),
    ...(cv && { cv_file_name: cv.file_name, cv_bytes: cv.size, cv_sha256: cv.sha256, ...inspectionRecord(cv) }),
  }
}

function inspectionRecord({ result }: CvDescription) {
  if (!result) return { cv_inspected: false }
  const { opens, pages, isEncrypted, isReadWhole, findings, scan } = result
  return {
    cv_inspected: true,
    cv_opens: opens,
    cv_pages: pages,
    cv_encrypted: isEncrypted,
    cv_read_whole: isReadWhole,
    cv_findings: Object.entries(findings)
      .map(([finding, count]) => `${finding} ${count}`)
      .join(', '),
    ...(scan && { cv_scan: scan.outcome === 'infected' ? `infected: ${scan.signature}` : scan.outcome }),
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
