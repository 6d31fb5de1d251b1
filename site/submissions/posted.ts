import { type Answers, type BrokenRules, forms, type SubmissionKind } from './forms.ts'
import type { ProblemName } from './send.ts'

/** `question` is given back unsent, `unread` is not read at all. */
export type PostedFormName = SubmissionKind | 'question' | 'unread' | OwnPageName

/** Private pages, whose posts are acts: server/pages/own-pages.ts. */
type OwnPageName = (typeof OWN_PAGES)[number]

const OWN_PAGES = ['application', 'lost-link', 'job-alerts', 'job-alert'] as const

export const isSentToApi = (name: PostedFormName): name is SubmissionKind => name in forms

export const isOwnPage = (name: PostedFormName | undefined): name is OwnPageName =>
  OWN_PAGES.some((each) => each === name)

export interface PostedForm {
  answers: Answers
  files: { name: string; bytes: Uint8Array<ArrayBuffer> }[]
  refusal?: { status: number; isFileTooLarge: boolean; retryAfterSeconds: number | undefined }
}

export interface AnsweredPost {
  form: PostedFormName
  answers: Answers
  problem?: ProblemName | undefined
  broken?: BrokenRules | undefined
  retryAfterSeconds?: number | undefined
}

export interface RefusedPost extends AnsweredPost {
  form: SubmissionKind
  problem: ProblemName
}

export const SENT_PARAMETER = 'sent'

export const isReference = (text: string | null): text is string =>
  /^[A-Z0-9]{2,8}(-[A-Z0-9]{2,8}){1,4}$/.test(text ?? '')
