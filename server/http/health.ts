import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Database } from '#domain/platform/database/database.ts'
import { inTime } from '../in-time.ts'

const PATIENCE_MILLISECONDS = 2_000

interface HealthOptions {
  database: Database
  /** Whether what is sent could be stored, as far as the disk goes. */
  canWrite?: () => Promise<boolean>
}

/**
 * `/healthz`: the process lives, and serves at least the pages in its memory. `/readyz`: it can also store what is sent, which it cannot
 * without its database, on a disk that is full, or while it is shutting down.
 */
export async function health(app: FastifyInstance, { database, canWrite = async () => true }: HealthOptions) {
  app.get('/healthz', (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }))

  app.get('/readyz', async (_request, reply) => {
    const isReady = app.server.listening && (await isUsable(database, canWrite))
    return reply
      .code(isReady ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status: isReady ? 'ready' : 'not ready' })
  })
}

export const isUsable = async (database: Database, canWrite: () => Promise<boolean>) =>
  (await answersInTime(database)) && (await canWrite())

const answersInTime = async ({ queries }: Database) =>
  (await inTime(sql`select 1`.execute(queries), PATIENCE_MILLISECONDS)) !== undefined
