import * as z from 'zod'
import { reportOn } from '#domain/hiring/reports/reports.ts'
import { type Scope, scopeOf } from '#domain/submissions/scope.ts'
import { call } from '../call.ts'
import { ordinal } from '../fields.ts'
import { day, oneOrMore } from '../submission-filters.ts'

const MAX_KEY_LENGTH = 20
const MAX_DAYS = 4000

/** Interviewers see single applications, so no figures. */
const wholeProcesses = (scope: Scope) => (scope === 'everywhere' ? 'all' : scope.whole)

export const reportCalls = {
  'GET /reports': call('submissions.read', {
    query: z.object({
      /** A job's id, `general` or `internship`. */
      job: oneOrMore(z.string().max(MAX_KEY_LENGTH)),
      /** Days of the company, both included. */
      since: day.optional(),
      /** Instead of `since`: so many days until today. */
      days: z.coerce.number().pipe(ordinal.max(MAX_DAYS)).optional(),
      until: day.optional(),
    }),
    handle: ({ queries, person, now }, { query: { job, ...period } }) =>
      reportOn(
        queries,
        {
          ...period,
          jobs: job === undefined ? 'all' : [job].flat(),
          visible: wholeProcesses(scopeOf(person)),
          withReasons: wholeProcesses(scopeOf(person, 'reasons.read')),
        },
        now,
      ),
  }),
}
