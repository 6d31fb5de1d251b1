import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, inject } from 'vitest'
import type { DatabaseSettings } from '#domain/platform/database/database.ts'
import { type ApiChanges, type RunningApi, startApi } from './api.ts'
import { copyStarterDatabase, createDatabase, dropDatabase, STARTER_DATABASE } from './starter-database.ts'
import { byTurns } from './turns.ts'

export const DATABASES = ['SQLite', 'PostgreSQL'] as const
export type DatabaseName = (typeof DATABASES)[number]

/** For a long file: `npm test` runs it on one database, `npm test -- long` on both. */
export const databasesByTurn = (turn: number): readonly DatabaseName[] => byTurns(DATABASES, turn)

/** The API on a fresh database for the whole file. With a clock, its content is of that day. */
export function apiOn(name: DatabaseName, changes: ApiChanges = {}): RunningApi {
  const running = {} as RunningApi
  const fresh = changes.clock ? emptyDatabaseOf(name) : freshDatabaseOf(name)
  beforeAll(async () => {
    Object.assign(running, await startApi({ ...(await fresh()), ...changes }))
  })
  afterAll(() => running.stop())
  return running
}

/** Makes migrated databases with the starter content, deleted after the file. */
export function freshDatabaseOf(name: DatabaseName): () => Promise<DatabaseSettings> {
  if (name === 'PostgreSQL') return postgresDatabases(`template ${STARTER_DATABASE} strategy file_copy`)
  const empty = folders()
  return async () => {
    const settings = await empty()
    copyStarterDatabase(settings.dataDirectory)
    return settings
  }
}

/** Makes databases without tables, for first starts, other content and restores. */
export function emptyDatabaseOf(name: DatabaseName): () => Promise<DatabaseSettings> {
  return name === 'SQLite' ? folders() : postgresDatabases()
}

function folders() {
  const made: string[] = []
  afterAll(() => {
    for (const folder of made) rmSync(folder, { recursive: true, force: true })
  })
  return async (): Promise<DatabaseSettings> => {
    const folder = mkdtempSync(path.join(tmpdir(), 'nuqta-test-'))
    made.push(folder)
    return { dataDirectory: folder }
  }
}

function postgresDatabases(as = '') {
  const own = folders()
  const made: string[] = []
  afterAll(async () => {
    for (const name of made) await dropDatabase(inject('postgresUrl'), name)
  })
  return async (): Promise<DatabaseSettings> => {
    const name = `test_${process.pid}_${Math.random().toString(36).slice(2)}`
    made.push(name)
    return { ...(await own()), databaseUrl: await createDatabase(inject('postgresUrl'), name, as) }
  }
}
