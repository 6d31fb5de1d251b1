import type { Queries } from '../database/connection.ts'

/** A proof of work that was found good. */
export interface Proof {
  /** Of its challenge: whoever solves it again has the same. */
  hash: string
  expiresAt: Date
}

/** The proof was used before, for another submission. */
export class ProofSpent extends Error {
  constructor() {
    super('The proof was used before')
    this.name = 'ProofSpent'
  }
}

/** In the transaction that stores what it is spent on. Of two that bring the same proof at once, one stores. */
export async function spendProof(queries: Queries, { hash, expiresAt }: Proof): Promise<void> {
  const { numInsertedOrUpdatedRows } = await queries
    .insertInto('spent_proofs')
    .values({ hash, expires_at: expiresAt.toISOString() })
    .onConflict((conflict) => conflict.column('hash').doNothing())
    .executeTakeFirst()
  if (!numInsertedOrUpdatedRows) throw new ProofSpent()
}

export async function forgetSpentProofs(queries: Queries, now: Date): Promise<void> {
  await queries.deleteFrom('spent_proofs').where('expires_at', '<', now.toISOString()).execute()
}
