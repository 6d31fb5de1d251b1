import { newSecret } from '../secrets.ts'
import type { Database, Queries } from './database.ts'
import type { Tables } from './tables.ts'

type KeyedDatabase = Pick<Database, 'queries' | 'write'>
type Purpose = Tables['server_keys']['purpose']

const keysInMemory = new WeakMap<KeyedDatabase, Map<Purpose, string>>()

/** Made on first use; the same for every process and restart. */
export async function serverKey(database: KeyedDatabase, purpose: Purpose): Promise<string> {
  const keys = keysInMemory.get(database) ?? new Map<Purpose, string>()
  keysInMemory.set(database, keys)
  const key =
    keys.get(purpose) ??
    (await findKey(database.queries, purpose)) ??
    (await database.write((queries) => createKey(queries, purpose)))
  keys.set(purpose, key)
  return key
}

/** Within a transaction of the caller. */
export const serverKeyIn = async (queries: Queries, purpose: Purpose): Promise<string> =>
  (await findKey(queries, purpose)) ?? (await createKey(queries, purpose))

async function findKey(queries: Queries, purpose: Purpose) {
  const row = await queries.selectFrom('server_keys').select('secret').where('purpose', '=', purpose).executeTakeFirst()
  return row?.secret
}

/** Another process may have been quicker. */
async function createKey(queries: Queries, purpose: Purpose) {
  await queries
    .insertInto('server_keys')
    .values({ purpose, secret: newSecret(), created_at: new Date().toISOString() })
    .onConflict((conflict) => conflict.column('purpose').doNothing())
    .execute()
  return (await findKey(queries, purpose)) as string
}
