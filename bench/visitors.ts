import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { createVisitorCounts } from '#domain/operations/visitors/counts.ts'
import { createKnownVisitors } from '#domain/operations/visitors/known-visitors.ts'
import { openDatabase } from '#domain/platform/database/connection.ts'
import { migrate } from '#domain/platform/database/migrate.ts'
import { sqliteFileIn } from '#domain/platform/database/sqlite.ts'
import { startSite } from '../tests/support/start-site.ts'
import { atMost, type Measurement } from './measurement.ts'
import { cpuMilliseconds } from './process.ts'

const VIEWS_PER_DAY = 1_000_000
const DAY_MILLISECONDS = 86_400_000
const DAYS_PER_YEAR = 365
const MEGABYTE = 1024 * 1024

const BEACONS = 20_000
const AT_ONCE = 16
const MAX_PROCESSOR_SHARE = 0.03
const MAX_MEGABYTES_PER_YEAR = 50

/** Figures about visitors: processor time of a million beacons, and bytes of a year of crowded days. */
export async function visitors(): Promise<Measurement[]> {
  return [
    atMost(
      1,
      `processor for ${VIEWS_PER_DAY} beacons a day, against ${MAX_PROCESSOR_SHARE * 100} % of one`,
      ((await millisecondsPerBeacon()) * VIEWS_PER_DAY * 100) / DAY_MILLISECONDS,
      MAX_PROCESSOR_SHARE * 100,
      '%',
    ),
    atMost(
      1,
      `a year of the sums, every limit of a day reached, against ${MAX_MEGABYTES_PER_YEAR} MB`,
      await megabytesPerYear(),
      MAX_MEGABYTES_PER_YEAR,
      'MB',
    ),
  ]
}

/** Of the whole request: connection, routing, checks, hashes, log. */
async function millisecondsPerBeacon() {
  const site = await startSite({ TRUST_PROXY: '127.0.0.1', LOG_LEVEL: 'info' })
  const send = (number: number) =>
    fetch(`${site.url}/seen`, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-www-form-urlencoded;charset=UTF-8',
        'sec-fetch-site': 'same-origin',
        'user-agent': `Mozilla/5.0 (Linux; Android 10; K) Chrome/${number % 40}.0 Mobile Safari/537.36`,
        'x-forwarded-for': `198.${number % 200}.${(number * 7) % 251}.9`,
      },
      body: `step=seen&address=${encodeURIComponent(`${site.url}/jobs`)}&source=linkedin&campaign=spring`,
    })
  await Promise.all(Array.from({ length: AT_ONCE }, (_, number) => send(number)))
  const before = cpuMilliseconds([site.pid])
  let sent = 0
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (sent < BEACONS) await (await send(sent++)).arrayBuffer()
    }),
  )
  const used = cpuMilliseconds([site.pid]) - before
  await site.stop()
  return used / BEACONS
}

const DAYS = 20
/** Far more than the starter content has. */
const PAGES = 400
const SOURCES = 300
const CAMPAIGNS = 200

async function megabytesPerYear() {
  const folder = mkdtempSync(path.join(tmpdir(), 'nuqta-bench-'))
  const database = await openDatabase({ dataDirectory: folder })
  await migrate(database)
  const size = async () => {
    await sql`pragma wal_checkpoint(truncate)`.execute(database.queries)
    return statSync(sqliteFileIn(folder)).size
  }
  const before = await size()
  let day = ''
  const counts = createVisitorCounts({
    database,
    known: createKnownVisitors(),
    today: () => day,
    log: { error: (details) => console.error(details) },
  })
  for (let number = 0; number < DAYS; number++) {
    day = `2026-01-${String(number + 1).padStart(2, '0')}`
    for (let view = 0; view < PAGES * 2; view++)
      await counts.countView({
        page: `/blog-details?note=an-article-about-number-${view % PAGES}`,
        form: 'career-application',
        language: view % 2 ? 'en' : 'ar',
        source: `a-site-${view % SOURCES}.example`,
        campaign: `a-campaign-${view % CAMPAIGNS}`,
        caller: { address: `198.51.${view % 250}.${number}`, userAgent: `Mozilla/5.0 ${view}` },
      })
    await counts.flush()
  }
  await counts.stop()
  const bytes = (await size()) - before
  await database.close()
  rmSync(folder, { recursive: true })
  return ((bytes / DAYS) * DAYS_PER_YEAR) / MEGABYTE
}
