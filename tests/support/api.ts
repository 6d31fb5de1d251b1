import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { AddressInfo } from 'node:net'
import { type GuestApiOptions, guestApi } from '#api/app.ts'
import { type Database, type DatabaseSettings, openDatabase } from '#api/database/connection.ts'
import { loadContentOnce } from '#api/database/load-content.ts'
import { migrate } from '#api/database/migrate.ts'
import { type Config, readConfig } from '#server/config.ts'
import { health } from '#server/health.ts'
import { createHttpServer } from '#server/http.ts'

export interface RunningApi {
  url: string
  database: Database
  stop(): Promise<void>
}

export type ApiChanges = Partial<Config> & Pick<GuestApiOptions, 'clock'>

/** The API without pages, on a real port, with the starter content. */
export async function startApi(changes: ApiChanges = {}): Promise<RunningApi> {
  const { clock, ...settings } = changes
  const config = {
    ...readConfig({}),
    port: 0,
    logLevel: 'silent' as const,
    submissionsPerMinute: 1_000_000,
    ...settings,
  }
  const database = await openDatabase(config)
  await migrate(database)
  await loadContentOnce(database, config.contentDirectory, clock?.())
  const app = createHttpServer(config)
  await app.register(guestApi, {
    database,
    settings: { ...config, imagesDirectory: path.join(config.contentDirectory, 'images') },
    ...(clock && { clock }),
  })
  await app.register(health, { database })
  await app.listen({ port: config.port, host: config.host })
  return {
    url: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`,
    database,
    async stop() {
      await app.close()
      await database.close()
    },
  }
}

/** A folder of its own, and how to be rid of it. */
export function temporaryFolder() {
  const folder = mkdtempSync(path.join(tmpdir(), 'nuqta-'))
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

export type { DatabaseSettings }
