import type { QuestionKind } from '#contract/constants.ts'
import type { FormErrorKey } from '#texts/index.ts'
import type { Language } from '#texts/languages.ts'

export type ApplicationPage =
  | {
      state: 'open'
      application: ShownApplication
      step?: ApplicationStep | undefined
      field?: string | undefined
      /** Shows that the last step was seen, and lasts half an hour. */
      proof?: string | undefined
      typed?: string | undefined
      question?: string | undefined
      broken?: FormErrorKey | undefined
      /** A call that could not be asked for. */
      call?: AskedCall | undefined
      problem?: ApplicationProblem | undefined
      done?: ApplicationNews | undefined
    }
  | { state: 'ended' }
  | { state: 'erased'; counts?: Record<string, number> | undefined }

export type OpenPage = Extract<ApplicationPage, { state: 'open' }>

export interface ShownApplication {
  kind: 'contact-message' | 'internship-application' | 'career-application'
  reference: string
  /** The job, the position or the subject; empty for a general application. */
  about: string
  createdAt: string
  stage: 'received' | 'in-review' | 'interview' | 'decision' | 'withdrawn' | 'answered' | 'closed'
  /** How the sender was answered without a letter, and when. */
  answeredBy?: { channel: 'telephone' | 'whatsapp' | 'email' | 'in-person'; at: string }
  /** The job's own word for the present stage. */
  stageName: string | null
  since: string
  isWritten: boolean
  outcome?: 'declined' | 'offered' | undefined
  hadInterview: boolean
  dueAt: string | null
  isLate: boolean
  answers: { field: string; answer: string }[]
  /** To questions of the job; `yes` and `no` are the machine's words. */
  jobAnswers: { question: string; kind: QuestionKind; answer: string }[]
  cv: { fileName: string; size: number; pages: number | null } | null
  questions: {
    id: string
    question: string
    language: Language | null
    askedAt: string
    answer: string | null
    answeredAt: string | null
  }[]
  correctable: string[]
  canWithdraw: boolean
  takeBackUntil: string | null
  interview: ShownInterview | null
  canAskForCall: boolean
  callRequest: { askedAt: string; phone: string; times: string; doneAt: string | null } | null
}

export interface ShownInterview {
  state: 'proposed' | 'expired' | 'chosen' | 'cancelled'
  people: string[]
  minutes: number
  place: 'video' | 'office' | 'phone'
  /** Of a video call only once a time is chosen. */
  location: string
  note: string
  chooseUntil: string
  changeHours: number
  chosen: { startsAt: string; endsAt: string } | null
  /** The others that may be chosen, or were. */
  times: { id: string; startsAt: string; endsAt: string; isTaken: boolean }[]
  changeableUntil: string | null
  canCancel: boolean
  canMove: boolean
  cancelledBy: 'candidate' | 'staff' | null
  unsuitable: string | null
}

interface AskedCall {
  phone: string
  times: string
  errors: { phone?: FormErrorKey | undefined; times?: FormErrorKey | undefined }
}

export const APPLICATION_STEPS = [
  'correct',
  'replace-cv',
  'withdraw',
  'erase',
  'move-interview',
  'cancel-interview',
  'ask-call',
] as const
export type ApplicationStep = (typeof APPLICATION_STEPS)[number]

export const APPLICATION_NEWS = [
  'corrected',
  'unchanged',
  'cv-replaced',
  'cv-same',
  'taken-back',
  'question-answered',
  'time-chosen',
  'interview-cancelled',
  'times-refused',
  'call-asked',
] as const
export type ApplicationNews = (typeof APPLICATION_NEWS)[number]

type ApplicationProblem =
  | 'changed'
  | 'notSure'
  | 'wrongWord'
  | 'proofGone'
  | 'notUnderstood'
  | 'tooLarge'
  | 'timeTaken'
  | 'timePast'
  | 'noTime'
  | 'choiceClosed'
  | 'changeClosed'
  | 'movesUsed'

export const APPLICATION_ACTS = [
  'correct',
  'replace-cv',
  'answer',
  'withdraw',
  'take-back',
  'copy',
  'erase',
  'choose-time',
  'cancel-interview',
  'calendar',
  'ask-call',
] as const
export type ApplicationAct = (typeof APPLICATION_ACTS)[number]

/** In the place of a slot's id. */
export const NO_TIME_SUITS = 'none'

export const ACT_FIELDS = ['act', 'field', 'proof', 'sure', 'word', 'question', 'answer', 'slot', 'times']

export interface LostLinkPage {
  canSend: boolean
  /** True after every request: nothing tells whether the application exists. */
  isAsked: boolean
  typed: { reference: string; email: string }
  isIncomplete: boolean
}

export const LOST_LINK_FIELDS = ['reference', 'email']
