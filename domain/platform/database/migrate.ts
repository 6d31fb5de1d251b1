import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { openIfExists } from './connection.ts'
import type { Database, DatabaseSettings, Queries } from './database.ts'
import { baseline } from './migrations/001-baseline.ts'
import { readMarks } from './migrations/002-read-marks.ts'
import { notifications } from './migrations/004-notifications.ts'
import { correspondence } from './migrations/005-correspondence.ts'
import { interviews } from './migrations/006-interviews.ts'
import { jobsAsProcesses } from './migrations/007-jobs-as-processes.ts'
import { candidatePeople } from './migrations/009-people.ts'
import { teams } from './migrations/010-teams.ts'
import { sourcesAndReports } from './migrations/011-sources-and-reports.ts'
import { notifiedJobs } from './migrations/012-notified-jobs.ts'
import { redirects } from './migrations/013-redirects.ts'
import { visitorSums } from './migrations/014-visitor-sums.ts'
import { identitiesAndReleases } from './migrations/015-identities-and-releases.ts'
import { articles } from './migrations/016-articles.ts'
import { reviewAndComments } from './migrations/018-review-and-comments.ts'
import { contentImports } from './migrations/019-content-imports.ts'
import { searchIndex } from './migrations/020-search-index.ts'
import type { Migration } from './migrations/migration.ts'
import { newestRelease, noteRelease, planUpgrade, type UpgradePolicy } from './releases.ts'

/** In order of their names. A released migration never changes; a later one follows it. */
export const MIGRATIONS: Record<string, Migration> = {
  '001-baseline': baseline,
  '002-read-marks': readMarks,
  '004-notifications': notifications,
  '005-correspondence': correspondence,
  '006-interviews': interviews,
  '007-jobs-as-processes': jobsAsProcesses,
  '009-people': candidatePeople,
  '010-teams': teams,
  '011-sources-and-reports': sourcesAndReports,
  '012-notified-jobs': notifiedJobs,
  '013-redirects': redirects,
  '014-visitor-sums': visitorSums,
  '015-identities-and-releases': identitiesAndReleases,
  '016-articles': articles,
  '018-review-and-comments': reviewAndComments,
  '019-content-imports': contentImports,
  '020-search-index': searchIndex,
}

export class DatabaseNotReady extends Error {}

export function describeOpeningFailure(error: Error & { code?: unknown }): string {
  const { message, code } = error
  if (error instanceof DatabaseNotReady) return message
  const help = REMEDIES.find(([codes]) => codes.test(String(code)))?.[1]
  return `the database cannot be used (${message || code})${help ? `; ${help}` : ''}`
}

/** By the codes of SQLite and of PostgreSQL, whose messages alone do not say what to do. */
const REMEDIES: [RegExp, string][] = [
  [/^SQLITE_(CORRUPT|NOTADB)/, 'npm run restore -- <backup> --replace keeps this file and puts a backup in its place'],
  // SQLite does not tell a full disk from a broken one.
  [/^(SQLITE_(FULL|IOERR_(WRITE|SHM|FSYNC|TRUNCATE))|53100$)/, 'see whether its disk is full'],
  [/^(EROFS|SQLITE_READONLY)/, 'its disk or file can only be read: mount it writable'],
  [/^25006$/, 'it is a standby, or set to read only: name the primary'],
  [/^53300$/, 'all of its connections are taken: end some, or raise max_connections'],
  [/^3D000$/, 'createdb makes it'],
]

export class DatabaseIsNewer extends DatabaseNotReady {
  readonly unknown: string[]

  constructor(unknown: string[], release?: string) {
    super(
      `the database was written by a later release${release ? `, ${release}` : ''} (it has ${unknown.join(', ')}); start that release or a newer one`,
    )
    this.name = 'DatabaseIsNewer'
    this.unknown = unknown
  }
}

type Migratable = Pick<Database, 'kind' | 'exclusively'>

interface LockPatience {
  attempts: number
  /** For one table. Every query that comes after the migration waits behind it for as long. */
  waitMilliseconds: number
  /** Lets those queries go on before the next attempt. */
  pauseMilliseconds: number
}

interface MigrateOptions {
  migrations?: Record<string, Migration>
  patience?: LockPatience
  /** Called once, after the first failed attempt. */
  onWait?: () => void
  /** Notes the release in the database, and refuses one that is too old for it. */
  upgrade?: UpgradePolicy
  /** Called with a line before a database of an earlier release is changed. */
  onUpgrade?: (says: string) => void
}

// Five minutes together. Longer than PostgreSQL takes to detect a deadlock.
const LOCK_PATIENCE: LockPatience = { attempts: 60, waitMilliseconds: 2_000, pauseMilliseconds: 3_000 }

/** Applies all or none, by one process at a time. */
export async function migrate(
  database: Migratable,
  { migrations = MIGRATIONS, patience = LOCK_PATIENCE, onWait, upgrade, onUpgrade }: MigrateOptions = {},
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await applyMissing(database, migrations, patience, upgrade, attempt === 1 ? onUpgrade : undefined)
    } catch (error) {
      const code = (error as { code?: unknown } | undefined)?.code
      if (code !== DEADLOCK && code !== LOCK_TIMEOUT) throw error
      if (attempt >= patience.attempts) throw new DatabaseNotReady(IN_USE)
      if (attempt === 1) onWait?.()
      await setTimeout(patience.pauseMilliseconds)
    }
  }
}

