import type { Queries } from '#domain/platform/database/database.ts'
import { listSubmissions, type SubmissionFilters } from '#domain/submissions/list-submissions.ts'
import { readSubmissions } from '#domain/submissions/submissions.ts'

/** Stored submissions, newest first, with answers by field name. */
export async function storedSubmissions(queries: Queries, filters: SubmissionFilters = {}) {
  const whole = await readSubmissions(queries, await listSubmissions(queries, filters))
  return whole.map(({ answers, ...submission }): typeof submission & Record<string, unknown> => ({
    ...submission,
    ...answers,
  }))
}
