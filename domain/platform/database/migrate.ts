import { setTimeout } from 'node:timers/promises'
import { type Migration as KyselyMigration, Migrator, sql } from 'kysely'
import { openIfExists } from './connection.ts'
import type { Database, DatabaseSettings, Queries } from './database.ts'
import { createContentTables } from './migrations/001-content.ts'
import { createSubmissionTables } from './migrations/002-submissions.ts'
import { createDeskTables } from './migrations/003-desk.ts'
import { createSearch } from './migrations/004-search.ts'
import { joinSubmissions } from './migrations/005-one-submissions-table.ts'
import { createCvInspections } from './migrations/006-cv-inspections.ts'
import { createPeopleTables } from './migrations/010-people.ts'
import { chainAuditTrail } from './migrations/011-audit-chain.ts'
import { createTombstones } from './migrations/012-tombstones.ts'
import { addMailCaps } from './migrations/013-mail-caps.ts'
import { createInbox } from './migrations/020-inbox.ts'
import { createKeysAndProofs } from './migrations/030-keys-and-proofs.ts'
import { createLetters } from './migrations/040-letters.ts'
import { orderInbox } from './migrations/050-inbox-order.ts'
import { createViewsAndTemplates } from './migrations/051-views-and-templates.ts'
import { createApplicationLinks } from './migrations/060-application-links.ts'
import { addJobFacts } from './migrations/070-job-facts.ts'
import { createQuestions } from './migrations/080-questions.ts'
import { createWebhooks } from './migrations/081-webhooks.ts'
import { createJobAlerts } from './migrations/082-job-alerts.ts'
import { indexWordBeginnings } from './migrations/100-word-beginnings.ts'
import { createContentRevisions } from './migrations/110-content-revisions.ts'
import { createIndexingNotices } from './migrations/120-indexing-notices.ts'
import { searchAnswersToQuestions } from './migrations/121-answers-in-search.ts'
import { addWebhookOff } from './migrations/122-webhooks-off.ts'
import { createLinkRequests } from './migrations/123-link-requests.ts'
import { createPictures } from './migrations/130-pictures.ts'
import { createRateCounters } from './migrations/160-rate-counters.ts'
import { createObjectStorage } from './migrations/180-object-storage.ts'
import type { Migration } from './migrations/migration.ts'

/** In order, for ever: a migration that was released is never edited, only followed by another. */
const MIGRATIONS: Record<string, Migration> = {
  '001-content': createContentTables,
  '002-submissions': createSubmissionTables,
  '003-desk': createDeskTables,
  '004-search': createSearch,
  '005-one-submissions-table': joinSubmissions,
  '006-cv-inspections': createCvInspections,
  '010-people': createPeopleTables,
  '011-audit-chain': chainAuditTrail,
  '012-tombstones': createTombstones,
  '013-mail-caps': addMailCaps,
  '020-inbox': createInbox,
  '030-keys-and-proofs': createKeysAndProofs,
  '040-letters': createLetters,
  '050-inbox-order': orderInbox,
  '051-views-and-templates': createViewsAndTemplates,
  '060-application-links': createApplicationLinks,
  '070-job-facts': addJobFacts,
  '080-questions': createQuestions,
  '081-webhooks': createWebhooks,
  '082-job-alerts': createJobAlerts,
  '100-word-beginnings': indexWordBeginnings,
  '110-content-revisions': createContentRevisions,
  '120-indexing-notices': createIndexingNotices,
  '121-answers-in-search': searchAnswersToQuestions,
  '122-webhooks-off': addWebhookOff,
  '123-link-requests': createLinkRequests,
  '130-pictures': createPictures,
  '160-rate-counters': createRateCounters,
  '180-object-storage': createObjectStorage,
}

export const MIGRATION_NAMES: readonly string[] = Object.keys(MIGRATIONS)

const TABLE = 'migrations'

/** The database cannot be worked with as it is; the message is one line for the operator. */
export class DatabaseNotReady extends Error {}

