import path from 'node:path'
import * as build from 'virtual:react-router/server-build'
import type { FastifyInstance } from 'fastify'
import type { ServerBuild } from 'react-router'
import { guestApi } from '#api/app.ts'
import { replyHook } from '#api/routes/reply-hook.ts'
import { SEEN_PATH } from '#contract/constants.ts'
import { createCandidates } from '#domain/candidates/candidates.ts'
import { watchContentVersion } from '#domain/content/content-version.ts'
import { readPreview } from '#domain/content/previews.ts'
import { createRedirectCounter, findRedirect } from '#domain/content/redirects.ts'
import { hasLandingPage, movedLandingPage } from '#domain/content/site-content.ts'
import { createJobAlerts } from '#domain/notifications/job-alerts/alerts.ts'
import { formOf } from '#domain/operations/visitors/subjects.ts'
import { hasRight } from '#domain/people/people.ts'
import { describeDatabase } from '#domain/platform/database/connection.ts'
import { serverKey } from '#domain/platform/database/server-keys.ts'
import { MINUTE } from '#domain/platform/durations.ts'
import { RELEASE } from '#settings/release.ts'
import { type Config, readConfig, SettingsError, USUAL_DESK_PORT } from '#settings/settings.ts'
import type { Language } from '#texts/languages.ts'
import { startBackground } from './background.ts'
import { callApiFor } from './call-api.ts'
import { CLIENT_FILES, serveAssets } from './client-files.ts'
import type { DeskParts, ServeApplication } from './desk.ts'
import { createAdmission } from './http/admission.ts'
import { createHttpServer } from './http/create-server.ts'
import { reportErrorsTo } from './http/error-reports.ts'
import { health } from './http/health.ts'
import { listenForVisitors } from './http/listen.ts'
import { createLogDestination, createLogger } from './http/log.ts'
import { monitorOverload } from './http/overload.ts'
import { endCleanly } from './http/shutdown.ts'
import { createMeasurements } from './metrics/measurements.ts'
import { openReadyDatabase, watchQueries } from './open-database.ts'
import { createApplications } from './pages/application.ts'
import { createPageCache } from './pages/cache.ts'
import { pages } from './pages/handler.ts'
import { createAlertPages } from './pages/job-alerts.ts'
import { createPageNames, routedTarget, watchFileRoutes } from './pages/page-address.ts'
import { createReceipts } from './pages/receipts.ts'
import { serveCachedPages } from './pages/shared-pages.ts'
import { pageTexts, texts, textsUrl } from './pages/texts.ts'
import { publicUrlOf } from './public-url.ts'
import { seo } from './seo/seo.ts'
import { openVisitorCounts, type VisitorOptions, visitors } from './visitors.ts'
import { ownRole } from './worker-role.ts'
import { answerPrimary } from './workers/worker.ts'

export { readConfig }

const { slot, announces } = ownRole()

export async function openSite(config: Config) {
  const site = await createSite(config)
  const { app, company } = site
  const metrics = await openMetricsIfWanted(config, site)
  const address = await listenForVisitors(app, config)
  if (announces) console.log(`${company().name.en} is open: ${address}\n${describeParts(config)}`)
  if (announces && !(await site.canWrite()))
    console.error(`DATA_DIR: ${config.dataDirectory} can only be read, or is full: pages are served, forms are refused`)
  const desk = await openDeskIfWanted(config, site)
  site.desk.origin = desk && new URL(desk.url).origin
  answerPrimary(endCleanly(app, [desk, metrics]))
}

const describeParts = ({ storage, ...database }: Config) =>
  [
    `Version: ${RELEASE}`,
    `database: ${describeDatabase(database)}`,
    `files: ${storage ? `${storage.endpoint}/${storage.prefix}` : 'in the database'}`,
  ].join(', ')

