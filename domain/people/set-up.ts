import type { Database, Queries } from '../platform/database/database.ts'
import { MINUTE, SECOND } from '../platform/durations.ts'
import { hashOf, newCode, readCode } from '../platform/secrets.ts'
import { createPerson, hasPeople, type NewPerson, type VerifiedFactor } from './people.ts'
import { Refused } from './refusal.ts'
import { FIRST_ROLE } from './rights.ts'

export const SETUP_CODE_MINUTES = 30
const GROUPS = 2

/** Processes that start together print one code, not one each of which the last alone is valid. */
const PRINTED_TOGETHER_SECONDS = 10

/** For the terminal. Undefined once there is a person. */
export async function newSetupCode(database: Database, now: Date): Promise<string | undefined> {
  return database.write(async (queries) => ((await hasPeople(queries)) ? undefined : replaceCode(queries, now)))
}

/** For a start: without a code if another process has just printed one. */
export async function firstSetupCode(database: Database, now: Date): Promise<{ code?: string } | undefined> {
  return database.exclusively(async (queries) => {
    if (await hasPeople(queries)) return undefined
    const justNow = expiryOf(new Date(now.getTime() - PRINTED_TOGETHER_SECONDS * SECOND))
    const other = await queries.selectFrom('setup_codes').select('hash').where('expires_at', '>', justNow).execute()
    return other.length > 0 ? {} : { code: await replaceCode(queries, now) }
  })
}

async function replaceCode(queries: Queries, now: Date) {
  const code = newCode(GROUPS)
  await queries.deleteFrom('setup_codes').execute()
  await queries
    .insertInto('setup_codes')
    .values({ hash: hashOf(code), expires_at: expiryOf(now) })
    .execute()
  return code
}

const expiryOf = (now: Date) => new Date(now.getTime() + SETUP_CODE_MINUTES * MINUTE).toISOString()

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
  { code, ...person }: { code: string } & Omit<NewPerson, 'roles'>,
  factor: VerifiedFactor,
  now: Date,
): Promise<string[]> {
  await checkSetupCode(queries, code, now)
  // A second set-up at the same moment waits here and finds no row to delete.
  const used = await queries.deleteFrom('setup_codes').returning('hash').execute()
  if (!used.some(({ hash }) => hash === hashOf(readCode(code)))) throw new Refused('setupDone')
  return createPerson(queries, { ...person, roles: [FIRST_ROLE] }, factor, now)
}
