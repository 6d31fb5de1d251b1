import { tmpdir } from 'node:os'
import { sql } from 'kysely'
import { loadContent } from '#domain/content/load-content.ts'
import { openDatabase } from '#domain/platform/database/connection.ts'
import type { Database } from '#domain/platform/database/database.ts'
import { migrate } from '#domain/platform/database/migrate.ts'
import { erasePerson, purgeOld } from '#domain/submissions/erase.ts'
import { countsOf, inboxPage, neighboursOf } from '#domain/submissions/inbox.ts'
import { listSubmissions, ORDERS, type Order, type SubmissionFilters } from '#domain/submissions/list-submissions.ts'
import type { Viewer } from '#domain/submissions/scope.ts'
import { storeSubmission } from '#domain/submissions/store.ts'
import { findSubmission } from '#domain/submissions/submissions.ts'
import { todayFor } from '#domain/submissions/today.ts'
import { startPostgres } from '../tests/support/postgres.ts'
import { processorTime } from './databases.ts'
import { fillDesk } from './fill-desk.ts'
import { LISTS, RARE, SEARCHES, SIGNS } from './inbox.ts'
import { atMost, type Measurement, median } from './measurement.ts'
import '../tests/support/subscribe.ts'

const SOMEBODY: Viewer = { id: 'somebody', roles: ['recruiter'], teams: [] }
const USUAL_COUNT = 1_000_000
const PAGE = 50
const TIMES = 3
const MESSAGES = 100
const RETENTION_MONTHS = 12
// PostgreSQL's defaults ignore the machine's memory.
const SETTINGS = {
  shared_buffers: '2GB',
  effective_cache_size: '8GB',
  random_page_cost: '1.1',
  max_wal_size: '8GB',
  // One query may use one core.
  max_parallel_workers_per_gather: '0',
}
const FILLING = {
  fsync: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  maintenance_work_mem: '1GB',
  max_parallel_maintenance_workers: '4',
}
/** The statement timeout, and the longest wait for a list. */
const MAX_LIST_MILLISECONDS = 1_000
const MAX_SEARCH_MILLISECONDS = 10_000
const MAX_NIGHT_MINUTES = 60

/** The desk with a million submissions on PostgreSQL; `npm run bench -- large-desk 10000000` sets the number. */
export async function largeDesk(count = Number(process.argv.find((each) => /^\d+$/.test(each)) ?? USUAL_COUNT)) {
  const postgres = await startPostgres()
  const databaseUrl = `${postgres.url}/postgres`
  try {
    await set(databaseUrl, { ...SETTINGS, ...FILLING })
    await postgres.stop()
    await postgres.start()
    const filling = await openDatabase({ dataDirectory: tmpdir(), databaseUrl })
    await migrate(filling)
    await loadContent(filling, 'content')
    const startedAt = performance.now()
    await fillDesk(filling, databaseUrl, count)
    await set(databaseUrl, { fsync: 'on' })
    await filling.close()
    const database = await openDatabase({ dataDirectory: tmpdir(), databaseUrl })
    tell(`filled with ${count.toLocaleString('en')}`, performance.now() - startedAt)
    await tellSizes(database)
    const lines = await measureDesk(database, count)
    await database.close()
    return lines
  } finally {
    await postgres.remove()
  }
}

async function set(databaseUrl: string, settings: Record<string, string>) {
  const { queries, close } = await openDatabase({ dataDirectory: tmpdir(), databaseUrl })
  for (const [name, value] of Object.entries(settings))
    await sql`alter system set ${sql.id(name)} = ${sql.lit(value)}`.execute(queries)
  await sql`select pg_reload_conf()`.execute(queries)
  await close()
}

async function tellSizes({ queries }: Database) {
  const { rows } = await sql<{ name: string; size: string }>`
    select relname as name, pg_size_pretty(pg_total_relation_size(oid)) as size from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace
    order by pg_total_relation_size(oid) desc limit 8`.execute(queries)
  const { rows: whole } = await sql<{ size: string }>`
    select pg_size_pretty(pg_database_size(current_database())) as size`.execute(queries)
  console.error(`size ${whole[0]?.size}: ${rows.map(({ name, size }) => `${name} ${size}`).join(', ')}`)
}

