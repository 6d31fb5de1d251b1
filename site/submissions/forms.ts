import { endpoints } from '#contract/endpoints.ts'
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
/** A form's answers as they are typed; the CV travels beside them. */
export type Answers = Record<string, string>
/** The first broken rule of each field. */
export type BrokenRules = Record<string, FormErrorKey>
export type FieldName = keyof Texts['forms']['fields']

export const hasCv = (kind: SubmissionKind) => kind === 'career-application'

/** Everything that a form may send beside the CV. */
export const sentNamesOf = (kind: SubmissionKind): string[] => [
  ...Object.keys(forms[kind].rules.shape),
  HONEYPOT_FIELD,
  FILL_TIME_FIELD,
]

/** The visible fields in the order of the page. */
export const fieldsOf = (kind: SubmissionKind): string[] => {
  const names = Object.keys(forms[kind].rules.shape).filter((name) => name !== 'job_id')
  return hasCv(kind) ? [...names, CV_FIELD] : names
}

export interface Submission {
  /** The Idempotency-Key: one for each filled-in form, kept across retries. */
  key: string
  kind: SubmissionKind
  /** The plain address of the form's page. */
  page: string
  answers: Answers
  cv?: File | undefined
  /** How long the visitor took. */
  fillTime: number
  /** When it was first sent, in milliseconds since 1970. */
  at: number
}

export function newKey() {
  // randomUUID needs a secure address; the site may be tried at a plain one.
  if ('randomUUID' in crypto) return crypto.randomUUID()
  const bytes = (crypto as Crypto).getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
