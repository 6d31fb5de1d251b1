import type { ResultOf } from '../../api.ts'

/** One submission with everything that its page shows. */
export type Submission = ResultOf<'GET /submissions/:id'>
