import {
  HEARD_OF_FIELD,
  QUESTIONS_VERSION_FIELD,
  questionField,
  SOURCE_FIELDS,
  type SourceField,
} from '#contract/constants.ts'
import { endpoints } from '#contract/endpoints.ts'
import type { Job, JobQuestion } from '#contract/entities.ts'
import {
  CV_FIELD,
  careerApplication,
  contactMessage,
  FILL_TIME_FIELD,
  HONEYPOT_FIELD,
  internshipApplication,
} from '#contract/forms.ts'
import type { FormErrorKey, Texts } from '#texts/index.ts'

export const forms = {
  'contact-message': { rules: contactMessage, endpoint: endpoints.submitContactMessage },
  'internship-application': { rules: internshipApplication, endpoint: endpoints.submitInternshipApplication },
  'career-application': { rules: careerApplication, endpoint: endpoints.submitCareerApplication },
} as const

export type SubmissionKind = keyof typeof forms
export type Answers = Record<string, string>
export type BrokenRules = Record<string, FormErrorKey>
export type FieldName = keyof Texts['forms']['fields']

export const hasCv = (kind: SubmissionKind) => kind === 'career-application'

export const sentNamesOf = (kind: SubmissionKind): string[] => [
  ...Object.keys(forms[kind].rules.shape),
  ...(kind === 'career-application' ? [QUESTIONS_VERSION_FIELD, HEARD_OF_FIELD] : []),
  ...SOURCE_FIELDS,
  HONEYPOT_FIELD,
  FILL_TIME_FIELD,
]

export const fieldsOf = (kind: SubmissionKind, questions: readonly Pick<JobQuestion, 'id'>[] = []): string[] => {
  const names = Object.keys(forms[kind].rules.shape).filter((name) => name !== 'job_id')
  return [...names, ...(hasCv(kind) ? [CV_FIELD] : []), ...questions.map(({ id }) => questionField(id))]
}

const NO_QUESTIONS: JobQuestion[] = []
export const questionsOf = ({ questions = NO_QUESTIONS }: Pick<Job, 'questions'>) => questions

export interface Submission {
  /** The Idempotency-Key: one for each filled-in form, kept across retries. */
  key: string
  kind: SubmissionKind
  page: string
  answers: Answers
  cv?: File | undefined
  cameBy?: Partial<Record<SourceField, string>> | undefined
  fillTime: number
  at: number
}

export function newKey() {
  // randomUUID needs a secure address; the site may be tried at a plain one.
  if ('randomUUID' in crypto) return crypto.randomUUID()
  const bytes = (crypto as Crypto).getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
