import { FORM_PROPERTIES } from '../kinds.ts'
import type { SubmissionSummary, WholeSubmission } from '../submissions.ts'

export const RECORD_COLUMNS: readonly string[] = [
  ...[
    'reference',
    'kind',
    'sample',
    'received_at',
    'language',
    'stage',
    'decline_reason',
    'assignee',
    'note',
    'marked',
    'marks',
    ...['added_as', 'source', 'campaign', 'referring_site', 'heard_of', 'tags', 'rating', 'pool_until'],
    'name',
    'email',
    'phone',
  ],
  ...FORM_PROPERTIES['contact-message'].answers,
  ...FORM_PROPERTIES['internship-application'].answers,
  ...['job_id', 'job'],
  ...FORM_PROPERTIES['career-application'].answers,
  ...['job_answers', 'replies', 'mail_replies', 'cv_file_name', 'cv_bytes', 'cv_sha256'],
  ...['cv_inspected', 'cv_opens', 'cv_pages', 'cv_encrypted', 'cv_read_whole', 'cv_findings', 'cv_scan'],
]

export function toRecord(submission: SubmissionSummary & Partial<WholeSubmission>, names?: Map<string, string>) {
  const { reference, kind, created_at, language, stage, marks, is_sample, decline_reason, assignee_id } = submission
  const {
    name,
    email,
    phone,
    about,
    job_id,
    answers = {},
    notes,
    replies,
    mailReplies,
    jobAnswers,
    person,
    cv,
  } = submission
  const { isForJob } = FORM_PROPERTIES[kind]
  return {
    reference,
    kind,
    sample: is_sample === 1,
    received_at: created_at,
    language,
    stage,
    ...(decline_reason && { decline_reason }),
    ...(assignee_id && { assignee: names?.get(assignee_id) ?? assignee_id }),
    ...(notes && { note: notes.map(({ note }) => note).join('\n') }),
    ...(submission.added_as && { added_as: submission.added_as }),
    ...cameByOf(submission),
    ...(person && { ...person, tags: person.tags.join(', ') }),
    marked: marks !== '',
    marks,
    name,
    email,
    phone,
    ...(isForJob ? { job_id, job: about } : {}),
    ...answers,
    ...(!isForJob && !submission.answers ? { about } : {}),
    ...(jobAnswers && jobAnswers.length > 0 && { job_answers: asText(jobAnswers) }),
    ...(replies && { replies: asText(replies) }),
    ...(mailReplies && { mail_replies: mailReplies.map(({ text }) => text).join('\n\n') }),
    ...(cv && { cv_file_name: cv.file_name, cv_bytes: cv.size, cv_sha256: cv.sha256, ...inspectionRecord(cv) }),
  }
}

/** Only what is known. */
export function cameByOf({ source, campaign, referring_site, heard_of }: SubmissionSummary) {
  const cameBy = Object.entries({ source, campaign, referring_site, heard_of })
  return Object.fromEntries(cameBy.filter(([, word]) => word !== null))
}

const asText = (answers: readonly { question: string; answer: string }[]) =>
  answers.map(({ question, answer }) => `${question}\n${answer}`).join('\n\n')

function inspectionRecord({ result }: NonNullable<WholeSubmission['cv']>) {
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
