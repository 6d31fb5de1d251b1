import type { Database, Queries } from '../platform/database/database.ts'
import { MINUTE } from '../platform/durations.ts'
import { hashOf, newCode, readCode } from '../platform/secrets.ts'
import { createPerson, hasPeople, type NewPerson, type VerifiedFactor } from './people.ts'
import { Refused } from './refusal.ts'
import { FIRST_ROLE } from './rights.ts'

export const SETUP_CODE_MINUTES = 30
const GROUPS = 2

/** Shown at the terminal. Undefined once there is a person. */
export async function newSetupCode(database: Database, now: Date): Promise<string | undefined> {
  return database.write(async (queries) => {
    if (await hasPeople(queries)) return undefined
    const code = newCode(GROUPS)
    const expires_at = new Date(now.getTime() + SETUP_CODE_MINUTES * MINUTE).toISOString()
    await queries.deleteFrom('setup_codes').execute()
    await queries
      .insertInto('setup_codes')
      .values({ hash: hashOf(code), expires_at })
      .execute()
    return code
  })
}

export async function checkSetupCode(queries: Queries, typed: string, now: Date): Promise<string> {
  if (await hasPeople(queries)) throw new Refused('setupDone')
  const row = await queries
    .selectFrom('setup_codes')
    .select('expires_at')
    .where('hash', '=', hashOf(readCode(typed)))
    .executeTakeFirst()
  if (!row || row.expires_at < now.toISOString()) throw new Refused('setupCodeWrong')
  return row.expires_at
}

export async function setUp(
  queries: Queries,
  { code, ...person }: { code: string } & Omit<NewPerson, 'role'>,
  factor: VerifiedFactor,
  now: Date,
): Promise<string[]> {
  await checkSetupCode(queries, code, now)
  // A second set-up at the same moment waits here and finds no row to delete.
  const used = await queries.deleteFrom('setup_codes').returning('hash').execute()
  if (!used.some(({ hash }) => hash === hashOf(readCode(code)))) throw new Refused('setupDone')
  return createPerson(queries, { ...person, role: FIRST_ROLE }, factor, now)
}
