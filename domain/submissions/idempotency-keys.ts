import type { Queries } from '../platform/database/database.ts'
import { lockRows } from '../platform/database/row-locks.ts'
import type { Tables } from '../platform/database/tables.ts'
import { DAY, HOUR } from '../platform/durations.ts'

type KeyRow = Tables['idempotency_keys']
type Claim = Omit<KeyRow, 'key'>

/** The key was used before, for other answers. */
export class KeyReused extends Error {
  constructor() {
    super('The idempotency key stands for other answers')
    this.name = 'KeyReused'
  }
}

interface Keys {
  key: string
  formerKey?: string | undefined
}

/** How long a key is remembered: browsers send again for seven days. */
const KEPT_MILLISECONDS = 8 * DAY
/** What was stored longer ago under the former key was another submission in the same words. */
const FORMER_KEY_MILLISECONDS = HOUR

/**
 * Claims the keys for a submission that is about to be stored in the same transaction. If the same was stored before, under one of
 * them, there is nothing left to store: resolves to what was claimed then, which both keys name from now on.
 * Where another transaction is about to take a key, this waits for its outcome: of many that arrive at once, one stores.
 */
export async function claimKeys(queries: Queries, { key, formerKey }: Keys, claim: Claim): Promise<Claim | undefined> {
  const taken = new Map<string, KeyRow>()
  const claimed: string[] = []
  // Sorted, because two transactions that claimed the same two keys in opposite orders would wait for each other.
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
    await queries
      .updateTable('idempotency_keys')
      .set({ reference, language, created_at })
      .where('key', 'in', claimed)
      .execute()
  }
  return first
}

/** Whether something was stored under one of them, or is about to be. */
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

/** Resolves to the row that has the key, or to nothing if it is now the caller's. */
async function claimOrRead(queries: Queries, row: KeyRow): Promise<KeyRow | undefined> {
  for (;;) {
    const { numInsertedOrUpdatedRows } = await queries
      .insertInto('idempotency_keys')
      .values(row)
      .onConflict((conflict) => conflict.column('key').doNothing())
      .executeTakeFirstOrThrow()
    if (numInsertedOrUpdatedRows === 1n) return undefined
    // Locking it is a write, whose commit waits until the standby has all that was committed before: also the row itself, which may be
    // on the primary alone if its own commit was given up.
    const taken = await queries
      .selectFrom('idempotency_keys')
      .selectAll()
      .where('key', '=', row.key)
      .$call(lockRows(queries))
      .executeTakeFirst()
    // Otherwise it was erased between the two statements, and is free again.
    if (taken) return taken
  }
}

const isSame = (row: KeyRow, claim: Claim) => row.kind === claim.kind && row.body_hash === claim.body_hash

function isRecent(row: KeyRow, claim: Claim) {
  return Date.parse(claim.created_at) - Date.parse(row.created_at) < FORMER_KEY_MILLISECONDS
}
