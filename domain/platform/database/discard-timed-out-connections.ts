import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type { Pool } from 'pg'
import { isQueryTimeout } from './pause-after-timeouts.ts'

/** The server may still execute the query that timed out, inside a transaction that the next user of the connection would commit. */
export function discardTimedOutConnections(pool: Pool): PostgresPool {
  return {
    end: () => pool.end(),
    async connect(): Promise<PostgresPoolClient> {
      const client = await pool.connect()
      let timeout: Error | undefined
      async function query(text: unknown, parameters?: readonly unknown[]) {
        // The rollback that follows would wait just as long for nothing.
        if (timeout) throw timeout
        try {
          return await (client.query as (...call: unknown[]) => Promise<unknown>)(text, parameters)
        } catch (error) {
          if (isQueryTimeout(error)) timeout = error
          throw error
        }
      }
      return { query: query as PostgresPoolClient['query'], release: () => client.release(timeout) }
    },
  }
}
