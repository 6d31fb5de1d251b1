import type { TeamRole } from '../people/rights.ts'
import { insertAll, type Queries } from '../platform/database/database.ts'
import { defineEvent, recordEvent } from '../platform/events/events.ts'
import type { Handling } from '../submissions/events.ts'

export const MAX_TEAM = 30

export interface TeamMember {
  personId: string
  role: TeamRole
}

/** Extra fields that the hiring managers of a process may read. */
export interface Shown {
  salaries: boolean
  reasons: boolean
}

export const joinedTeam = defineEvent<{ process: string; people: string[]; actorId: string | null }>('team.joined')

export async function teamOf(queries: Queries, process: string): Promise<TeamMember[]> {
  const rows = await queries
    .selectFrom('team_members')
    .innerJoin('people', 'people.id', 'team_members.person_id')
    .select(['person_id as personId', 'team_members.role'])
    .where('process', '=', process)
    .orderBy('team_members.role')
    .orderBy('people.name')
    .execute()
  return rows
}

export async function shownTo(queries: Queries, process: string): Promise<Shown> {
  const row = await queries
    .selectFrom('hiring_processes')
    .select(['shows_salaries', 'shows_reasons'])
    .where('process', '=', process)
    .executeTakeFirst()
  return { salaries: row?.shows_salaries === 1, reasons: row?.shows_reasons === 1 }
}

/** Any staff member may be on a team. False if one is unknown or named twice. */
export async function areColleagues(queries: Queries, members: readonly TeamMember[]): Promise<boolean> {
  const ids = new Set(members.map(({ personId }) => personId))
  if (ids.size !== members.length) return false
  if (ids.size === 0) return true
  const known = await queries
    .selectFrom('people')
    .select('id')
    .where('id', 'in', [...ids])
    .where('removed_at', 'is', null)
    .execute()
  return known.length === ids.size
}

/** In the transaction that stores the set-up, whose version keeps two colleagues apart. The sight of those who leave ends with it. */
export async function storeTeam(
  queries: Queries,
  process: string,
  members: readonly TeamMember[],
  { actorId, now }: Handling,
): Promise<void> {
  const former = await teamOf(queries, process)
  await queries.deleteFrom('team_members').where('process', '=', process).execute()
  const rows = members.map(({ personId: person_id, role }) => ({
    ...{ process, person_id, role },
    ...{ added_at: now.toISOString(), added_by: actorId },
  }))
  if (rows.length > 0) await insertAll(queries, 'team_members', rows)
  const people = members.map(({ personId }) => personId).filter((id) => !former.some(({ personId }) => personId === id))
  if (people.length > 0) await recordEvent(queries, joinedTeam, { process, people, actorId }, now)
}
