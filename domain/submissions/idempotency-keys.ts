import { LIFETIMES } from '#contract/lifetimes.ts'
import type { Queries } from '../platform/database/database.ts'
import { lockRows } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/tables.ts'
import { DAY, HOUR } from '../platform/durations.ts'

type KeyRow = Tables['idempotency_keys']
type Claim = Omit<KeyRow, 'key'>

export class KeyReused extends Error {
  override name = 'KeyReused'
}

interface Keys {
  key: string
  formerKey?: string | undefined
}

/** A day longer than browsers send again. */
const KEPT_MILLISECONDS = (LIFETIMES.outboxDays + 1) * DAY
/** The same words under an older former key are a new submission. */
const FORMER_KEY_MILLISECONDS = HOUR

/** Resolves to the former claim of a repetition. Waits for transactions that claim a key: of simultaneous repetitions one is stored. */
export async function claimKeys(queries: Queries, { key, formerKey }: Keys, claim: Claim): Promise<Claim | undefined> {
  const taken = new Map<string, KeyRow>()
  const claimed: string[] = []
  // Sorted, against deadlocks.
  for (const each of [...new Set([key, formerKey ?? key])].sort()) {
    const row = await claimOrRead(queries, { key: each, ...claim })
    if (row) taken.set(each, row)
    else claimed.push(each)
  }
  const own = taken.get(key)
  if (own && !isSame(own, claim)) throw new KeyReused()
  const former = taken.get(formerKey ?? key)
  const first = own ?? (former && isSame(former, claim) && isRecent(former, claim) ? former : undefined)
  if (first && claimed.length > 0) {
    const { reference, language, created_at } = first
    const same = { reference, language, created_at }
    await queries.updateTable('idempotency_keys').set(same).where('key', 'in', claimed).execute()
  }
  return first
}

export async function isKeyTaken(queries: Queries, { key, formerKey = key }: Keys): Promise<boolean> {
  const taken = await queries
    .selectFrom('idempotency_keys')
    .select('key')
    .where('key', 'in', [key, formerKey])
    .executeTakeFirst()
  return taken !== undefined
}

export async function forgetOldKeys(queries: Queries, now: Date): Promise<void> {
  const before = new Date(now.getTime() - KEPT_MILLISECONDS).toISOString()
  await queries.deleteFrom('idempotency_keys').where('created_at', '<', before).execute()
}

/** Resolves to undefined if the key is now the caller's. */
async function claimOrRead(queries: Queries, row: KeyRow): Promise<KeyRow | undefined> {
  for (;;) {
    const { numInsertedOrUpdatedRows } = await queries
      .insertInto('idempotency_keys')
      .values(row)
      .onConflict((conflict) => conflict.column('key').doNothing())
      .executeTakeFirstOrThrow()
    if (numInsertedOrUpdatedRows === 1n) return undefined
    // The lock is a write: its commit waits until the standby has the row, too.
    const taken = await queries
      .selectFrom('idempotency_keys')
      .selectAll()
      .where('key', '=', row.key)
      .$call(lockRows(queries))
      .executeTakeFirst()
    // Otherwise it was erased between the two statements.
    if (taken) return taken
  }
}

const isSame = (row: KeyRow, claim: Claim) => row.kind === claim.kind && row.body_hash === claim.body_hash

function isRecent(row: KeyRow, claim: Claim) {
  return Date.parse(claim.created_at) - Date.parse(row.created_at) < FORMER_KEY_MILLISECONDS
}
