import type { AddressInfo } from 'node:net'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import { type GuestApiOptions, guestApi } from '#api/app.ts'
import { GUEST_API } from '#contract/endpoints.ts'
import { loadContentOnce } from '#domain/content/load-content.ts'
import { openDatabase } from '#domain/platform/database/connection.ts'
import type { Database } from '#domain/platform/database/database.ts'
import { migrate } from '#domain/platform/database/migrate.ts'
import type { CvInspector } from '#domain/submissions/cv/inspector.ts'
import { createAdmission } from '#server/http/admission.ts'
import { createHttpServer } from '#server/http/create-server.ts'
import { health } from '#server/http/health.ts'
import { drainRequests } from '#server/http/shutdown.ts'
import { type Config, readConfig } from '#settings/settings.ts'
import { type CvWorker, startCvInspections } from './workers.ts'

export interface RunningApi {
  /** For calls inside the process, as pages make them. */
  app: FastifyInstance
  url: string
  database: Database
  get(path: string, headers?: Record<string, string>): Promise<Response>
  post(path: string, body: object, headers?: Record<string, string>): Promise<Response>
  postForm(path: string, form: FormData, headers?: Record<string, string>): Promise<Response>
  cvInspections: CvWorker
  stop(): Promise<void>
}

export interface ApiChanges extends Partial<Config>, Pick<GuestApiOptions, 'clock' | 'outbox'> {
  cvInspector?: CvInspector
}

/** The API without pages on a real port, with the starter content. Paths are relative to the guest API. */
export async function startApi({ clock, outbox, cvInspector, ...changes }: ApiChanges): Promise<RunningApi> {
  const config: Config = {
    ...readConfig({ DESK_PORT: 'off' }),
    port: 0,
    logLevel: 'silent',
    submissionsPerMinute: 1_000_000,
    proofAbovePerMinute: 1_000_000,
    ...changes,
  }
  const database = await openDatabase(config)
  await migrate(database)
  await loadContentOnce(database, config.contentDirectory, clock?.())
  const app = createHttpServer(config)
  const settings = { ...config, imagesDirectory: path.join(config.contentDirectory, 'images') }
  const clocked = clock && { clock }
  const cvInspections = startCvInspections({
    database,
    inspector: cvInspector,
    clamd: config.clamd,
    log: app.log,
    ...clocked,
  })
  const admission = await createAdmission(database, config)
  await app.register(guestApi, { database, settings, admission, outbox, cvInspections, ...clocked })
  await app.register(health, { database })
  await app.listen({ port: config.port, host: config.host })
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  const addressOf = (path: string) => new URL(path, url + GUEST_API)

  return {
    app,
    url,
    database,
    cvInspections,
    get: (path, headers = {}) => fetch(addressOf(path), { headers }),
    post: (path, body, headers = {}) =>
      fetch(addressOf(path), {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      }),
    postForm: (path, form, headers = {}) => fetch(addressOf(path), { method: 'POST', headers, body: form }),
    async stop() {
      // Fastify would keep a connection that is still writing its last response.
      await drainRequests(app)
      await app.close()
      await cvInspections.stop()
      await database.close()
    },
  }
}
