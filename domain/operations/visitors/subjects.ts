import type { SubmissionKind } from '../../platform/database/tables.ts'
import type { NewSubmission } from '../../submissions/store.ts'

/** Everything counted. `view` and `visitor` have no value. */
export type Subject =
  | 'view'
  | 'visitor'
  | 'page'
  | 'source'
  | 'campaign'
  | 'campaign-sent'
  | 'device'
  | 'form-seen'
  | 'form-begun'
  | 'form-sent'

declare module '../../platform/database/tables.ts' {
  interface DeclaredNames {
    'visitor-subject': Subject
  }
}

/** A general application is the form of an application without a job. */
export type CountedForm = SubmissionKind | 'general-application'

export const COUNTED_FORMS = [
  'career-application',
  'general-application',
  'internship-application',
  'contact-message',
] as const satisfies CountedForm[]

export const formOf = ({ kind, values }: Pick<NewSubmission, 'kind' | 'values'>): CountedForm =>
  'job_id' in values && values.job_id === null ? 'general-application' : kind

export const DEVICES = ['phone', 'computer'] as const
export type Device = (typeof DEVICES)[number]

/** Values beyond the limit of a day, and addresses that are no page. */
export const OTHERS = '*'
/** Of a visitor whom no link led here. */
export const DIRECT = ''