/** For development: Vite listens and hands the requests over. */
export async function createApp(serveDesk?: ServeApplication): Promise<FastifyInstance> {
  const config = readConfig()
  const site = await createSite(config)
  if (serveDesk) {
    const desk = await openDeskIfWanted(config, site, serveDesk)
    site.desk.origin = desk && new URL(desk.url).origin
    site.app.addHook('preClose', async () => desk?.close())
  }
  return site.app
}

// The content of another API host has no version here.
const MAX_PAGE_AGE_MILLISECONDS = MINUTE

type Site = Awaited<ReturnType<typeof createSite>>

async function createSite(config: Config) {
  const parts = await openParts(config)
  await registerRoutes(parts, config)
  return parts
}

async function openParts(config: Config) {
  const log = createLogger(config.logLevel, createLogDestination())
  reportErrorsTo(config.errorWebhook)
  const stopTracing = config.traces ? await (await import('./tracing.ts')).openTracing() : undefined
  const database = await openReadyDatabase(config, watchQueries(config, log))
  const watch = await watchContentVersion(database, () => new Date())
  const contentVersion = watch.current
  const pageCache = createPageCache({
    contentVersion,
    maxAgeMilliseconds: config.apiHost ? MAX_PAGE_AGE_MILLISECONDS : undefined,
  })
  const measurements = createMeasurements()
  const isLandingPage = (slug: string) => hasLandingPage(contentVersion().siteContent, slug)
  const app = createHttpServer(config, {
    serveFromMemory: serveCachedPages(pageCache, measurements),
    countResponse: measurements.countResponses('site'),
    rewriteUrl: routedTarget,
    pageOf: createPageNames(isLandingPage),
  })
  watch.reportFailuresTo(({ record, error }) =>
    app.log.error({ err: error, record }, 'A scheduled record could not be published; it will be retried'),
  )
  const counts = config.countsVisitors
    ? openVisitorCounts({ database, today: () => contentVersion().day, log: app.log })
    : undefined
  const overload = monitorOverload(app.server)
  const background = await startBackground({ config, database, contentVersion, log: app.log })
  app.addHook('onClose', async () => {
    overload.stop()
    await Promise.all([background.stop(), counts?.stop()])
    await database.close()
    await stopTracing?.()
  })
  const company = () => contentVersion().siteContent.company
  const brand = (language: Language) => contentVersion().siteContent.pages[language].brand
  /** Known once it is open. */
  const desk: { origin?: string | undefined } = {}
  return {
    app,
    database,
    watch,
    pageCache,
    measurements,
    counts,
    overload,
    company,
    brand,
    isLandingPage,
    desk,
    ...background,
  }
}

type Parts = Awaited<ReturnType<typeof openParts>>

