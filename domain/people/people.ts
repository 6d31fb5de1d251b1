import { withAsciiDomain } from '#contract/mail-address.ts'
import type { Language } from '#texts/languages.ts'
import type { Database, Queries } from '../platform/database/database.ts'
import { lockRows } from '../platform/database/database.ts'
import { bindIdentity, type Identity } from './identities.ts'
import { isOneTimeSecret, stepOf } from './one-time-codes.ts'
import { addPasskey, type RelyingParty, type VerifiedPasskey, verifyMadePasskey } from './passkeys.ts'
import { hashPassword } from './passwords.ts'
import { replaceRecoveryCodes } from './recovery-codes.ts'
import { Refused } from './refusal.ts'
import { areSameRoles, mayDo, type Right, type Role } from './rights.ts'
import { hasRoleWith, rolesIn, toColumn } from './roles-column.ts'
import { endSessions } from './sessions.ts'

export type NewFactor =
  | { kind: 'passkey'; challengeId: string; response: unknown; label: string }
  | { kind: 'password'; password: string; secret: string; code: string }

export type VerifiedFactor =
  | { kind: 'passkey'; passkey: VerifiedPasskey }
  | { kind: 'password'; passwordHash: string; secret: string; step: number }
  /** Its provider has verified it. */
  | { kind: 'identity'; identity: Identity }

export const foldEmail = (email: string) => withAsciiDomain(email.trim()).toLowerCase()

export async function verifyFactor(
  database: Database,
  party: RelyingParty,
  factor: NewFactor,
  now: Date,
): Promise<VerifiedFactor> {
  if (factor.kind === 'passkey')
    return { kind: 'passkey', passkey: await verifyMadePasskey(database, party, factor, now) }
  const step = isOneTimeSecret(factor.secret) ? await stepOf(factor.secret, factor.code, now) : undefined
  if (step === undefined) throw new Refused('oneTimeCodeWrong')
  return { kind: 'password', passwordHash: await hashPassword(factor.password), secret: factor.secret, step }
}

export async function storeFactor(queries: Queries, personId: string, factor: VerifiedFactor, now: Date) {
  if (factor.kind === 'passkey') {
    if (factor.passkey.personId !== personId) throw new Refused('passkeyRefused')
    return addPasskey(queries, factor.passkey, now)
  }
  if (factor.kind === 'identity') return bindIdentity(queries, factor.identity, personId, now)
  await queries
    .updateTable('people')
    .set({ password_hash: factor.passwordHash, one_time_secret: factor.secret, one_time_step: factor.step })
    .where('id', '=', personId)
    .execute()
}

export interface NewPerson {
  id: string
  name: string
  email: string
  roles: readonly Role[]
  language: Language
}

