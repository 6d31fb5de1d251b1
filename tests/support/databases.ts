import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, inject } from 'vitest'
import type { DatabaseSettings } from '#domain/database/connection.ts'
import { type ApiChanges, type RunningApi, startApi } from './api.ts'

export const DATABASES = ['SQLite', 'PostgreSQL'] as const
export type DatabaseName = (typeof DATABASES)[number]

/** The API on a fresh database, running from the first test of the file to the last. */
export function apiOn(name: DatabaseName, changes: ApiChanges = {}): RunningApi {
  const running = {} as RunningApi
  const fresh = freshDatabaseOf(name)
  beforeAll(async () => {
    Object.assign(running, await startApi({ ...(await fresh()), ...changes }))
  })
  afterAll(() => running.stop())
  return running
}

/** Makes empty databases that are gone when the file is done. */
export function freshDatabaseOf(name: DatabaseName): () => Promise<DatabaseSettings> {
  return name === 'SQLite' ? freshFolders() : freshPostgresDatabases()
}

function freshFolders() {
  const folders: string[] = []
  afterAll(() => {
    for (const folder of folders) rmSync(folder, { recursive: true, force: true })
  })
  return async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'nuqta-test-'))
    folders.push(folder)
    return { dataDirectory: folder }
  }
}

function freshPostgresDatabases() {
  return async () => {
    const server = inject('postgresUrl')
    const name = `test_${process.pid}_${Math.random().toString(36).slice(2)}`
    const client = new pg.Client({ connectionString: `${server}/postgres` })
    await client.connect()
    await client.query(`create database ${name}`)
    await client.end()
    return { dataDirectory: tmpdir(), databaseUrl: `${server}/${name}` }
  }
}