async function registerRoutes(parts: Parts, config: Config) {
  const { app, database, watch, pageCache, measurements, counts, overload, outbox, alerts, cvInspections } = parts
  const { apiHost, cvMaximumBytes } = config
  const publicUrl = publicUrlOf(config)
  const contentVersion = watch.current
  const isFile = watchFileRoutes(app)
  const admission = await createAdmission(database, config)
  const receipts = createReceipts({
    secret: () => serverKey(database, 'receipts'),
    isSecure: publicUrl.startsWith('https:'),
  })
  await app.register(health, { database, canWrite: parts.canWrite })
  await app.register(guestApi, {
    database,
    settings: { ...config, imagesDirectory: path.join(config.contentDirectory, 'images') },
    admission,
    watch,
    outbox,
    cvInspections,
    isOverloaded: overload.isOverloaded,
    countSubmission: measurements.countSubmission,
    receiptCookie: receipts.cookieWith,
    onStored: (sent) => counts?.countSent(formOf(sent), sent.language, sent.cameBy?.campaign ?? null),
  })
  const hookSecret = config.replies?.hookSecret
  if (hookSecret) await app.register(replyHook, { database, secret: hookSecret, wake: parts.replies.wake })
  await app.register(texts, { contentVersion })
  if (import.meta.env.PROD) await serveAssets(app, CLIENT_FILES, { maxAge: '1y', immutable: true })
  await app.register(seo, {
    publicUrl,
    apiHost,
    contentVersion,
    sharePictures: {
      folder: path.join(config.dataDirectory, 'share-pictures'),
      // Workers share the folder, so one of them draws.
      isAhead: config.sharePictures === 'ahead' && import.meta.env.PROD && slot === 0,
    },
    jobFeeds: config.jobFeeds,
  })
  if (counts) await app.register(visitors, visitorsOptions(parts, config, { counts, limits: admission.limits }))
  await app.register(pages, {
    followRedirect: createRedirects(parts),
    cache: pageCache,
    measurements,
    build: build as unknown as ServerBuild,
    settingsIn: (language) => ({
      publicUrl,
      apiHost: apiHost ?? '',
      cvMaximumBytes,
      retentionMonths: config.retentionMonths,
      sendsMail: alerts !== undefined,
      textsUrl: textsUrl(contentVersion().siteContent, language),
      seenAt: counts ? SEEN_PATH : '',
    }),
    contentVersion,
    deskOrigin: () => parts.desk.origin,
    isOverwhelmed: overload.isOverwhelmed,
    isPurged: config.purge !== undefined,
    isFile,
    admission,
    receipts,
    // With another API host, submissions and drafts are kept there.
    ...(!apiHost && {
      applications: createApplications({
        candidates: createCandidates(database, undefined, outbox),
        outbox,
        cvInspections,
        cvMaximumBytes,
      }),
      readPreview: (token) =>
        readPreview(database, token, (id) => hasRight(database, id, 'content.change'), new Date()),
      jobAlerts: createAlertPages(createJobAlerts(database, config.confirmationsPerDay), alerts),
    }),
  })
}

const visitorsOptions = (
  { app, watch }: Parts,
  config: Config,
  counting: Pick<VisitorOptions, 'counts' | 'limits'>,
): VisitorOptions => ({
  ...counting,
  publicUrl: publicUrlOf(config),
  contentVersion: watch.current,
  callApi: callApiFor(app, config.apiHost ?? '', { address: '127.0.0.1', language: 'en', requestId: 'visitors' }),
  pageContent: () => pageTexts(watch.current().siteContent, 'en').content,
  maxAgeMilliseconds: config.apiHost ? MAX_PAGE_AGE_MILLISECONDS : undefined,
})

function createRedirects({ app, database, watch }: Parts) {
  const counter = createRedirectCounter(database, () => new Date())
  app.addHook('onClose', counter.stop)
  return function followRedirect(path: string) {
    const { siteContent } = watch.current()
    const found = findRedirect(siteContent.redirects, path)
    if (found) counter.count(found.id)
    return found?.to ?? movedLandingPage(siteContent, path)
  }
}

async function openDeskIfWanted({ desk, ...config }: Config, site: Site, serve?: ServeApplication) {
  if (!desk) return undefined
  const { database, outbox, measurements, counts, company, brand, isLandingPage, findConditions } = site
  const parts: DeskParts = { outbox, measurements, counts, company, brand, isLandingPage, findConditions, serve }
  const { openDesk, setUpInstructions } = await import('./desk.ts')
  const opened = await openDesk({ ...config, desk }, database, parts).catch((error) => {
    // The default port may be taken by a second site on this machine; visitors still get this one.
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

async function openMetricsIfWanted({ metrics, ...config }: Config, site: Site) {
  if (!metrics) return undefined
  const { openMetrics } = await import('./metrics/listener.ts')
  // Each worker counts for itself, on its own port.
  const port = metrics.port === 0 ? 0 : metrics.port + slot
  const opened = await openMetrics({ ...config, metrics: { ...metrics, port } }, site)
  if (announces) console.log(`Metrics: ${opened.url}`)
  return opened
}
