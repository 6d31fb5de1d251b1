import cluster from 'node:cluster'
import path from 'node:path'
import * as build from 'virtual:react-router/server-build'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import type { ServerBuild } from 'react-router'
import { guestApi } from '#api/app.ts'
import { watchContentVersion } from '#domain/content/content-version.ts'
import type { Database } from '#domain/platform/database/database.ts'
import { serverKey } from '#domain/platform/database/server-keys.ts'
import { MINUTE } from '#domain/platform/durations.ts'
import { type Config, readConfig, SettingsError, USUAL_DESK_PORT } from '#settings/settings.ts'
import { CLIENT_FILES, COMPRESSED_COPIES } from './client-files.ts'
import type { DeskParts, ServeApplication } from './desk.ts'
import { ADMISSION, createAdmission } from './http/admission.ts'
import { createHttpServer } from './http/create-server.ts'
import { watchFileRoutes } from './http/file-routes.ts'
import { drainRequests, SHUTDOWN_MILLISECONDS } from './http/graceful-shutdown.ts'
import { health, isUsable } from './http/health.ts'
import { inheritedSocket } from './http/inherited-socket.ts'
import { listenOn } from './http/listen.ts'
import { monitorOverload } from './http/overload.ts'
import { createMeasurements, type Measurements } from './metrics/measurements.ts'
import { openReadyDatabase } from './open-database.ts'
import { type Operations, startOperations } from './operations/operations.ts'
import { createApplications } from './pages/application.ts'
import { createPageCache } from './pages/cache.ts'
import { pages } from './pages/handler.ts'
import { createJobAlerts } from './pages/job-alerts.ts'
import { routedTarget } from './pages/page-address.ts'
import { createPreviews } from './pages/preview.ts'
import { createReceipts } from './pages/receipts.ts'
import { serveCachedPages } from './pages/shared-pages.ts'
import { texts, textsUrl } from './pages/texts.ts'
import { publicUrlOf } from './public-url.ts'
import { seo } from './seo/seo.ts'
import { startWorkers } from './start-workers.ts'
import { ownRole } from './workers/messages.ts'
import { answerPrimary } from './workers/worker.ts'

export { readConfig }

const { slot, announces } = ownRole()

/** For development: whoever listens hands the requests over. The desk opens by itself, where somebody serves its application. */
export async function createApp(serveDesk?: ServeApplication): Promise<FastifyInstance> {
  const config = readConfig()
  const { app, database, outbox, measurements, company, operations } = await createSite(config)
  if (serveDesk) {
    const { findConditions } = operations
    const parts = { outbox, measurements, company, findConditions, serve: serveDesk }
    const desk = await openDeskIfWanted(config, database, parts)
    app.addHook('preClose', async () => desk?.close())
  }
  return app
}

// Another API host does not tell when its content changes.
const MAX_PAGE_AGE_MILLISECONDS = MINUTE

/** Puts the guest API and the pages together, on a database that is ready for them. */
async function createSite(config: Config) {
  const database = await openReadyDatabase(config)
  const watch = await watchContentVersion(database, () => new Date())
  const pageCache = createPageCache({
    contentVersion: watch.current,
    maxAgeMilliseconds: config.apiHost ? MAX_PAGE_AGE_MILLISECONDS : undefined,
  })
  const measurements = createMeasurements()
  const app = createHttpServer(
    config,
    serveCachedPages(pageCache, measurements),
    measurements.countResponses('site'),
    routedTarget,
  )
  const isFile = watchFileRoutes(app)
  watch.reportFailuresTo(({ record, error }) =>
    app.log.error({ err: error, record }, 'Something scheduled could not be published; it is tried again'),
  )
  const overload = monitorOverload(app.server)
  const workers = await startWorkers(config, database, watch.current, app)
  const { outbox, alerts, cvInspections } = workers
  const operations = await startOperations(config, database, watch.current, app)
  const publicUrl = publicUrlOf(config)
  app.addHook('onClose', async () => {
    overload.stop()
    await Promise.all([workers.stop(), operations.stop()])
    await database.close()
  })

  const admission = await createAdmission(app, database, config)
  await app.register(health, { database, canWrite: operations.canWrite })
  const receipts = createReceipts({
    secret: () => serverKey(database, 'receipts'),
    isSecure: publicUrl.startsWith('https:'),
  })
  await app.register(guestApi, {
    database,
    settings: { ...config, imagesDirectory: path.join(config.contentDirectory, 'images') },
    admission,
    watch,
    outbox,
    cvInspections,
    isOverloaded: overload.isOverloaded,
    countSubmission: measurements.countSubmission,
    receiptCookie: (cookies, sent) => receipts.cookieWith(cookies, sent),
  })
  await app.register(texts, { contentVersion: watch.current })
  if (import.meta.env.PROD) {
    await app.register(fastifyStatic, {
      root: CLIENT_FILES,
      wildcard: false,
      globIgnore: COMPRESSED_COPIES,
      preCompressed: true,
      maxAge: '1y',
      immutable: true,
    })
  }
  await app.register(seo, {
    publicUrl,
    apiHost: config.apiHost,
    contentVersion: watch.current,
    sharePictures: {
      folder: path.join(config.dataDirectory, 'share-pictures'),
      // One worker does for all: they share the folder.
      isAhead: config.sharePictures === 'ahead' && import.meta.env.PROD && slot === 0,
    },
    jobFeeds: config.jobFeeds,
  })
  await app.register(pages, {
    cache: pageCache,
    measurements,
    build: build as unknown as ServerBuild,
    settingsIn: (language) => ({
      publicUrl,
      apiHost: config.apiHost ?? '',
      cvMaximumBytes: config.cvMaximumBytes,
      retentionMonths: config.retentionMonths,
      sendsMail: alerts !== undefined,
      textsUrl: textsUrl(watch.current().siteContent, language),
    }),
    contentVersion: watch.current,
    isOverwhelmed: overload.isOverwhelmed,
    isFile,
    admission,
    applications: config.apiHost
      ? undefined
      : createApplications({
          database,
          outbox,
          cvInspections,
          cvMaximumBytes: config.cvMaximumBytes,
        }),
    previews: config.apiHost ? undefined : createPreviews(database),
    jobAlerts: config.apiHost ? undefined : createJobAlerts({ database, worker: alerts }),
    receipts,
  })
  const company = () => watch.current().siteContent.company
  return { app, database, outbox, measurements, company, operations }
}

