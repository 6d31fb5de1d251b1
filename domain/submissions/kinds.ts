import type { infer as Inferred } from 'zod/mini'
import { careerApplication, contactMessage, internshipApplication } from '#contract/forms.ts'
import { SUBMISSION_KINDS, type SubmissionKind } from '../platform/database/tables.ts'

export const FORMS = {
  'contact-message': contactMessage,
  'internship-application': internshipApplication,
  'career-application': careerApplication,
} as const

export type Forms = { [Kind in SubmissionKind]: Inferred<(typeof FORMS)[Kind]> }

/** Stored in columns of `submissions`. */
const IN_COLUMNS = ['name', 'email', 'phone', 'job_id'] as const

type OwnField<Form> = Exclude<keyof Form & string, (typeof IN_COLUMNS)[number]>

export type OwnAnswers<Kind extends SubmissionKind> = Record<OwnField<Forms[Kind]>, string>

interface FormProperties<Form> {
  answers: readonly OwnField<Form>[]
  /** The answer that is the submission's subject; otherwise its job is. */
  about?: OwnField<Form>
  searched: readonly OwnField<Form>[]
  excerpt: readonly OwnField<Form>[]
  /** Without a job it is a general application. */
  isForJob: boolean
  hasCv: boolean
}

export const FORM_PROPERTIES: { readonly [Kind in SubmissionKind]: FormProperties<Forms[Kind]> } = {
  'contact-message': {
    answers: ownFieldsOf('contact-message'),
    about: 'subject',
    searched: ['message'],
    excerpt: ['message'],
    isForJob: false,
    hasCv: false,
  },
  'internship-application': {
    answers: ownFieldsOf('internship-application'),
    about: 'position',
    searched: ['why_hire_you'],
    excerpt: ['why_hire_you'],
    isForJob: false,
    hasCv: false,
  },
  'career-application': {
    answers: ownFieldsOf('career-application'),
    searched: ['address', 'college', 'major', 'notice_period'],
    excerpt: ['college', 'major', 'notice_period'],
    isForJob: true,
    hasCv: true,
  },
}

export const withCvAmong = (kinds: readonly SubmissionKind[] = SUBMISSION_KINDS) =>
  kinds.filter((kind) => FORM_PROPERTIES[kind].hasCv)
export const KINDS_FOR_JOBS = SUBMISSION_KINDS.filter((kind) => FORM_PROPERTIES[kind].isForJob)
export const SEARCHED_ANSWERS = SUBMISSION_KINDS.flatMap((kind): readonly string[] => FORM_PROPERTIES[kind].searched)

function ownFieldsOf<Kind extends SubmissionKind>(kind: Kind) {
  const fields = Object.keys(FORMS[kind].shape)
  return fields.filter((field) => !(IN_COLUMNS as readonly string[]).includes(field)) as OwnField<Forms[Kind]>[]
}

/** Mails that a person wrote; neither automatic replies nor bounces. */
export const WRITTEN_REPLIES = ['reply', 'pasted'] as const
