import type { Queries } from '../platform/database/database.ts'
import { findLink, isToken } from '../submissions/links.ts'
import { readSubmissions, type WholeSubmission } from '../submissions/submissions.ts'

type FoundApplication =
  | { state: 'open'; submission: WholeSubmission }
  | { state: 'ended' }
  | { state: 'erased' }
  | { state: 'unknown' }

export async function findApplication(queries: Queries, token: string): Promise<FoundApplication> {
  const link = isToken(token) ? await findLink(queries, token) : undefined
  if (!link) return { state: 'unknown' }
  if (link.submission_id === null) return { state: 'erased' }
  if (link.ended_at !== null) return { state: 'ended' }
  const found = await queries.selectFrom('submissions').selectAll().where('id', '=', link.submission_id).execute()
  const [submission] = await readSubmissions(queries, found)
  return submission ? { state: 'open', submission } : { state: 'erased' }
}