// Processes of the former release may hold one table while they wait for another.
const DEADLOCK = '40P01'
// A backup, or another long query, reads from the table.
const LOCK_TIMEOUT = '55P03'
export const WAITS_FOR_TABLES =
  'Another program uses the tables that are to be updated, such as a backup: waiting for it, up to five minutes …'
const IN_USE =
  'the database could not be updated, because another program keeps using its tables: wait for a backup or a long query to end, then start again'

async function applyMissing(
  { kind, exclusively }: Migratable,
  migrations: Record<string, Migration>,
  { waitMilliseconds }: LockPatience,
  upgrade?: UpgradePolicy,
  onUpgrade?: (says: string) => void,
) {
  await exclusively(async (queries) => {
    const { pending, unknown, isEmpty, release } = await migrationStatus({ kind, queries }, migrations)
    if (unknown.length > 0) throw new DatabaseIsNewer(unknown, release)
    if (upgrade && pending.length > 0 && !isEmpty) {
      const { isRefused, says } = planUpgrade(release, upgrade)
      if (isRefused) throw new DatabaseNotReady(says)
      onUpgrade?.(says)
    }
    if (kind === 'postgres') {
      if (isEmpty) await assertUsable(queries)
      await sql`select set_config('lock_timeout', ${String(waitMilliseconds)}, true)`.execute(queries)
    }
    if (isEmpty) await sql`create table migrations (name text primary key, timestamp text not null)`.execute(queries)
    for (const name of pending) {
      await migrations[name]?.(queries, kind)
      await sql`insert into migrations values (${name}, ${new Date().toISOString()})`.execute(queries)
    }
    if (upgrade) await noteRelease(queries, upgrade.version)
  })
}

async function assertUsable(queries: Queries) {
  const { rows } = await sql<{ encoding: string; role: string; schema: string; mayCreate: boolean | null }>`
    select current_setting('server_encoding') as encoding, current_user as role,
      coalesce(current_schema(), 'public') as schema,
      has_schema_privilege(current_schema(), 'create') as "mayCreate"`.execute(queries)
  for (const { encoding, role, schema, mayCreate } of rows) {
    if (encoding !== 'UTF8')
      throw new DatabaseNotReady(`the database has the encoding ${encoding}; create it with the encoding UTF8`)
    if (!mayCreate)
      throw new DatabaseNotReady(
        `the role ${role} may not create tables in the database; let the owner run: grant create on schema "${schema}" to "${role}"`,
      )
  }
}

type Readable = Pick<Database, 'kind' | 'queries'>

export async function pendingMigrations(database: Readable): Promise<string[]> {
  return (await migrationStatus(database)).pending
}

export async function unknownMigrations(database: Readable): Promise<string[]> {
  return (await migrationStatus(database)).unknown
}

/** Never creates, migrates or fills a database. */
export async function openExistingDatabase(settings: DatabaseSettings): Promise<Database> {
  const database = await openIfExists(settings)
  if (!database) throw new DatabaseNotReady(`there is no database in ${settings.dataDirectory}; npm start creates one`)
  try {
    await assertMigrated(database)
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}

async function assertMigrated(database: Readable) {
  const { pending, unknown, isEmpty, release } = await migrationStatus(database)
  if (unknown.length > 0) throw new DatabaseIsNewer(unknown, release)
  if (isEmpty) throw new DatabaseNotReady('the database is empty; npm start creates its tables')
  if (pending.length > 0)
    throw new DatabaseNotReady(
      `the database is from an earlier release (it lacks ${pending.join(', ')}); npm start updates it`,
    )
}

async function migrationStatus({ kind, queries }: Readable, migrations = MIGRATIONS) {
  const { rows } = await (kind === 'sqlite'
    ? sql`select 1 from pragma_table_list where name = 'migrations'`
    : sql`select 1 from pg_tables where schemaname = current_schema() and tablename = 'migrations'`
  ).execute(queries)
  const isEmpty = rows.length === 0
  const applied = isEmpty ? [] : await appliedMigrations(queries)
  const known = Object.keys(migrations)
  return {
    isEmpty,
    release: applied.includes(NOTES_RELEASES) ? await newestRelease(queries) : undefined,
    pending: known.filter((name) => !applied.includes(name)),
    unknown: applied.filter((name) => !known.includes(name)),
  }
}

const NOTES_RELEASES = '015-identities-and-releases'

export async function appliedMigrations(queries: Queries): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from migrations order by name`.execute(queries)
  return rows.map(({ name }) => name)
}

/** To make the same tables elsewhere. */
export async function migrationsOf(queries: Queries): Promise<Record<string, Migration>> {
  const applied = await appliedMigrations(queries)
  const unknown = applied.filter((name) => !MIGRATIONS[name])
  if (unknown.length > 0) throw new DatabaseIsNewer(unknown)
  return Object.fromEntries(Object.entries(MIGRATIONS).filter(([name]) => applied.includes(name)))
}
