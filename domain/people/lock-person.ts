import type { Queries } from '../platform/database/database.ts'
import { lockRows } from '../platform/database/database.ts'
import { Refused } from './refusal.ts'

export async function lockPerson(queries: Queries, id: string) {
  const person = await queries
    .selectFrom('people')
    .selectAll()
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .$call(lockRows(queries))
    .executeTakeFirst()
  if (!person) throw new Refused('personUnknown')
  return person
}
