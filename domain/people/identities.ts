import type { Queries } from '../platform/database/database.ts'
import { Refused } from './refusal.ts'

/** An account at the company's OpenID provider. */
export interface Identity {
  issuer: string
  subject: string
  /** Verified by the provider. */
  email: string
  name: string
}

export async function personOfIdentity(queries: Queries, { issuer, subject }: Identity): Promise<string | undefined> {
  const row = await queries
    .selectFrom('identities')
    .innerJoin('people', 'people.id', 'identities.person_id')
    .select('person_id')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .where('people.removed_at', 'is', null)
    .executeTakeFirst()
  return row?.person_id
}

/** A person has one account at a provider: another one with the same address stays outside. */
export async function bindIdentity(queries: Queries, { issuer, subject }: Identity, personId: string, now: Date) {
  const { numInsertedOrUpdatedRows } = await queries
    .insertInto('identities')
    .values({ issuer, subject, person_id: personId, created_at: now.toISOString() })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  if (numInsertedOrUpdatedRows !== 1n) throw new Refused('notInvited')
}
