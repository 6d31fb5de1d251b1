import { createContext, use, useRef } from 'react'
import type { ResultOf } from '../../api.ts'

export type Submission = ResultOf<'GET /submissions/:id'>

interface OpenSubmission {
  submission: Submission
  /** Gets the current submission: changes by others during a call stay. */
  change(changes: (former: Submission) => Partial<Submission>): void
  /** Loads it again with its letters and its time line; typed text stays. */
  refresh(): Promise<void>
  /** A change that the server told of. */
  takeNews(news: Partial<Submission>): void
  /** The last change came by itself, so the person may not have seen it. */
  isNews: boolean
}

export const OpenSubmissionContext = createContext<OpenSubmission | undefined>(undefined)

/** The version at which a text was begun, or of a later change by its author: news since then is a conflict. */
export function useBegunVersion(isBegun: boolean): number {
  const { submission, isNews } = useOpenSubmission()
  const begun = useRef(submission.version)
  if (!isBegun || !isNews) begun.current = submission.version
  return begun.current
}

export function useOpenSubmission(): OpenSubmission {
  const open = use(OpenSubmissionContext)
  if (!open) throw new Error('A part of a submission is used outside its page')
  return open
}
