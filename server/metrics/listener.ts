import type { AddressInfo } from 'node:net'
import type { Registry } from 'prom-client'
import type { Condition } from '#domain/operations/conditions.ts'
import type { Config } from '#settings/settings.ts'
import { createHttpServer } from '../http/create-server.ts'
import { listenOn } from '../http/listen.ts'
import { hostInAddress } from '../public-url.ts'

type MetricsConfig = NonNullable<Config['metrics']>

interface OpenMetrics {
  url: string
  close(): Promise<void>
}

interface MetricsParts {
  registry: Pick<Registry, 'contentType' | 'metrics'>
  isReady: () => Promise<boolean>
  /** Conditions of the server; never on the public listener. */
  findConditions: () => Promise<Condition[]>
}

/** For operators alone: a listener of its own, so that nothing of it can be reached where visitors or staff come in. */
export async function openMetrics(
  config: Config & { metrics: MetricsConfig },
  { registry, isReady, findConditions }: MetricsParts,
): Promise<OpenMetrics> {
  // A line for every scrape would say nothing.
  const app = createHttpServer({ ...config, publicUrl: undefined, logLevel: quieter(config.logLevel) })
  app.get('/healthz', (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }))
  app.get('/metrics', async (_request, reply) =>
    reply.headers({ 'content-type': registry.contentType, 'cache-control': 'no-store' }).send(await registry.metrics()),
  )
  app.get<{ Querystring: Record<string, unknown> }>('/readyz', async (request, reply) => {
    const ready = await isReady()
    const status = { status: ready ? 'ready' : 'not ready' }
    reply.code(ready ? 200 : 503).header('cache-control', 'no-store')
    if (!('verbose' in request.query)) return reply.send(status)
    return reply.send({ ...status, conditions: await findConditions() })
  })
  const { host, port } = config.metrics
  await listenOn(app, { host, port, exclusive: true }, { port: 'METRICS_PORT', host: 'METRICS_HOST' })
  const { port: opened } = app.server.address() as AddressInfo
  return { url: `http://${hostInAddress(host)}:${opened}/metrics`, close: () => app.close() }
}

const quieter = (level: Config['logLevel']) => (level === 'info' ? 'warn' : level)
