import type { AddressInfo } from 'node:net'
import { placeOfBackups } from '#domain/operations/backups.ts'
import type { Condition } from '#domain/operations/conditions.ts'
import type { Database } from '#domain/platform/database/database.ts'
import type { Config } from '#settings/settings.ts'
import { createHttpServer } from '../http/create-server.ts'
import { isUsable } from '../http/health.ts'
import { listenOn } from '../http/listen.ts'
import { hostInAddress } from '../public-url.ts'
import type { Measurements } from './measurements.ts'
import { createRegistry } from './registry.ts'

interface MetricsParts {
  database: Database
  measurements: Measurements
  canWrite: () => Promise<boolean>
  findConditions: () => Promise<Condition[]>
}

/** For operators alone: a listener that neither visitors nor staff reach. */
export async function openMetrics(
  config: Config & { metrics: NonNullable<Config['metrics']> },
  { database, measurements, canWrite, findConditions }: MetricsParts,
) {
  const { dataDirectory, backups, logLevel, metrics } = config
  const folders = { data: dataDirectory, ...(backups && !backups.remote && { backups: backups.folder }) }
  const backupPlace = backups && (await placeOfBackups(backups))
  const registry = createRegistry({ measurements, database, folders, backupPlace, findConditions })
  // A log line for every scrape would say nothing.
  const quieter = logLevel === 'info' ? 'warn' : logLevel
  const app = createHttpServer({ ...config, publicUrl: undefined, logLevel: quieter })
  app.get('/healthz', (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }))
  app.get('/metrics', async (_request, reply) =>
    reply.headers({ 'content-type': registry.contentType, 'cache-control': 'no-store' }).send(await registry.metrics()),
  )
  app.get<{ Querystring: Record<string, unknown> }>('/readyz', async (request, reply) => {
    const isReady = await isUsable(database, canWrite)
    const status = { status: isReady ? 'ready' : 'not ready' }
    reply.code(isReady ? 200 : 503).header('cache-control', 'no-store')
    if (!('verbose' in request.query)) return reply.send(status)
    return reply.send({ ...status, conditions: await findConditions() })
  })
  const { host, port } = metrics
  await listenOn(app, { host, port, exclusive: true }, { port: 'METRICS_PORT', host: 'METRICS_HOST' })
  const { port: opened } = app.server.address() as AddressInfo
  return { url: `http://${hostInAddress(host)}:${opened}/metrics`, close: () => app.close() }
}