/** Why a database could not be opened, and what helps where that is known: one line for the operator. */
export function describeOpeningFailure(error: Error & { code?: unknown }): string {
  const { message, code } = error
  if (error instanceof DatabaseNotReady) return message
  const help = REMEDIES.find(([codes]) => codes.test(String(code)))?.[1]
  return `the database cannot be used (${message || code})${help ? `; ${help}` : ''}`
}

/** By the codes of SQLite and of PostgreSQL, whose messages alone do not say what to do. */
const REMEDIES: [RegExp, string][] = [
  [/^SQLITE_(CORRUPT|NOTADB)/, 'npm run restore -- <backup> --replace keeps this file and puts a backup in its place'],
  // On a full disk, or on a broken one: SQLite does not tell the two apart.
  [/^(SQLITE_(FULL|IOERR_(WRITE|SHM|FSYNC|TRUNCATE))|53100$)/, 'see whether its disk is full'],
  [/^53300$/, 'all of its connections are taken: end some, or raise max_connections'],
  [/^3D000$/, 'createdb makes it'],
]

/** The database has migrations that this release does not know: a later one has used it. */
export class DatabaseIsNewer extends DatabaseNotReady {
  constructor(unknown: string[]) {
    super(
      `the database was written by a later release (it has ${unknown.join(', ')}); start that release or a newer one`,
    )
    this.name = 'DatabaseIsNewer'
  }
}

type Migratable = Pick<Database, 'kind' | 'exclusively'>

/** How a migration waits for a table that somebody else uses on PostgreSQL. */
interface LockPatience {
  attempts: number
  /** For one table. Every query that comes after the migration waits behind it for as long. */
  waitMilliseconds: number
  /** For those queries, before the next attempt. */
  pauseMilliseconds: number
}

interface MigrateOptions {
  /** Fewer than all make the tables of an earlier release. */
  names?: readonly string[]
  patience?: LockPatience
  /** Called once, when the first attempt was in vain. */
  onWait?: () => void
}

// Five minutes together. A deadlock is noticed after one second, so a wait is longer than that.
const LOCK_PATIENCE: LockPatience = { attempts: 60, waitMilliseconds: 2_000, pauseMilliseconds: 3_000 }

/**
 * Applies what this database does not have yet: all of it or none, by one process at a time.
 * Refuses a database that is newer than this release.
 */
export async function migrate(
  database: Migratable,
  { names = MIGRATION_NAMES, patience = LOCK_PATIENCE, onWait }: MigrateOptions = {},
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await applyMissing(database, names, patience)
    } catch (error) {
      const code = (error as { code?: unknown } | undefined)?.code
      if (code !== DEADLOCK && code !== LOCK_TIMEOUT) throw error
      if (attempt >= patience.attempts) throw new DatabaseNotReady(IN_USE)
      if (attempt === 1) onWait?.()
      await setTimeout(patience.pauseMilliseconds)
    }
  }
}

// Processes of the release before go on meanwhile, and may hold one table while they wait for another.
const DEADLOCK = '40P01'
// A backup, or another long query, reads from the table.
const LOCK_TIMEOUT = '55P03'
export const WAITS_FOR_TABLES =
  'Another program uses the tables that are to be updated, such as a backup: waiting for it, up to five minutes …'
const IN_USE =
  'the database could not be updated, because another program keeps using its tables: wait for a backup or a long query to end, then start again'

async function applyMissing({ kind, exclusively }: Migratable, names: readonly string[], patience: LockPatience) {
  await exclusively(
    async (queries) => {
      await adoptTableOfEarlierReleases(queries, kind)
      const { unknown, isEmpty } = await migrationStatus({ kind, queries })
      if (unknown.length > 0) throw new DatabaseIsNewer(unknown)
      if (isEmpty && kind === 'postgres') await assertUsable(queries)
      const migrator = new Migrator({
        db: queries,
        provider: { getMigrations: async () => migrationsFor(kind, names, patience) },
        migrationTableName: TABLE,
        migrationLockTableName: `${TABLE}_lock`,
        // The transaction is the surrounding one: Kysely opens none on SQLite, and its lock there is none.
        disableTransactions: true,
      })
      const { error } = await migrator.migrateToLatest()
      if (error) throw error
    },
    { foreignKeys: 'checkedAtTheEnd' },
  )
}

