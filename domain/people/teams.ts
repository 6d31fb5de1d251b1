import type { Queries } from '../platform/database/database.ts'
import { type Holder, mayDoIn, type TeamPlace } from './rights.ts'
import { rolesIn } from './roles-column.ts'

/** The teams that a person is on. */
export const teamsOf = async (queries: Queries, personId: string): Promise<TeamPlace[]> =>
  (await placesOf(queries, [personId])).map(({ personId: _, ...place }) => place)

/** Undefined for an unknown or removed person. */
export const findHolder = async (queries: Queries, personId: string) =>
  (await findHolders(queries, [personId])).get(personId)

/** Without those who have left the desk. */
export async function findHolders(
  queries: Queries,
  ids: readonly string[],
): Promise<Map<string, Holder & { id: string }>> {
  const wanted = [...new Set(ids)]
  if (wanted.length === 0) return new Map()
  const people = await queries
    .selectFrom('people')
    .select(['id', 'role'])
    .where('id', 'in', wanted)
    .where('removed_at', 'is', null)
    .execute()
  const places = await placesOf(queries, wanted)
  const teams = (id: string) => places.filter(({ personId }) => personId === id)
  return new Map(people.map(({ id, role }) => [id, { id, roles: rolesIn(role), teams: teams(id) }]))
}

async function placesOf(queries: Queries, ids: readonly string[]) {
  const rows = await queries
    .selectFrom('team_members')
    .leftJoin('hiring_processes', 'hiring_processes.process', 'team_members.process')
    .select(['person_id as personId', 'team_members.process', 'role', 'shows_salaries', 'shows_reasons'])
    .where('person_id', 'in', ids)
    .orderBy('team_members.process')
    .execute()
  return rows.map(({ shows_salaries, shows_reasons, ...place }) => ({
    ...place,
    allowed: [
      ...(shows_salaries === 1 ? (['salaries.read'] as const) : []),
      ...(shows_reasons === 1 ? (['reasons.read'] as const) : []),
    ],
  }))
}

/** Teams by person: all of them, or those that the viewer shares. */
export async function teamsOfAll(queries: Queries, viewer: Holder) {
  const rows = await queries
    .selectFrom('team_members')
    .select(['process', 'person_id', 'role'])
    .orderBy('process')
    .execute()
  const byPerson = new Map<string, Pick<TeamPlace, 'process' | 'role'>[]>()
  for (const { process, person_id, role } of rows)
    if (mayDoIn(viewer, process, 'submissions.read'))
      byPerson.set(person_id, [...(byPerson.get(person_id) ?? []), { process, role }])
  return byPerson
}
