import type { Queries } from './database/database.ts'

/** Good once: the proof of work of a form, the challenge of a passkey. */
export interface SpentToken {
  hash: string
  expiresAt: Date
}

/** In the transaction it is spent on. Of two at once, one gets true. */
export async function spendOnce(queries: Queries, { hash, expiresAt }: SpentToken): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await queries
    .insertInto('spent_proofs')
    .values({ hash, expires_at: expiresAt.toISOString() })
    .onConflict((conflict) => conflict.column('hash').doNothing())
    .executeTakeFirst()
  return Boolean(numInsertedOrUpdatedRows)
}

export async function forgetSpentTokens(queries: Queries, now: Date): Promise<void> {
  await queries.deleteFrom('spent_proofs').where('expires_at', '<', now.toISOString()).execute()
}