/** The site and the desk on their own ports, until the process is told to end. */
export async function openSite(config: Config) {
  const { app, database, outbox, measurements, company, operations } = await createSite(config)
  const metrics = await openMetricsIfWanted(config, database, measurements, operations)
  const address = await listen(app, config)
  if (announces) console.log(`${company().name.en} is open: ${address}`)
  const desk = await openDeskIfWanted(config, database, {
    outbox,
    measurements,
    company,
    findConditions: operations.findConditions,
  })
  answerPrimary(endCleanly(app, [desk, metrics]))
}

async function openDeskIfWanted({ desk, ...config }: Config, database: Database, parts: DeskParts) {
  if (!desk) return undefined
  const { openDesk, setUpInstructions } = await import('./desk.ts')
  const opened = await openDesk({ ...config, desk }, database, parts).catch((error) => {
    // A second site on this machine, or any other program: nobody chose the port, so visitors need not go without the site.
    if (!(error instanceof SettingsError) || desk.port !== USUAL_DESK_PORT) throw error
    if (announces) console.error(`The desk is closed. ${error.message}`)
    return undefined
  })
  if (!opened || !announces) return opened
  console.log(`The desk is open: ${opened.url}`)
  const instructions = await setUpInstructions(database)
  if (instructions) console.log(instructions)
  return opened
}

async function openMetricsIfWanted(
  { metrics, ...config }: Config,
  database: Database,
  measurements: Measurements,
  { canWrite, findConditions }: Operations,
) {
  if (!metrics) return undefined
  const { createRegistry } = await import('./metrics/registry.ts')
  const { openMetrics } = await import('./metrics/listener.ts')
  const backupFolder = config.backups?.folder
  const folders = { data: config.dataDirectory, ...(backupFolder && { backups: backupFolder }) }
  const registry = createRegistry({ measurements, database, folders, backupFolder, findConditions })
  const isReady = () => isUsable(database, canWrite)
  // Each worker counts for itself, so each has a port of its own.
  const port = metrics.port === 0 ? 0 : metrics.port + slot
  const opened = await openMetrics({ ...config, metrics: { ...metrics, port } }, { registry, isReady, findConditions })
  if (announces) console.log(`Metrics: ${opened.url}`)
  return opened
}

async function listen(app: FastifyInstance, { host, port }: Config) {
  const backlog = ADMISSION.maxPendingConnections
  const fd = inheritedSocket()
  if (fd === undefined) return listenOn(app, { host, port, backlog }, { port: 'PORT', host: 'HOST' })
  const handedOver = { host, fd, backlog }
  return app.listen(handedOver).catch(({ message }: Error) => {
    throw new SettingsError('LISTEN_FDS', `no socket to listen on was handed over (${message})`)
  })
}

/**
 * Ctrl-C, SIGTERM and the end of the terminal let what is under way finish; a second one does not wait, unless it is the terminal, whose
 * end the shell and the system both tell. A worker hears of one end several times, from the terminal or the system and from the
 * primary, which kills it where nobody wants to wait.
 */
function endCleanly(app: FastifyInstance, others: ({ close(): Promise<void> } | undefined)[]) {
  let isEnding = false
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end)
  return end

  async function end(signal?: NodeJS.Signals) {
    if (isEnding && (cluster.isWorker || signal === 'SIGHUP')) return
    if (isEnding) process.exit(1)
    isEnding = true
    setTimeout(() => process.exit(1), SHUTDOWN_MILLISECONDS).unref()
    await Promise.all([drainRequests(app), ...others.map((other) => other?.close())])
    await app.close()
    process.exit(0)
  }
}
