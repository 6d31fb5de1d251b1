import type { ResultOf } from '../../api.ts'

/** One submission with everything that its page shows. */
export type Submission = ResultOf<'GET /submissions/:id'>

/** Of the submission as it is by then: what others did while a call was under way stays. */
export type ChangeSubmission = (changes: (former: Submission) => Partial<Submission>) => void
