import type { FastifyInstance } from 'fastify'
import { type Database, ping } from '#domain/platform/database/database.ts'
import { RELEASE } from '#settings/release.ts'
import { isDraining } from './shutdown.ts'

const PATIENCE_MILLISECONDS = 2_000

interface HealthOptions {
  database: Database
  canWrite?: () => Promise<boolean>
}

/** `/healthz`: the process runs and serves cached pages. `/readyz`: it can also store submissions. */
export async function health(app: FastifyInstance, { database, canWrite = async () => true }: HealthOptions) {
  app.get('/healthz', (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'ok', version: RELEASE }),
  )

  app.get('/readyz', async (_request, reply) => {
    const isReady = app.server.listening && !isDraining(app) && (await isUsable(database, canWrite))
    return reply
      .code(isReady ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status: isReady ? 'ready' : 'not ready' })
  })
}

export const isUsable = async (database: Database, canWrite: () => Promise<boolean>) =>
  (await inTime(ping(database), PATIENCE_MILLISECONDS)) !== undefined && (await canWrite())

/** Undefined where the work fails or takes longer. */
export function inTime<Result>(work: Promise<Result>, milliseconds: number): Promise<Result | undefined> {
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, milliseconds, undefined)
  })
  return Promise.race([work.catch(() => undefined), tooLate]).finally(() => clearTimeout(timer))
}
