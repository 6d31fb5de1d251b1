import type { Queries } from '../database/connection.ts'
import type { Tables } from '../database/tables.ts'

type IdempotencyKey = Tables['idempotency_keys']

/** Whether the key was free. Where another transaction is about to take it, this waits for its outcome. */
export async function claimKey(queries: Queries, row: IdempotencyKey): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await queries
    .insertInto('idempotency_keys')
    .values(row)
    .onConflict((conflict) => conflict.column('key').doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

export function findKey(queries: Queries, key: string): Promise<IdempotencyKey | undefined> {
  return queries.selectFrom('idempotency_keys').selectAll().where('key', '=', key).executeTakeFirst()
}

export async function forgetOldKeys(queries: Queries, before: string): Promise<void> {
  await queries.deleteFrom('idempotency_keys').where('created_at', '<', before).execute()
}
