import type { FormErrorKey } from '#texts/index.ts'

/** The sender's own page of a submission, made by the server. */
export type ApplicationPage =
  | {
      state: 'open'
      application: ShownApplication
      /** The open part of the page; opening it changes nothing. */
      step?: ApplicationStep | undefined
      /** Which answer is corrected. */
      field?: string | undefined
      /** Shows that the last step was seen, and lasts half an hour. */
      proof?: string | undefined
      /** The text of a correction that breaks a rule. */
      typed?: string | undefined
      /** Which question was answered, where the answer breaks a rule. */
      question?: string | undefined
      broken?: FormErrorKey | undefined
      problem?: ApplicationProblem | undefined
      done?: ApplicationNews | undefined
    }
  /** Another link has taken its place, or the staff have ended it. */
  | { state: 'ended' }
  | { state: 'erased'; counts?: Record<string, number> | undefined }

export interface ShownApplication {
  kind: 'contact-message' | 'internship-application' | 'career-application'
  reference: string
  /** The job, the position or the subject; empty for a general application. */
  about: string
  createdAt: string
  stage: 'received' | 'in-review' | 'interview' | 'decision' | 'withdrawn' | 'answered' | 'closed'
  since: string
  /** A letter about this stage has been sent. */
  isWritten: boolean
  outcome?: 'declined' | 'offered' | undefined
  hadInterview: boolean
  /** By when an answer was promised, where one is still owed. */
  dueAt: string | null
  isLate: boolean
  answers: { field: string; answer: string }[]
  cv: { fileName: string; size: number; pages: number | null } | null
  /** The answer is null while the staff wait for it. */
  questions: { id: string; question: string; askedAt: string; answer: string | null; answeredAt: string | null }[]
  correctable: string[]
  canWithdraw: boolean
  takeBackUntil: string | null
}

export const APPLICATION_STEPS = ['correct', 'replace-cv', 'withdraw', 'erase'] as const
export type ApplicationStep = (typeof APPLICATION_STEPS)[number]

export const APPLICATION_NEWS = ['corrected', 'cv-replaced', 'cv-same', 'taken-back', 'question-answered'] as const
export type ApplicationNews = (typeof APPLICATION_NEWS)[number]

/** `changed`: the act is no longer allowed. */
type ApplicationProblem = 'changed' | 'notSure' | 'wrongWord' | 'proofGone' | 'notUnderstood' | 'tooLarge'

export const APPLICATION_ACTS = ['correct', 'replace-cv', 'answer', 'withdraw', 'take-back', 'copy', 'erase'] as const
export type ApplicationAct = (typeof APPLICATION_ACTS)[number]

/** Sent by the forms of the page beside an answer. */
export const ACT_FIELDS = ['act', 'field', 'proof', 'sure', 'word', 'question', 'answer']

export interface LostLinkPage {
  /** Without a mail server no link can be sent. */
  canSend: boolean
  /** True after every request, whether there is such an application or not. */
  isAsked: boolean
  typed: { reference: string; email: string }
  /** Something is missing. */
  isIncomplete: boolean
}

export const LOST_LINK_FIELDS = ['reference', 'email']
