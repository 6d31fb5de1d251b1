import { type Answers, type BrokenRules, type FormName, forms } from './forms.ts'
import type { ProblemName } from './send.ts'

/**
 * What becomes of a form that a browser without JavaScript posts to its page: one of the three is sent to the guest API, a question
 * is given back with the line that nobody takes it yet, and the rest is not even looked at.
 */
export type PostedFormName = FormName | 'question' | 'unread' | OwnPageName

/** Pages of one visitor, whose posts are acts; see server/pages/application.ts and server/pages/job-alerts.ts. */
type OwnPageName = (typeof OWN_PAGES)[number]

const OWN_PAGES = ['application', 'lost-link', 'job-alerts', 'job-alert'] as const

export const isSentToApi = (name: PostedFormName): name is FormName => name in forms

export const isOwnPage = (name: PostedFormName | undefined): name is OwnPageName =>
  OWN_PAGES.some((each) => each === name)

/** What was posted, read within limits before the page sees it. */
export interface PostedForm {
  answers: Answers
  files: { name: string; bytes: Uint8Array<ArrayBuffer> }[]
  /** Why reading stopped. What came before it is here all the same, so that no answer is lost. */
  refusal?: { status: number; isFileTooLarge: boolean; retryAfterSeconds: number | undefined }
}

/** What the page is told of it: everything that is needed to go on from there. */
export interface AnsweredPost {
  form: PostedFormName
  answers: Answers
  problem?: ProblemName | undefined
  broken?: BrokenRules | undefined
  retryAfterSeconds?: number | undefined
}

/** A post that could not be accepted. */
export interface RefusedPost extends AnsweredPost {
  form: FormName
  problem: ProblemName
}

/** The reference in the address to which a post without JavaScript is sent on. */
export const SENT_PARAMETER = 'sent'