async function measureDesk(database: Database, count: number): Promise<Measurement[]> {
  const { queries } = database
  const among = `among ${count.toLocaleString('en')}`
  const page = (filters: SubmissionFilters, order: Order) => () =>
    inboxPage(queries, filters, { order, limit: PAGE }, 'somebody')
  const lists: Timed[] = []
  for (const order of ORDERS)
    for (const filters of LISTS)
      lists.push(await timed(database, `${order} ${JSON.stringify(filters)}`, page(filters, order)))
  const searches: Timed[] = []
  for (const search of [...SEARCHES, 'NQ-0000-2B3C', 'zirconium mail', ...SIGNS])
    for (const filters of [{}, RARE])
      for (const order of ['newest', 'waiting', 'name'] as const)
        searches.push(
          await timed(
            database,
            `${order} ${JSON.stringify({ search, ...filters })}`,
            page({ search, ...filters }, order),
          ),
        )

  // Once: counts are cached until something changes.
  const counts = await timed(database, 'counts', () => countsOf(queries, SOMEBODY), 1)
  const today = await timed(database, 'today', () => todayFor(queries, SOMEBODY, new Date()), 1)
  const [some] = await listSubmissions(queries, { stages: ['offer'] }, { order: 'oldest', limit: 1 })
  const reference = some?.reference ?? ''
  const one = await timed(database, 'one with its neighbours', async () => {
    const found = await findSubmission(queries, reference)
    if (found) await neighboursOf(queries, {}, 'newest', found)
  })
  let sent = 0
  const stored = await timed(
    database,
    'a message stored',
    () => storeSubmission(database, aMessage(sent++), ADMITTED),
    MESSAGES,
  )
  const erased = await timed(database, 'a person erased', () => eraseOne(database), 1)
  let purged: Record<string, number> = {}
  const night = await timed(
    database,
    'retention',
    async () => {
      purged = await purgeOld(database, RETENTION_MONTHS, { now: new Date() })
    },
    1,
  )
  console.error(`retention purged ${JSON.stringify(purged)}`)
  return [
    worst(`a list ${among}, the slowest of ${lists.length}`, lists, MAX_LIST_MILLISECONDS),
    middle(`a list ${among}, the median`, lists, MAX_LIST_MILLISECONDS),
    worst(`a search ${among}, the slowest of ${searches.length}`, searches, MAX_SEARCH_MILLISECONDS),
    middle(`a search ${among}, the median`, searches, MAX_LIST_MILLISECONDS),
    atMost(1, `counts ${among}`, counts.spent, MAX_LIST_MILLISECONDS, 'ms'),
    atMost(1, `today ${among}`, today.spent, MAX_LIST_MILLISECONDS, 'ms'),
    atMost(1, `one with its neighbours ${among}`, one.spent, MAX_LIST_MILLISECONDS, 'ms'),
    atMost(1, `a message stored ${among}`, stored.spent, MAX_LIST_MILLISECONDS, 'ms'),
    atMost(1, `a person erased ${among}`, erased.elapsed / 1000, 60, 's'),
    atMost(1, `a night of retention ${among}`, night.elapsed / 60_000, MAX_NIGHT_MINUTES, 'minutes'),
  ]
}

interface Timed {
  what: string
  elapsed: number
  /** Processor time, because other programs run too. */
  spent: number
}

// Measured once when it takes this long.
const LONG_MILLISECONDS = 2_000

const OUT_OF_TIME = /statement timeout|Query read timeout/

/** Median by clock and by processor; Infinity after a statement timeout. */
async function timed(database: Database, what: string, work: () => Promise<unknown>, times = TIMES): Promise<Timed> {
  const [elapsed, spent]: [number[], number[]] = [[], []]
  for (let turn = 0; turn < times; turn++) {
    const cpu = await processorTime(database)
    const [startedAt, before] = [performance.now(), cpu()]
    const isOutOfTime = await work().then(
      () => false,
      (error: Error) => {
        if (!OUT_OF_TIME.test(error.message)) throw error
        return true
      },
    )
    elapsed.push(performance.now() - startedAt)
    spent.push(isOutOfTime ? Number.POSITIVE_INFINITY : cpu() - before)
    if ((spent[turn] as number) > LONG_MILLISECONDS) break
  }
  tell(what, median(elapsed), median(spent))
  return { what, elapsed: median(elapsed), spent: median(spent) }
}

function tell(what: string, elapsed: number, spent?: number) {
  const processor = spent === undefined ? '' : `, ${spent.toFixed(1)} ms of the processor`
  console.error(`${what}: ${elapsed.toFixed(1)} ms${processor}`)
}

function worst(what: string, all: Timed[], limit: number) {
  const slowest = all.reduce((one, other) => (other.spent > one.spent ? other : one))
  return atMost(1, `${what}: ${slowest.what}`, slowest.spent, limit, 'ms')
}

const middle = (what: string, all: Timed[], limit: number) =>
  atMost(1, what, median(all.map(({ spent }) => spent)), limit, 'ms')

const ADMITTED = { admit: async () => {}, now: new Date() }

function aMessage(number: number) {
  const email = `sender${number}@mail.example`
  const values = { name: 'Mona Hassan', email, phone: '01001234567', subject: 'A shop', message: 'A new one, please.' }
  return { kind: 'contact-message' as const, values, language: 'en' as const, marks: [], hash: String(number) }
}

async function eraseOne(database: Database) {
  const oldest = { order: 'oldest', limit: 1 } as const
  const [item] = await listSubmissions(database.queries, { kinds: ['career-application'] }, oldest)
  await erasePerson(database, item?.email ?? '', { actor: 'bench', now: new Date() })
}
