import type { Language } from '#texts/languages.ts'
import type { Queries } from '../platform/database/database.ts'
import { lockPerson } from './lock-person.ts'
import { findPerson } from './people.ts'
import { countRecoveryCodes } from './recovery-codes.ts'
import { Refused } from './refusal.ts'
import { rolesIn } from './roles-column.ts'

interface Preferences {
  shortcuts: boolean
}

const DEFAULTS: Preferences = { shortcuts: true }

const readPreferences = (text: string): Preferences => ({ ...DEFAULTS, ...JSON.parse(text) })

export async function findAccount(queries: Queries, personId: string) {
  const person = await findPerson(queries, personId)
  if (!person) throw new Refused('personUnknown')
  const passkeys = await queries
    .selectFrom('passkeys')
    .select(['id', 'label', 'created_at as createdAt', 'last_used_at as lastUsedAt'])
    .where('person_id', '=', personId)
    .orderBy('created_at')
    .execute()
  return {
    name: person.name,
    email: person.email ?? '',
    roles: rolesIn(person.role),
    language: person.language,
    preferences: readPreferences(person.preferences),
    hasPassword: person.password_hash !== null,
    passkeys,
    recoveryCodesLeft: await countRecoveryCodes(queries, personId),
  }
}

interface AccountChange {
  name?: string | undefined
  language?: Language | undefined
  shortcuts?: boolean | undefined
}

export async function changeAccount(queries: Queries, personId: string, { shortcuts, ...change }: AccountChange) {
  const person = await lockPerson(queries, personId)
  const preferences = readPreferences(person.preferences)
  await queries
    .updateTable('people')
    .set({ ...change, preferences: JSON.stringify({ ...preferences, ...(shortcuts !== undefined && { shortcuts }) }) })
    .where('id', '=', personId)
    .execute()
}

export async function removePasskey(queries: Queries, personId: string, passkeyId: string): Promise<void> {
  await lockPerson(queries, personId)
  const { numDeletedRows } = await queries
    .deleteFrom('passkeys')
    .where('id', '=', passkeyId)
    .where('person_id', '=', personId)
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw new Refused('notFound')
  await refuseWithoutFactor(queries, personId)
}

export async function removePassword(queries: Queries, personId: string): Promise<void> {
  await lockPerson(queries, personId)
  await queries
    .updateTable('people')
    .set({ password_hash: null, one_time_secret: null, one_time_step: null })
    .where('id', '=', personId)
    .execute()
  await refuseWithoutFactor(queries, personId)
}

async function refuseWithoutFactor(queries: Queries, personId: string) {
  const { passkeys, hasPassword } = await findAccount(queries, personId)
  if (passkeys.length === 0 && !hasPassword) throw new Refused('lastFactor')
}
