import type { CareerApplication, ContactMessage, InternshipApplication } from '#contract/forms.ts'
import { SUBMISSION_KINDS, type SubmissionKind } from '../database/tables.ts'

/** What each kind is made from. */
export interface Forms {
  'contact-message': ContactMessage
  'internship-application': InternshipApplication
  'career-application': CareerApplication
}

type OwnField<Form> = Exclude<keyof Form & string, 'name' | 'email' | 'phone' | 'job_id'>

interface KindFacts<Form> {
  /** The answers that only this form asks for, in its order. */
  answers: readonly OwnField<Form>[]
  /** The answer that says what the submission is about; without one it is about the job it names. */
  about?: OwnField<Form>
  /** Those of the answers that a search looks at. */
  searched: readonly OwnField<Form>[]
  /** Those of which a list shows the beginning. */
  excerpt: readonly OwnField<Form>[]
  /** May name a job, and is a general application if it does not. */
  isForJob: boolean
  hasCv: boolean
}

/** How the kinds differ. Everything else about submissions is the same for all of them. */
export const KIND_FACTS: { readonly [Kind in SubmissionKind]: KindFacts<Forms[Kind]> } = {
  'contact-message': {
    answers: ['subject', 'message'],
    about: 'subject',
    searched: ['message'],
    excerpt: ['message'],
    isForJob: false,
    hasCv: false,
  },
  'internship-application': {
    answers: ['position', 'why_hire_you'],
    about: 'position',
    searched: ['why_hire_you'],
    excerpt: ['why_hire_you'],
    isForJob: false,
    hasCv: false,
  },
  'career-application': {
    answers: ['address', 'date_of_birth', 'college', 'major', 'graduation_date', 'notice_period'],
    searched: ['address', 'college', 'major', 'notice_period'],
    excerpt: ['college', 'major', 'notice_period'],
    isForJob: true,
    hasCv: true,
  },
}

export const KINDS_WITH_CV = SUBMISSION_KINDS.filter((kind) => KIND_FACTS[kind].hasCv)
export const KINDS_FOR_JOBS = SUBMISSION_KINDS.filter((kind) => KIND_FACTS[kind].isForJob)
export const SEARCHED_ANSWERS = SUBMISSION_KINDS.flatMap((kind): readonly string[] => KIND_FACTS[kind].searched)
