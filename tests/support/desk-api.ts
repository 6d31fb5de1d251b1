import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll } from 'vitest'
import { deskApi } from '#desk/api/app.ts'
import type { DeskSettings } from '#desk/api/call.ts'
import type { DeskCalls } from '#desk/api/calls.ts'
import { loadContentOnce } from '#domain/content/load-content.ts'
import type { Role } from '#domain/people/rights.ts'
import { openDatabase } from '#domain/platform/database/connection.ts'
import type { Database, DatabaseSettings } from '#domain/platform/database/database.ts'
import { migrate } from '#domain/platform/database/migrate.ts'
import { createHttpServer } from '#server/http/create-server.ts'
import { readConfig } from '#settings/settings.ts'
import type { Language } from '#texts/languages.ts'
import { type DatabaseName, freshDatabaseOf } from './databases.ts'
import { makePerson, makeSession, type TestPerson } from './desk-people.ts'

export type Query = Record<string, string | string[]>

interface CallOptions {
  params?: Record<string, string>
  query?: Query
  /** Bytes are sent raw, everything else as JSON. */
  body?: unknown
  headers?: Record<string, string>
}

/** Calls the desk's API: `call('POST /people/:id/reset', { params: { id } })`. */
export type Caller = (key: keyof DeskCalls | (string & {}), options?: CallOptions) => Promise<Response>

export interface RunningDesk {
  url: string
  database: Database
  /** The desk's clock; a test may set it. */
  clock: { now: Date; pass(milliseconds: number): void }
  /** Signs in a new person of the role, of several or none. */
  as(roles: Role | readonly Role[]): Promise<{ person: TestPerson; call: Caller; cookie: string }>
  /** With these cookies, or none. */
  callWith(cookie?: string): Caller
  stop(): Promise<void>
}

/** Links to the site, which does not run here. */
const pageUrlOf = (path: string, language: Language) => `https://www.nuqta.example/${language}${path}`

/** The desk's API on a real port, with the starter content. */
export async function startDesk(
  given: DatabaseSettings,
  changes: Partial<DeskSettings> = {},
  observe: (database: Database) => Database = (database) => database,
): Promise<RunningDesk> {
  const config = { ...readConfig({}), logLevel: 'silent' as const }
  const database = await openDatabase(given)
  await migrate(database)
  await loadContentOnce(database, config.contentDirectory)
  const clock = {
    now: new Date(),
    pass(milliseconds: number) {
      clock.now = new Date(clock.now.getTime() + milliseconds)
    },
  }
  const app = createHttpServer(config)
  const url = () => `http://localhost:${(app.server.address() as AddressInfo).port}`
  const settings = {
    url,
    party: () => ({ origin: url(), name: 'Nuqta' }),
    isSecure: () => false,
    pageUrl: pageUrlOf,
    ...changes,
  }
  await app.register(deskApi, { database: observe(database), settings, clock: () => clock.now })
  await app.listen({ port: 0, host: '127.0.0.1' })

  const callWith =
    (cookie = ''): Caller =>
    (key, { params = {}, query = {}, body, headers = {} } = {}) => {
      const [method = 'GET', path = ''] = key.split(' ')
      const filled = path.replace(/:(\w+)/g, (_whole, name: string) => encodeURIComponent(params[name] ?? ''))
      const address = new URL(`/api${filled}`, `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`)
      for (const [name, values] of Object.entries(query))
        for (const value of [values].flat()) address.searchParams.append(name, value)
      const isFile = body instanceof Uint8Array
      return fetch(address, {
        method,
        redirect: 'manual',
        headers: {
          'x-desk': '1',
          ...(cookie && { cookie }),
          ...(body !== undefined && { 'content-type': isFile ? 'application/octet-stream' : 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body: isFile ? (body as BodyInit) : JSON.stringify(body) }),
      })
    }

  return {
    url: url(),
    database,
    clock,
    callWith,
    async as(roles) {
      const person = await makePerson(database, roles, { now: clock.now })
      const cookie = `desk-session=${await makeSession(database, person, clock.now)}`
      return { person, cookie, call: callWith(cookie) }
    },
    async stop() {
      await app.close()
      await database.close()
    },
  }
}

/** The desk's API on a fresh database for the whole file. */
export function deskOn(
  name: DatabaseName,
  changes: Partial<DeskSettings> = {},
  observe?: (database: Database) => Database,
): RunningDesk {
  const running = {} as RunningDesk
  const fresh = freshDatabaseOf(name)
  beforeAll(async () => {
    Object.assign(running, await startDesk(await fresh(), changes, observe))
  })
  afterAll(() => running.stop())
  return running
}