export async function createPerson(
  queries: Queries,
  { id, name, email, roles, language }: NewPerson,
  factor: VerifiedFactor,
  now: Date,
): Promise<string[]> {
  const { numInsertedOrUpdatedRows } = await queries
    .insertInto('people')
    .values({
      ...{ id, name: name.trim(), email: foldEmail(email), role: toColumn(roles), language },
      created_at: now.toISOString(),
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .executeTakeFirstOrThrow()
  if (numInsertedOrUpdatedRows !== 1n) throw new Refused('emailTaken')
  await storeFactor(queries, id, factor, now)
  // Without a factor of the desk's own there is nothing to recover.
  return factor.kind === 'identity' ? [] : replaceRecoveryCodes(queries, id)
}

const selectPeople = (queries: Queries) => queries.selectFrom('people').selectAll().where('removed_at', 'is', null)

export const findPersonByEmail = (queries: Queries, email: string) =>
  selectPeople(queries).where('email', '=', foldEmail(email)).executeTakeFirst()

export const findPerson = (queries: Queries, id: string) =>
  selectPeople(queries).where('id', '=', id).executeTakeFirst()

export async function hasRight(
  { queries }: Pick<Database, 'queries'>,
  personId: string,
  right: Right,
): Promise<boolean> {
  const person = await findPerson(queries, personId)
  return person !== undefined && mayDo(rolesIn(person.role), right)
}

export const hasPeople = async (queries: Queries): Promise<boolean> =>
  (await selectPeople(queries).limit(1).execute()).length > 0

export async function listPeople(queries: Queries) {
  const rows = await queries
    .selectFrom('people')
    .select(['id', 'name', 'email', 'role', 'language', 'created_at as createdAt', 'last_seen_at as lastSeenAt'])
    .select('password_hash')
    .where('removed_at', 'is', null)
    .select((each) =>
      each
        .selectFrom('passkeys')
        .select(each.fn.countAll<number | string>().as('count'))
        .whereRef('passkeys.person_id', '=', 'people.id')
        .as('passkeys'),
    )
    .orderBy('created_at')
    .execute()
  return rows.map(({ password_hash, role, ...person }) => ({
    ...person,
    roles: rolesIn(role),
    email: person.email ?? '',
    passkeys: Number(person.passkeys),
    hasPassword: password_hash !== null,
  }))
}

/** With those who have left, for what they did. */
export async function namesOfPeople(queries: Queries): Promise<Map<string, string>> {
  const rows = await queries.selectFrom('people').select(['id', 'name']).execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

interface RolesChange {
  roles: readonly Role[]
  /** The roles that the editor saw before the change. */
  seen: readonly Role[]
}

/** Ends every session, and invitations that the new roles could not have made. False if the seen roles are outdated. */
export async function changeRoles(queries: Queries, id: string, { roles, seen }: RolesChange) {
  const { held, isLastManager } = await lockWithManagers(queries, id)
  if (areSameRoles(held, roles)) return true
  if (!areSameRoles(held, seen)) return false
  if (isLastManager && !mayInvite(roles)) throw new Refused('lastOwner')
  await queries
    .updateTable('people')
    .set({ role: toColumn(roles) })
    .where('id', '=', id)
    .execute()
  await endSessions(queries, id)
  if (!mayInvite(roles)) await withdrawInvitationsBy(queries, id)
  return true
}

/** The name stays for the audit trail; the address is free again. */
export async function removePerson(queries: Queries, id: string, now: Date): Promise<void> {
  const { isLastManager } = await lockWithManagers(queries, id)
  if (isLastManager) throw new Refused('lastOwner')
  await removeFactors(queries, id)
  const own = [
    'saved_views',
    'submission_reads',
    'notifications',
    'notification_settings',
    'calendar_feeds',
    'team_members',
  ] as const
  for (const table of own) await queries.deleteFrom(table).where('person_id', '=', id).execute()
  // Comments stay under the name, as notes do.
  await queries.deleteFrom('content_reviews').where('reviewer_id', '=', id).execute()
  await endSessions(queries, id)
  await queries.deleteFrom('invitations').where('person_id', '=', id).execute()
  await withdrawInvitationsBy(queries, id)
  await queries.updateTable('people').set({ email: null, removed_at: now.toISOString() }).where('id', '=', id).execute()
}

const mayInvite = (roles: readonly Role[]) => mayDo(roles, 'people.manage')

/** A link must not outlive the right to make it: its maker could have kept it. */
export async function withdrawInvitationsBy(queries: Queries, personId: string): Promise<void> {
  await queries.deleteFrom('invitations').where('invited_by', '=', personId).execute()
}

export async function removeFactors(queries: Queries, personId: string): Promise<void> {
  for (const table of ['passkeys', 'recovery_codes', 'known_devices', 'identities'] as const)
    await queries.deleteFrom(table).where('person_id', '=', personId).execute()
  await queries
    .updateTable('people')
    .set({ password_hash: null, one_time_secret: null, one_time_step: null })
    .where('id', '=', personId)
    .execute()
}

/** With all managers, since one must stay. In one order, against deadlocks. */
async function lockWithManagers(queries: Queries, id: string) {
  const rows = await queries
    .selectFrom('people')
    .select(['id', 'role'])
    .where(({ or, eb }) => or([eb('id', '=', id), hasRoleWith('people.manage', 'role')]))
    .where('removed_at', 'is', null)
    .orderBy('id')
    .$call(lockRows(queries))
    .execute()
  const person = rows.find((row) => row.id === id)
  if (!person) throw new Refused('personUnknown')
  const held = rolesIn(person.role)
  // The others were locked because they may.
  return { held, isLastManager: mayInvite(held) && rows.length === 1 }
}
