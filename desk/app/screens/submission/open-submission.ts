import { createContext, use } from 'react'
import type { ResultOf } from '../../api.ts'

export type Submission = ResultOf<'GET /submissions/:id'>

interface OpenSubmission {
  submission: Submission
  /** Gets the current submission: changes by others during a call stay. */
  change(changes: (former: Submission) => Partial<Submission>): void
  /** Loads it again with its letters and its time line; typed text stays. */
  refresh(): Promise<void>
}

export const OpenSubmissionContext = createContext<OpenSubmission | undefined>(undefined)

export function useOpenSubmission(): OpenSubmission {
  const open = use(OpenSubmissionContext)
  if (!open) throw new Error('A part of a submission is used outside its page')
  return open
}
