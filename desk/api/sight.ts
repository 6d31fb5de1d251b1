import type { FastifyRequest } from 'fastify'
import { mayDo, mayDoIn, type Right } from '#domain/people/rights.ts'
import type { SignedInPerson } from '#domain/people/sessions.ts'
import type { Queries } from '#domain/platform/database/database.ts'
import { maySee } from '#domain/submissions/scope.ts'
import { Problem } from './problem.ts'

type Sees = (queries: Queries, person: SignedInPerson, id: string, right: Right) => Promise<boolean>

/** By the beginning of a call's address: whether the person has the right on the record with this `:id`. */
const SEES: [beginning: string, Sees][] = [
  ['/api/submissions/:id', maySee],
  ['/api/interviews/:id', seesInterview],
  ['/api/processes/:id', async (_queries, person, id, right) => mayDoIn(person, id, right)],
]

/**
 * At the door, so that no call can forget it. A record that the person does not see is unknown to them;
 * one that they see refuses only what they may not do with it.
 */
export async function refuseOutOfSight(
  queries: Queries,
  person: SignedInPerson,
  right: Right,
  request: FastifyRequest,
) {
  if (mayDo(person.roles, right)) return
  const path = request.routeOptions.url ?? ''
  const sees = SEES.find(([beginning]) => path === beginning || path.startsWith(`${beginning}/`))?.[1]
  if (!sees) return
  const { id = '' } = request.params as { id?: string }
  // PostgreSQL has no text with U+0000.
  if (id.includes('\0') || !(await sees(queries, person, id, 'submissions.read'))) throw new Problem('notFound')
  if (!(await sees(queries, person, id, right))) throw new Problem('notAllowed')
}

async function seesInterview(queries: Queries, person: SignedInPerson, id: string, right: Right) {
  const interview = await queries
    .selectFrom('interviews')
    .innerJoin('submissions', 'submissions.id', 'interviews.submission_id')
    .select('reference')
    .where('interviews.id', '=', id)
    .executeTakeFirst()
  return interview !== undefined && maySee(queries, person, interview.reference, right)
}
