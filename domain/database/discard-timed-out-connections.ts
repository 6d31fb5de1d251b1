import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type { Pool } from 'pg'

/**
 * A connection on which the server did not answer in time is closed instead of going back to the others. What was asked on it may
 * still be done later, inside a transaction that nobody has ended, and whoever came next would end it for them.
 */
export function letGoOfHung(pool: Pool): PostgresPool {
  return {
    end: () => pool.end(),
    async connect(): Promise<PostgresPoolClient> {
      const client = await pool.connect()
      let hung: Error | undefined
      async function query(text: unknown, parameters?: readonly unknown[]) {
        // Another wait on the same line would only double it.
        if (hung) throw hung
        try {
          return await (client.query as (...asked: unknown[]) => Promise<unknown>)(text, parameters)
        } catch (error) {
          if (error instanceof Error && error.message === NO_ANSWER) hung = error
          throw error
        }
      }
      return { query: query as PostgresPoolClient['query'], release: () => client.release(hung) }
    },
  }
}

// The driver's words; it has no code for it.
const NO_ANSWER = 'Query read timeout'
