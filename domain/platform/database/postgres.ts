import { Kysely, PostgresDialect, sql } from 'kysely'
import type { PoolConfig } from 'pg'
import type { DatabaseAlone, OnQuery, Queries } from './database.ts'
import { inTransaction, listenToQueries } from './database.ts'
import { discardTimedOutConnections } from './discard-timed-out-connections.ts'
import { pauseAfterTimeouts } from './pause-after-timeouts.ts'
import { TABLES_WITH_PERSONAL_DATA, type Tables } from './tables.ts'

const CONNECT_TIMEOUT_MILLISECONDS = 3_000
const STATEMENT_TIMEOUT_MILLISECONDS = 10_000
// A server that hangs does not keep its own time limit.
const LIMITED = { query_timeout: 12_000 }
const MAX_POSTGRES_CONNECTIONS = 10
// Any number does, as long as every process of this project uses the same one.
const POSTGRES_LOCK = 20_150_320
// In every transaction too: a pooler in transaction mode changes the connection.
const STARTUP_PARAMETERS = {
  statement_timeout: STATEMENT_TIMEOUT_MILLISECONDS,
  options: '-c synchronous_commit=on',
}
const DURABLE_TRANSACTION = sql`set local synchronous_commit = on`
const TIME_LIMIT = sql`set local statement_timeout = '10s'`

export async function openPostgres(databaseUrl: string, onQuery?: OnQuery): Promise<DatabaseAlone> {
  const startup = (await takesStartupParameters(databaseUrl)) ? STARTUP_PARAMETERS : {}
  const pool = await openPool(databaseUrl, { max: MAX_POSTGRES_CONNECTIONS, ...LIMITED, ...startup })
  const dialect = new PostgresDialect({ pool: discardTimedOutConnections(pool) })
  const queries = new Kysely<Tables>({ dialect, ...listenToQueries(onQuery) })

  const write = pauseAfterTimeouts((work, { isProbe, assertAdmitted }) =>
    queries.connection().execute(async (connection) => {
      assertAdmitted()
      if (isProbe) await endHeldCommits(connection)
      const begin = async () => {
        // One message, so that it takes no more time than a bare "begin".
        await sql`begin; ${DURABLE_TRANSACTION}; ${TIME_LIMIT}`.execute(connection)
        if (isProbe) await waitForConfirmation(connection)
      }
      return inTransaction(connection, begin, work, LIMITED_COMMIT)
    }),
  )

  return {
    queries,
    kind: 'postgres',
    write,
    exclusively: (work) =>
      withoutTimeLimits(databaseUrl, (connection) => {
        const begin = async () => {
          await sql`begin; ${DURABLE_TRANSACTION}`.execute(connection)
          await sql`select pg_advisory_xact_lock(${POSTGRES_LOCK})`.execute(connection)
        }
        return inTransaction(connection, begin, work)
      }),
    snapshot: (work) =>
      queries.connection().execute((connection) => {
        const begin = () => sql`begin isolation level repeatable read read only`.execute(connection)
        return inTransaction(connection, begin, work)
      }),
    forgetDeleted: () => vacuum(databaseUrl),
    connections: () => ({
      busy: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    close: () => queries.destroy(),
  }
}

// Told by its text from commits that may take their time.
const LIMITED_COMMIT = sql`commit /* at most 10 s */`

/** Terminated, not cancelled: a cancelled commit would be confirmed without being on the standby. */
async function endHeldCommits(connection: Queries) {
  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and usename = current_user and wait_event = 'SyncRep'
      and query = 'commit /* at most 10 s */' and clock_timestamp() - query_start > interval '10 s'`.execute(connection)
}

/** Writes to the write-ahead log: an empty commit would not wait for the standby. */
async function waitForConfirmation(connection: Queries) {
  await sql`select pg_logical_emit_message(true, 'nuqta', '')`.execute(connection)
}

/** False for a pooler such as PgBouncer; transactions set what they need. */
async function takesStartupParameters(databaseUrl: string): Promise<boolean> {
  try {
    await connectOnce(databaseUrl, STARTUP_PARAMETERS)
    return true
  } catch (error) {
    if (!/unsupported startup parameter/.test((error as Error).message)) throw error
    await connectOnce(databaseUrl, {})
    return false
  }
}

async function connectOnce(databaseUrl: string, startup: PoolConfig) {
  const pool = await openPool(databaseUrl, { max: 1, ...LIMITED, ...startup })
  try {
    await pool.query('select 1')
  } finally {
    await pool.end()
  }
}

async function withoutTimeLimits<Result>(databaseUrl: string, work: (connection: Queries) => Promise<Result>) {
  const pool = await openPool(databaseUrl, { max: 1, keepAlive: true })
  const queries = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  try {
    return await queries.connection().execute(work)
  } finally {
    await queries.destroy()
  }
}

const vacuum = (databaseUrl: string) =>
  withoutTimeLimits(databaseUrl, async (connection) => {
    for (const table of TABLES_WITH_PERSONAL_DATA) await sql`vacuum ${sql.table(table)}`.execute(connection)
  })

async function openPool(connectionString: string, options: PoolConfig) {
  // Loaded lazily: a site on SQLite does without it.
  const { default: pg } = await import('pg')
  const pool = new pg.Pool({ connectionString, connectionTimeoutMillis: CONNECT_TIMEOUT_MILLISECONDS, ...options })
  // Without these listeners a dropped connection would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}
