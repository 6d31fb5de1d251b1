import { randomBytes } from 'node:crypto'
import type { Database } from './connection.ts'
import type { Tables } from './tables.ts'

const SECRET_BYTES = 32

export const makeSecret = () => randomBytes(SECRET_BYTES).toString('base64url')

/**
 * The secret of this database for one purpose: made when it is first asked for, and the same for every process and after every
 * restart. Asked for once.
 */
export function serverKey(
  database: Pick<Database, 'queries' | 'write'>,
  purpose: Tables['server_keys']['purpose'],
): () => Promise<string> {
  let secret: string | undefined
  return async () => {
    secret ??= (await find(database.queries)) ?? (await database.write(create))
    return secret
  }

  async function find(queries: Database['queries']) {
    const row = await queries
      .selectFrom('server_keys')
      .select('secret')
      .where('purpose', '=', purpose)
      .executeTakeFirst()
    return row?.secret
  }

  /** Another process may have been quicker. */
  async function create(queries: Database['queries']) {
    await queries
      .insertInto('server_keys')
      .values({ purpose, secret: makeSecret(), created_at: new Date().toISOString() })
      .onConflict((conflict) => conflict.column('purpose').doNothing())
      .execute()
    return (await find(queries)) as string
  }
}
