import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { chmod, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import BetterSqlite from 'better-sqlite3'
import { Kysely, SqliteDialect } from 'kysely'
import * as z from 'zod'
import type { Queries } from '#domain/database/connection.ts'
import { differences, type Fingerprint, type TableName, takeFingerprint } from '#domain/database/every-table.ts'
import type { Tables } from '#domain/database/tables.ts'
import { Refusal } from '../command.ts'

/** A backup that cannot be made or trusted; the message is for people. */
export class BackupError extends Refusal {}

const ONLY_THE_OWNER = 0o600

const manifestSchema = z.object({
  made_at: z.string(),
  /** `sqlite`: a database of its own, restored into either kind. `pg_dump`: an archive for pg_restore. */
  format: z.enum(['sqlite', 'pg_dump']),
  sha256: z.string(),
  tables: z.record(z.string(), z.object({ rows: z.number(), hash: z.string() })),
})

export type Manifest = z.infer<typeof manifestSchema>

const manifestOf = (file: string) => `${file}.manifest.json`

/** Like nuqta-2026-03-01T03-00-00Z.sqlite. */
export function backupName(now: Date, format: Manifest['format']) {
  const moment = now.toISOString().replace(/\.\d+/, '').replaceAll(':', '-')
  return `nuqta-${moment}.${format === 'sqlite' ? 'sqlite' : 'dump'}`
}

export const BACKUP_NAME = /^nuqta-(\d{4}-\d{2}-\d{2})T(\d{2})-(\d{2})-(\d{2})Z\.(sqlite|dump)$/

export async function seal(file: string, format: Manifest['format'], tables: Fingerprint, now: Date) {
  await chmod(file, ONLY_THE_OWNER)
  const manifest: Manifest = { made_at: now.toISOString(), format, sha256: await hashOfFile(file), tables }
  await writeFile(manifestOf(file), `${JSON.stringify(manifest, null, 2)}\n`, { mode: ONLY_THE_OWNER })
}

/** The manifest of a backup whose bytes are those that were written. */
export async function readSealed(file: string): Promise<Manifest> {
  const text = await readFile(manifestOf(file), 'utf8').catch(() => {
    throw new BackupError(`${manifestOf(file)} is missing; without it nothing can be checked.`)
  })
  const read = manifestSchema.safeParse(parseJson(text))
  if (!read.success) throw new BackupError(`${manifestOf(file)} is no manifest of a backup.`)
  const found = await hashOfFile(file).catch(() => {
    throw new BackupError(`${file} cannot be read.`)
  })
  if (found !== read.data.sha256) throw new BackupError(`${file} is damaged: its bytes are not those that were saved.`)
  return read.data
}

/** Opens a copy, sees that SQLite finds it whole, and hands out its queries. */
export async function inSqliteFile<Result>(file: string, work: (queries: Queries) => Promise<Result>) {
  const database = new BetterSqlite(file)
  const queries = new Kysely<Tables>({ dialect: new SqliteDialect({ database }) })
  try {
    const verdict = database.pragma('integrity_check', { simple: true })
    if (verdict !== 'ok') throw new BackupError(`${path.basename(file)} is not whole: ${verdict}`)
    return await work(queries)
  } finally {
    // One file, nothing beside it.
    database.pragma('journal_mode = DELETE')
    await queries.destroy()
  }
}

export async function mustMatch(queries: Queries, tables: Fingerprint) {
  // Those of the manifest: a backup of an earlier release has not heard of later tables.
  const found = await takeFingerprint(queries, Object.keys(tables) as TableName[])
  const different = differences(found, tables)
  if (different.length > 0) throw new BackupError(`These tables are not as they were saved: ${different.join(', ')}.`)
}

export const rowsIn = (tables: Fingerprint) => Object.values(tables).reduce((sum, { rows }) => sum + rows, 0)

async function hashOfFile(file: string) {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
