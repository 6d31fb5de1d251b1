import { sql } from 'kysely'
import { keepSums } from '#domain/hiring/reports/keep-sums.ts'
import { type ReportFilters, reportOn } from '#domain/hiring/reports/reports.ts'
import type { Database } from '#domain/platform/database/database.ts'
import { DAY } from '#domain/platform/durations.ts'
import { onBothDatabases, processorTimer, type Timed, worst } from './databases.ts'
import type { Measurement } from './measurement.ts'

const MANY = 1_000_000
/** In one statement: a million would take longer than PostgreSQL is given. */
const PIECE = 20_000
const YEARS = 5
const JOBS = 40
const MAX_MILLISECONDS = 300

const everything = { visible: 'all', withReasons: 'all' } as const
const REPORTS: ReportFilters[] = [
  { ...everything, jobs: 'all' },
  { ...everything, jobs: 'all', days: 90 },
  { ...everything, jobs: 'all', days: 365 },
  { ...everything, jobs: ['7'] },
  { ...everything, jobs: ['7'], days: 365 },
]

/** Reports on 1,000,000 applications over five years. */
export const reports = () => onBothDatabases(fill, measureReports)

async function measureReports(database: Database, name: string): Promise<Measurement[]> {
  const now = new Date()
  await keepSums(database, now)
  await change(database, now)
  const timed = await processorTimer(database)
  const all: Timed[] = []
  for (const filters of REPORTS)
    all.push([JSON.stringify(filters), await timed(() => reportOn(database.queries, filters, now))])
  return [worst(`${name}: a report on 1,000,000, the slowest of ${all.length}`, all, MAX_MILLISECONDS)]
}

/** Bare rows: reports read nothing else. */
async function fill(database: Database) {
  for (let from = 0; from < MANY; from += PIECE) await fillPiece(database, from)
  if (database.kind !== 'sqlite') await sql.raw('analyze submissions').execute(database.queries)
}

async function fillPiece({ queries, kind }: Database, from: number) {
  const to = from + PIECE - 1
  const isSqlite = kind === 'sqlite'
  const step = (YEARS * 365 * DAY) / MANY
  const first = Date.now() - YEARS * 365 * DAY
  const at = (milliseconds: string) =>
    isSqlite
      ? `strftime('%Y-%m-%dT%H:%M:%fZ', (${milliseconds}) / 1000.0, 'unixepoch')`
      : `to_char(to_timestamp((${milliseconds}) / 1000.0) at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
  const series = isSqlite
    ? `with recursive series (n) as (select ${from} union all select n + 1 from series where n < ${to})`
    : `with series as (select generate_series(${from}::bigint, ${to}) as n)`
  const moment = `${first} + n * ${step}`
  const stage = `case when n % 10 < 3 then 'new' when n % 10 < 8 then 'declined' when n % 10 < 9 then 'interview' else 'hired' end`
  await sql
    .raw(`insert into submissions (id, reference, kind, created_at, language, name, email, mailbox, phone, about, job_id,
        stage, stage_since, answer_due_at, arrival, marks, source, reached, first_answer_at, decline_reason)
      ${series} select 'id-' || n, 'NQ-' || n, 'career-application', ${at(moment)}, 'en', '', '', '', '', '', 1 + n % ${JOBS},
        ${stage}, ${at(`${moment} + (n % 60) * ${DAY}`)}, ${at(`${moment} + ${5 * DAY}`)}, (${moment}) * 1000, '',
        case n % 4 when 0 then 'linkedin' when 1 then 'google' when 2 then 'site-' || n % 50 end, n % 5,
        case when n % 3 > 0 then ${at(`${moment} + (n % 12) * ${DAY}`)} end,
        case when n % 10 between 3 and 7 then 'reason-' || n % 6 end
      from series`)
    .execute(queries)
}

/** A few days are outdated at any time. */
async function change({ queries }: Database, now: Date) {
  for (const days of [0, 1, 5, 30, 400]) {
    const since = new Date(now.getTime() - days * DAY - DAY).toISOString()
    await sql`update submissions set reached = 2 where id = (select id from submissions
      where created_at > ${since} order by arrival limit 1)`.execute(queries)
  }
}
