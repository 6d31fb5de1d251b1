import type { Queries } from '../platform/database/database.ts'
import { type Holder, mayDoIn, type TeamPlace } from './rights.ts'
import { rolesIn } from './roles-column.ts'

/** The teams that a person is on. */
export async function teamsOf(queries: Queries, personId: string): Promise<TeamPlace[]> {
  const rows = await queries
    .selectFrom('team_members')
    .leftJoin('hiring_processes', 'hiring_processes.process', 'team_members.process')
    .select(['team_members.process', 'role', 'shows_salaries', 'shows_reasons'])
    .where('person_id', '=', personId)
    .orderBy('team_members.process')
    .execute()
  return rows.map(({ process, role, shows_salaries, shows_reasons }) => ({
    process,
    role,
    allowed: [
      ...(shows_salaries === 1 ? (['salaries.read'] as const) : []),
      ...(shows_reasons === 1 ? (['reasons.read'] as const) : []),
    ],
  }))
}

/** Undefined for an unknown or removed person. */
export async function findHolder(queries: Queries, personId: string): Promise<(Holder & { id: string }) | undefined> {
  const person = await queries
    .selectFrom('people')
    .select(['id', 'role'])
    .where('id', '=', personId)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  return person && { id: person.id, roles: rolesIn(person.role), teams: await teamsOf(queries, personId) }
}

/** By person: the teams of everybody, or of those whose teams the viewer shares. */
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
