import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { loadContent } from '#domain/content/load-content.ts'
import { openDatabase } from '#domain/platform/database/connection.ts'
import type { Database } from '#domain/platform/database/database.ts'
import { migrate } from '#domain/platform/database/migrate.ts'
import { startPostgres } from '../tests/support/postgres.ts'
import { atMost, type Measurement, median } from './measurement.ts'

const TIMES = 5

/** A new SQLite and a new PostgreSQL database with the starter content, filled without flushing: both are discarded. */
export async function onBothDatabases(
  fill: (database: Database) => Promise<void>,
  measure: (database: Database, name: string) => Promise<Measurement[]>,
): Promise<Measurement[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'nuqta-bench-'))
  const postgres = await startPostgres()
  const lines: Measurement[] = []
  try {
    for (const databaseUrl of [undefined, `${postgres.url}/postgres`]) {
      const database = await openDatabase({ dataDirectory: folder, databaseUrl })
      await migrate(database)
      await loadContent(database, 'content')
      await withoutFlushing(database, fill)
      lines.push(...(await measure(database, databaseUrl ? 'PostgreSQL' : 'SQLite')))
      await database.close()
    }
  } finally {
    await postgres.remove()
    rmSync(folder, { recursive: true })
  }
  return lines
}

async function withoutFlushing(database: Database, fill: (database: Database) => Promise<void>) {
  const set = async (pragma: string) => {
    if (database.kind === 'sqlite') await sql.raw(`pragma ${pragma}`).execute(database.queries)
  }
  await set('synchronous = off')
  await set('cache_size = -200000')
  await fill(database)
  await set('cache_size = -16000')
}

export type Timed = [what: string, milliseconds: number]

export function worst(what: string, timed: Timed[], limit: number) {
  const [which, milliseconds] = timed.reduce((one, other) => (other[1] > one[1] ? other : one))
  return atMost(1, `${what}: ${which}`, milliseconds, limit, 'ms')
}

/** Median processor time of a few runs. */
export async function processorTimer(database: Database) {
  const cpu = await processorTime(database)
  return async (work: () => Promise<unknown>) => {
    const durations: number[] = []
    for (let turn = 0; turn < TIMES; turn++) {
      const start = cpu()
      await work()
      durations.push(cpu() - start)
    }
    return median(durations)
  }
}

/** Wall-clock time means little on a busy machine. */
export async function processorTime({ kind, queries }: Database): Promise<() => number> {
  const own = () => {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1000
  }
  if (kind === 'sqlite') return own
  const { rows } = await sql<{ pid: number }>`
    select pid from pg_stat_activity where backend_type = 'client backend'`.execute(queries)
  const spent = new Map(rows.map(({ pid }) => [pid, 0]))
  return () => {
    for (const pid of spent.keys()) {
      // A closed connection keeps its last value.
      const file = `/proc/${pid}/schedstat`
      if (existsSync(file)) spent.set(pid, Number(readFileSync(file, 'utf8').split(' ')[0]) / 1e6)
    }
    return own() + [...spent.values()].reduce((sum, each) => sum + each, 0)
  }
}