/** Before the first table is made: later these would show as texts that are damaged, or as a failure that names something else. */
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

/** Migrations that the database still needs, in order; all of them where it is empty. Changes nothing. */
export async function pendingMigrations(database: Readable): Promise<string[]> {
  return (await migrationStatus(database)).pending
}

/** Migrations of a later release that has used this database. Changes nothing. */
export async function unknownMigrations(database: Readable): Promise<string[]> {
  return (await migrationStatus(database)).unknown
}

/** Opens a database that is there and up to date. Otherwise throws one clear line; never creates, migrates or fills one. */
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
  const { pending, unknown, isEmpty } = await migrationStatus(database)
  if (unknown.length > 0) throw new DatabaseIsNewer(unknown)
  if (isEmpty) throw new DatabaseNotReady('the database is empty; npm start creates its tables')
  if (pending.length > 0)
    throw new DatabaseNotReady(
      `the database is of an earlier release (it lacks ${pending.join(', ')}); npm start updates it`,
    )
}

async function migrationStatus({ kind, queries }: Readable) {
  const isEmpty = (await columnsOfTable(queries, kind)).length === 0
  const applied = isEmpty ? [] : await appliedMigrations(queries)
  const known = Object.keys(MIGRATIONS)
  return {
    isEmpty,
    pending: known.filter((name) => !applied.includes(name)),
    unknown: applied.filter((name) => !known.includes(name)),
  }
}

/** None where there is no such table. */
async function columnsOfTable(queries: Queries, kind: Database['kind']) {
  const { rows } = await (kind === 'sqlite'
    ? sql<{ name: string }>`select name from pragma_table_info(${TABLE})`
    : sql<{ name: string }>`
        select column_name as name from information_schema.columns
        where table_schema = current_schema() and table_name = ${TABLE}`
  ).execute(queries)
  return rows.map(({ name }) => name)
}

/** Those that made the tables of this database as they are. */
export async function appliedMigrations(queries: Queries): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from ${sql.table(TABLE)} order by name`.execute(queries)
  return rows.map(({ name }) => name)
}

/** Those of a database that this release can save: it knows no other tables than its own. */
export async function knownMigrationsOf(queries: Queries): Promise<string[]> {
  const applied = await appliedMigrations(queries)
  const unknown = applied.filter((name) => !MIGRATION_NAMES.includes(name))
  if (unknown.length > 0) throw new DatabaseIsNewer(unknown)
  return applied
}

/** Before Kysely's Migrator there was a table of our own, alike but for the name of a column. */
async function adoptTableOfEarlierReleases(queries: Queries, kind: Database['kind']) {
  if ((await columnsOfTable(queries, kind)).includes('applied_at'))
    await queries.schema.alterTable(TABLE).renameColumn('applied_at', 'timestamp').execute()
}

function migrationsFor(
  kind: Database['kind'],
  names: readonly string[],
  { waitMilliseconds }: LockPatience,
): Record<string, KyselyMigration> {
  const wanted = Object.entries(MIGRATIONS).filter(([name]) => names.includes(name))
  return Object.fromEntries(wanted.map(([name, apply]) => [name, { up: behindSavepoint(apply) }]))

  /** PostgreSQL refuses every statement after a failed one, also the one with which the Migrator gives its lock back. */
  function behindSavepoint(apply: Migration): KyselyMigration['up'] {
    return async (queries) => {
      await sql`savepoint migration`.execute(queries)
      // Here, because the Migrator sets an hour for its own lock: another process that migrates is waited for until it is done.
      if (kind === 'postgres')
        await sql`select set_config('lock_timeout', ${String(waitMilliseconds)}, true)`.execute(queries)
      try {
        await apply(queries, kind)
      } catch (error) {
        await sql`rollback to migration`.execute(queries)
        throw error
      }
      await sql`release migration`.execute(queries)
    }
  }
}
