import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { loadContent } from '#domain/content/load-content.ts'
import { loadSamples } from '#domain/operations/samples/samples.ts'
import { openDatabase } from '#domain/platform/database/connection.ts'
import type { Database } from '#domain/platform/database/database.ts'
import { migrate } from '#domain/platform/database/migrate.ts'
import { countsOf, inboxPage, inboxVersion } from '#domain/submissions/inbox.ts'
import { ORDERS, type Order, type SubmissionFilters } from '#domain/submissions/list-submissions.ts'
import type { Viewer } from '#domain/submissions/scope.ts'
import { todayFor } from '#domain/submissions/today.ts'
import { startPostgres } from '../tests/support/postgres.ts'
import { atMost, type Measurement, median } from './measurement.ts'
import '../tests/support/subscribe.ts'

const SOMEBODY: Viewer = { id: 'somebody', roles: ['recruiter'], teams: [] }
const MANY = 100_000
const DAYS = 700
const TIMES = 5
const PAGE = 50
const PAGES_DEEP = 200
const MAX_PAGE_MILLISECONDS = 50
const MAX_SEARCH_MILLISECONDS = 150
const MAX_IDLE_MILLISECONDS = 1
// The polling interval of desk/api/inbox-events.ts.
const LOOKS_IN_A_MINUTE = 24

export const LISTS: SubmissionFilters[] = [
  {},
  { kinds: ['career-application'], stages: ['offer'] },
  { stages: ['offer', 'hired'], languages: ['ar'] },
  { kinds: ['internship-application'], stages: ['hired'], languages: ['ar'], marked: ['no'] },
  { marked: ['yes'] },
  { unreadBy: 'somebody', stages: ['offer'] },
  { isWaiting: false, stages: ['new'] },
  { jobIds: [1], stages: ['interview'] },
  { jobIds: [null] },
  { jobIds: [1, 2, null], languages: ['ar'] },
  { assigneeIds: [null], languages: ['en'] },
  { assigneeIds: ['nobody-has-this-id'] },
  { assigneeIds: ['nobody-has-this-id', 'nor-this'] },
  { marked: ['cv'] },
  { isSample: false },
  { since: '2025-06-01T00:00:00.000Z', until: '2025-07-01T00:00:00.000Z', stages: ['offer'] },
]

/** A name, a word in half of them, a word in all, one and two letters, no match, wildcard characters. */
export const SEARCHES = [
  'إسراء مصطفي',
  'university',
  'mail',
  'mail example',
  'c',
  'ca',
  'ا',
  'ال',
  'NQ',
  '010',
  '01001',
  'zirconium',
]
export const SIGNS = ['%', '_', '"', "'", '*', '"a" OR "b"*']
export const RARE: SubmissionFilters = { stages: ['offer'], languages: ['ar'] }

/** The inbox with 100,000 submissions on both databases. Times are processor time of this process and the database. */
export async function inbox(): Promise<Measurement[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'nuqta-bench-'))
  const postgres = await startPostgres()
  const lines: Measurement[] = []
  try {
    for (const databaseUrl of [undefined, `${postgres.url}/postgres`]) {
      const database = await openDatabase({ dataDirectory: folder, databaseUrl })
      await migrate(database)
      await loadContent(database, 'content')
      await fill(database)
      lines.push(...(await measureAll(database, databaseUrl ? 'PostgreSQL' : 'SQLite')))
      await database.close()
    }
  } finally {
    await postgres.remove()
    rmSync(folder, { recursive: true })
  }
  return lines
}

/** No flushing: the database is discarded. */
async function fill({ queries, kind, write }: Database) {
  if (kind === 'sqlite') {
    await sql`pragma synchronous = off`.execute(queries)
    await sql`pragma cache_size = -200000`.execute(queries)
  }
  await loadSamples({ queries }, write, { count: MANY, days: DAYS, now: new Date() })
  if (kind === 'sqlite') await sql`pragma cache_size = -16000`.execute(queries)
  // As autovacuum would within minutes.
  else for (const table of ['submissions', 'submission_search']) await sql`analyze ${sql.table(table)}`.execute(queries)
}

async function measureAll(database: Database, name: string): Promise<Measurement[]> {
  const { queries } = database
  const timed = await processorTimer(database)
  const page = (filters: SubmissionFilters, order: Order = 'newest', after?: string) =>
    timed(() => inboxPage(queries, filters, { order, limit: PAGE, after }, 'somebody'))

  const lists: Timed[] = []
  for (const order of ORDERS)
    for (const filters of LISTS) lists.push([`${order} ${JSON.stringify(filters)}`, await page(filters, order)])
  let deep: string | undefined
  for (let turned = 0; turned < PAGES_DEEP; turned++)
    deep = (await inboxPage(queries, {}, { order: 'newest', limit: PAGE, after: deep }, 'somebody')).next ?? undefined
  lists.push([`page ${PAGES_DEEP}`, await page({}, 'newest', deep)])

  const searches: Timed[] = []
  for (const search of [...SEARCHES, ...SIGNS])
    for (const filters of [{}, RARE])
      for (const order of ['newest', 'waiting', 'name'] as const)
        searches.push([`${order} ${JSON.stringify({ search, ...filters })}`, await page({ search, ...filters }, order)])
  searches.push([`page ${PAGES_DEEP} of a search`, await page({ search: 'mail' }, 'newest', deep)])

  const look = await timed(async () => {
    for (let looks = 0; looks < LOOKS_IN_A_MINUTE; looks++) await inboxVersion(queries)
  })
  return [
    worst(`${name}: a list of 100,000, the slowest of ${lists.length}`, lists, MAX_PAGE_MILLISECONDS),
    worst(`${name}: a search of 100,000, the slowest of ${searches.length}`, searches, MAX_SEARCH_MILLISECONDS),
    atMost(1, `${name}: counts`, await timed(() => countsOf(queries, SOMEBODY)), MAX_PAGE_MILLISECONDS, 'ms'),
    atMost(
      1,
      `${name}: today`,
      await timed(() => todayFor(queries, SOMEBODY, new Date())),
      MAX_PAGE_MILLISECONDS,
      'ms',
    ),
    atMost(1, `${name}: a second of an idle desk`, look / 60, MAX_IDLE_MILLISECONDS, 'ms'),
  ]
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
