import { randomUUID } from 'node:crypto'
import type { Language } from '#texts/languages.ts'
import type { Queries } from '../platform/database/database.ts'
import { HOUR } from '../platform/durations.ts'
import { cancelJob } from '../platform/jobs/queue.ts'
import { hashOf, newSecret } from '../platform/secrets.ts'
import { lockPerson } from './lock-person.ts'
import {
  createPerson,
  findPersonByEmail,
  foldEmail,
  removeFactors,
  storeFactor,
  type VerifiedFactor,
  withdrawInvitationsBy,
} from './people.ts'
import { replaceRecoveryCodes } from './recovery-codes.ts'
import { Refused } from './refusal.ts'
import type { Role } from './rights.ts'
import { hasRoleWith, rolesIn, toColumn } from './roles-column.ts'
import { endSessions } from './sessions.ts'

export const INVITATION_HOURS = 24

interface NewInvitation {
  name: string
  email: string
  roles: readonly Role[]
  language: Language
}

/** The secret is not stored. A former invitation of the same address ends. */
export async function invite(queries: Queries, invitation: NewInvitation, invitedBy: string | null, now: Date) {
  if (await findPersonByEmail(queries, invitation.email)) throw new Refused('emailTaken')
  await queries.deleteFrom('invitations').where('email', '=', foldEmail(invitation.email)).execute()
  return keep(queries, { ...invitation, person_id: null }, invitedBy, now)
}

export const joinLink = (deskUrl: string, secret: string) => `${deskUrl}/join#${secret}`

export const invitationMailId = (id: string) => `invitation ${id}`

/** Extends the invitation by a day with a new link. The former link and its mail stop working. */
export async function renewInvitation(queries: Queries, id: string, invitedBy: string, now: Date) {
  await cancelJob(queries, invitationMailId(id), now)
  const renewed = await renewSecret(queries, id, now, { invited_by: invitedBy, expires_at: endOf(now) })
  if (renewed?.invitation.kind !== 'join') throw new Refused('notFound')
  return { id, secret: renewed.secret, expiresAt: endOf(now) }
}

/** Undefined for an invitation that is over. */
export async function renewSecret(
  queries: Queries,
  id: string,
  now: Date,
  changes: { invited_by?: string; expires_at?: string } = {},
) {
  const invitation = await selectOpen(queries, now).where('id', '=', id).executeTakeFirst()
  if (!invitation) return undefined
  const secret = newSecret()
  await queries
    .updateTable('invitations')
    .set({ secret_hash: hashOf(secret), ...changes })
    .where('id', '=', id)
    .execute()
  return { secret, invitation }
}

/** Old keys work until the link is used. The person's own invitations end: their keys may have been stolen. */
export async function inviteToReset(queries: Queries, personId: string, invitedBy: string | null, now: Date) {
  const person = await lockPerson(queries, personId)
  await queries.deleteFrom('invitations').where('person_id', '=', personId).execute()
  await withdrawInvitationsBy(queries, personId)
  const { name, role, language } = person
  const known = { name, email: person.email ?? '', roles: rolesIn(role), language, person_id: personId }
  return keep(queries, known, invitedBy, now)
}

export const listInvitations = async (queries: Queries, now: Date) =>
  (await selectOpen(queries, now).orderBy('created_at').orderBy('id').execute()).map(toInvitation)

const toInvitation = <Row extends { role: string }>({ role, ...row }: Row) => ({ ...row, roles: rolesIn(role) })

/** Reads only: mail programs open links by themselves. */
export async function findInvitation(queries: Queries, secret: string, now: Date) {
  const found = await selectOpen(queries, now).where('secret_hash', '=', hashOf(secret)).executeTakeFirst()
  if (!found) throw new Refused('invitationOver')
  return toInvitation(found)
}

/** Of a person who is to join. */
export async function findOpenInvitation(queries: Queries, email: string, now: Date) {
  const found = await selectOpen(queries, now)
    .where('email', '=', foldEmail(email))
    .where('person_id', 'is', null)
    .executeTakeFirst()
  return found && toInvitation(found)
}

export async function withdrawInvitation(queries: Queries, id: string): Promise<void> {
  const { numDeletedRows } = await queries.deleteFrom('invitations').where('id', '=', id).executeTakeFirst()
  if (numDeletedRows === 0n) throw new Refused('notFound')
}

export async function acceptInvitation(
  queries: Queries,
  { secret, personId, name, language }: { secret: string; personId: string; name: string; language: Language },
  factor: VerifiedFactor,
  now: Date,
) {
  const invitation = await findInvitation(queries, secret, now)
  // The person first, in the order of every other transaction.
  if (invitation.personId) await lockPerson(queries, invitation.personId).catch(asOver)
  // A second acceptance at the same moment finds no row to delete.
  await withdrawInvitation(queries, invitation.id).catch(asOver)
  const { personId: knownId, email, roles } = invitation
  if (knownId) {
    await removeFactors(queries, knownId)
    await withdrawInvitationsBy(queries, knownId)
    await endSessions(queries, knownId)
    await storeFactor(queries, knownId, factor, now)
    return { invitation, personId: knownId, recoveryCodes: await replaceRecoveryCodes(queries, knownId) }
  }
  const recoveryCodes = await createPerson(queries, { id: personId, name, email, roles, language }, factor, now)
  return { invitation, personId, recoveryCodes }
}

function asOver(error: unknown): never {
  throw error instanceof Refused ? new Refused('invitationOver') : error
}

/** Not expired, and made by a person who may still invite. Null: the command line. */
function selectOpen(queries: Queries, now: Date) {
  return queries
    .selectFrom('invitations')
    .select(['id', 'name', 'email', 'role', 'language'])
    .select(['created_at as createdAt', 'expires_at as expiresAt', 'person_id as personId', 'invited_by as invitedBy'])
    .select(({ eb }) =>
      eb
        .case()
        .when('person_id', 'is', null)
        .then<'join' | 'reset'>('join')
        .else<'join' | 'reset'>('reset')
        .end()
        .as('kind'),
    )
    .where('expires_at', '>', now.toISOString())
    .where(({ or, eb, exists, selectFrom }) =>
      or([
        eb('invited_by', 'is', null),
        exists(
          selectFrom('people')
            .select('people.id')
            .whereRef('people.id', '=', 'invitations.invited_by')
            .where('removed_at', 'is', null)
            .where(hasRoleWith('people.manage', 'people.role')),
        ),
      ]),
    )
}

const endOf = (now: Date) => new Date(now.getTime() + INVITATION_HOURS * HOUR).toISOString()

async function keep(
  queries: Queries,
  { name, email, roles, language, person_id }: NewInvitation & { person_id: string | null },
  invited_by: string | null,
  now: Date,
) {
  const secret = newSecret()
  const expiresAt = endOf(now)
  const id = randomUUID()
  await queries.deleteFrom('invitations').where('expires_at', '<', now.toISOString()).execute()
  await queries
    .insertInto('invitations')
    .values({
      id,
      secret_hash: hashOf(secret),
      person_id,
      name: name.trim(),
      email: foldEmail(email),
      role: toColumn(roles),
      language,
      invited_by,
      created_at: now.toISOString(),
      expires_at: expiresAt,
    })
    .execute()
  return { id, secret, expiresAt }
}
