import { randomUUID } from 'node:crypto'
import { MAX_CLOCK_DIFFERENCE_MILLISECONDS } from '../platform/calendar.ts'
import type { Queries } from '../platform/database/database.ts'
import { HOUR, MINUTE } from '../platform/durations.ts'
import { areEqual, hashOf, newSecret } from '../platform/secrets.ts'
import { rolesIn } from './roles-column.ts'
import { teamsOf } from './teams.ts'

const SESSION_IDLE_MINUTES = 30
export const SESSION_HOURS = 12
const FRESH_PROOF_MINUTES = 10

// Written once a minute, not at every call.
const SEEN_EVERY = MINUTE
const MAX_AGENT_LENGTH = 200

export type SignedIn = NonNullable<Awaited<ReturnType<typeof findSession>>>
export type SignedInPerson = SignedIn['person']
export type Session = SignedIn['session']

const SESSION_COLUMNS = [
  'sessions.id',
  'sessions.created_at as createdAt',
  'sessions.last_seen_at as lastSeenAt',
  'sessions.proved_at as provedAt',
  'sessions.agent',
  'sessions.is_recovery as isRecovery',
] as const

interface NewSession {
  agent: string
  /** May only set a new factor. */
  isRecovery?: boolean
}

export async function startSession(
  queries: Queries,
  personId: string,
  { agent, isRecovery = false }: NewSession,
  now: Date,
): Promise<string> {
  const id = randomUUID()
  const secret = newSecret()
  const moment = now.toISOString()
  const { idleSince, begunBefore } = limitsAt(now)
  // The person first, in the order of every other transaction.
  await queries.updateTable('people').set({ last_seen_at: moment }).where('id', '=', personId).execute()
  await queries
    .deleteFrom('sessions')
    .where(({ or, eb }) => or([eb('last_seen_at', '<', idleSince), eb('created_at', '<', begunBefore)]))
    .execute()
  await queries
    .insertInto('sessions')
    .values({
      id,
      secret_hash: hashOf(secret),
      person_id: personId,
      created_at: moment,
      last_seen_at: moment,
      proved_at: moment,
      agent: agent.slice(0, MAX_AGENT_LENGTH),
      is_recovery: isRecovery ? 1 : 0,
    })
    .execute()
  return `${id}.${secret}`
}

export async function findSession(queries: Queries, token: string, now: Date) {
  const [id = '', secret = ''] = token.split('.')
  if (!id || !secret) return undefined
  const row = await queries
    .selectFrom('sessions')
    .innerJoin('people', 'people.id', 'sessions.person_id')
    .select(SESSION_COLUMNS)
    .select(['secret_hash', 'person_id', 'name', 'email', 'role', 'language'])
    .where('sessions.id', '=', id)
    .where('people.removed_at', 'is', null)
    .executeTakeFirst()
  if (!row || !areEqual(row.secret_hash, hashOf(secret))) return undefined
  const { secret_hash, person_id, name, email, role, language, ...session } = row
  const { idleSince, begunBefore } = limitsAt(now)
  if (session.lastSeenAt < idleSince || session.createdAt < begunBefore) return undefined
  if (isAhead(session.createdAt, now)) return undefined
  if (session.isRecovery && !isFresh(session, now)) return undefined
  const rights = { roles: rolesIn(role), teams: await teamsOf(queries, person_id) }
  return { session, person: { id: person_id, name, email: email ?? '', ...rights, language } }
}

export const isFresh = ({ provedAt }: { provedAt: string }, now: Date) =>
  now.getTime() - Date.parse(provedAt) <= FRESH_PROOF_MINUTES * MINUTE && !isAhead(provedAt, now)

/** Written while the clock was wrong: it would last too long. */
const isAhead = (moment: string, now: Date) => Date.parse(moment) - now.getTime() > MAX_CLOCK_DIFFERENCE_MILLISECONDS

export const needsToBeSeen = ({ lastSeenAt }: Session, now: Date) => now.getTime() - Date.parse(lastSeenAt) > SEEN_EVERY

export async function markSeen(queries: Queries, { session, person }: SignedIn, now: Date): Promise<void> {
  const moment = now.toISOString()
  // The person first, in the order of every other transaction: otherwise two could deadlock.
  await queries.updateTable('people').set({ last_seen_at: moment }).where('id', '=', person.id).execute()
  await queries.updateTable('sessions').set({ last_seen_at: moment }).where('id', '=', session.id).execute()
}

export async function markProved(queries: Queries, sessionId: string, now: Date): Promise<void> {
  await queries.updateTable('sessions').set({ proved_at: now.toISOString() }).where('id', '=', sessionId).execute()
}

export function listSessions(queries: Queries, personId: string, now: Date): Promise<Session[]> {
  const { idleSince, begunBefore } = limitsAt(now)
  return queries
    .selectFrom('sessions')
    .select(SESSION_COLUMNS)
    .where('person_id', '=', personId)
    .where('last_seen_at', '>=', idleSince)
    .where('created_at', '>=', begunBefore)
    .orderBy('last_seen_at', 'desc')
    .execute()
}

export async function endSession(queries: Queries, personId: string, sessionId: string): Promise<boolean> {
  const { numDeletedRows } = await queries
    .deleteFrom('sessions')
    .where('id', '=', sessionId)
    .where('person_id', '=', personId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export async function endSessions(queries: Queries, personId: string, except = ''): Promise<number> {
  const { numDeletedRows } = await queries
    .deleteFrom('sessions')
    .where('person_id', '=', personId)
    .where('id', '!=', except)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

function limitsAt(now: Date) {
  return {
    idleSince: new Date(now.getTime() - SESSION_IDLE_MINUTES * MINUTE).toISOString(),
    begunBefore: new Date(now.getTime() - SESSION_HOURS * HOUR).toISOString(),
  }
}
