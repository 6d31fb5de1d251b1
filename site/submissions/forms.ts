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

/** The three forms as the pages know them: their rules, and where they are sent. */
export const forms = {
  contact: { rules: contactMessage, endpoint: endpoints.submitContact },
  internship: { rules: internshipApplication, endpoint: endpoints.submitInternship },
  career: { rules: careerApplication, endpoint: endpoints.submitCareer },
} as const

export type FormName = keyof typeof forms
/** A form's answers as they are typed; the CV travels beside them. */
export type Answers = Record<string, string>
/** The first broken rule of each field. */
export type BrokenRules = Record<string, FormErrorKey>
export type FieldName = keyof Texts['forms']['fields']

export const hasCv = (form: FormName) => form === 'career'

/** Everything that a form may send beside the CV. */
export const sentNamesOf = (form: FormName): string[] => [
  ...Object.keys(forms[form].rules.shape),
  HONEYPOT_FIELD,
  FILL_TIME_FIELD,
]

/** The fields of a form in the order in which they stand, for lists of what is missing. */
export const fieldsOf = (form: FormName): string[] => {
  const names = Object.keys(forms[form].rules.shape).filter((name) => name !== 'job_id')
  return hasCv(form) ? [...names, CV_FIELD] : names
}

export interface Submission {
  /** The Idempotency-Key, made once for each filled-in form: whatever is sent again under it is stored once. */
  key: string
  form: FormName
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
  // randomUUID exists only where the address is secure; the site may be tried at a plain one.
  if ('randomUUID' in crypto) return crypto.randomUUID()
  return Array.from((crypto as Crypto).getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}

/** References are letters and digits in groups; anything else in an address was not written by us. */
export const isReference = (text: string | null): text is string =>
  /^[A-Z0-9]{2,8}(-[A-Z0-9]{2,8}){1,4}$/.test(text ?? '')
