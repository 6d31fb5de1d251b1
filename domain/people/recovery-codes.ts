import type { Queries } from '../platform/database/database.ts'
import { hashOf, newCode, readCode } from '../platform/secrets.ts'
import { lockPerson } from './lock-person.ts'

const COUNT = 8
const GROUPS = 3

export async function replaceRecoveryCodes(queries: Queries, personId: string): Promise<string[]> {
  await lockPerson(queries, personId)
  const codes = Array.from({ length: COUNT }, () => newCode(GROUPS))
  await queries.deleteFrom('recovery_codes').where('person_id', '=', personId).execute()
  await queries
    .insertInto('recovery_codes')
    .values(codes.map((code) => ({ hash: hashOf(code), person_id: personId })))
    .execute()
  return codes
}

export async function countRecoveryCodes(queries: Queries, personId: string): Promise<number> {
  const { count } = await queries
    .selectFrom('recovery_codes')
    .select((each) => each.fn.countAll<number | string>().as('count'))
    .where('person_id', '=', personId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function consumeRecoveryCode(queries: Queries, personId: string, typed: string): Promise<boolean> {
  const { numDeletedRows } = await queries
    .deleteFrom('recovery_codes')
    .where('hash', '=', hashOf(readCode(typed)))
    .where('person_id', '=', personId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export async function hasRecoveryCode(queries: Queries, personId: string, typed: string): Promise<boolean> {
  const row = await queries
    .selectFrom('recovery_codes')
    .select('hash')
    .where('hash', '=', hashOf(readCode(typed)))
    .where('person_id', '=', personId)
    .executeTakeFirst()
  return row !== undefined
}
