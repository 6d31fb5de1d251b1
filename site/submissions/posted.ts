import type { Answers, BrokenRules, FormName } from './forms.ts'
import type { ProblemName } from './send.ts'

/** How a page's action answers a post that could not be accepted: with everything needed to go on from there. */
export interface RefusedPost {
  form: FormName
  answers: Answers
  problem: ProblemName
  broken?: BrokenRules | undefined
  retryAfterSeconds?: number | undefined
}
