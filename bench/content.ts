import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { type ContentFilters, countContent, listRecords } from '#domain/content/lists.ts'
import { loadContent } from '#domain/content/load-content.ts'
import { openDatabase } from '#domain/platform/database/connection.ts'
import type { Database, DatabaseSettings } from '#domain/platform/database/database.ts'
import { migrate } from '#domain/platform/database/migrate.ts'
import { startPostgres } from '../tests/support/postgres.ts'
import { publishTitle } from '../tests/support/published-content.ts'
import { startSiteOn } from '../tests/support/start-site.ts'
import { processorTimer, type Timed, worst } from './databases.ts'
import { atMost, type Measurement } from './measurement.ts'
import { contentWithMany } from './scale.ts'
import '../tests/support/subscribe.ts'

const MANY = 10_000
const TIMES = 5
const PAGE = 50
const MAX_LIST_MILLISECONDS = 150
const MAX_PUBLISH_MILLISECONDS = 1000

/** Lists of an editor: first and late page, every state, words in all, some and no records. */
const LISTS: [filters: ContentFilters, page: number][] = [
  [{}, 1],
  [{}, 150],
  [{ state: 'behind' }, 1],
  [{ state: 'behind', language: 'ar' }, 1],
  [{ state: 'draft' }, 1],
  [{ state: 'scheduled' }, 1],
  [{ state: 'missing' }, 1],
  [{ state: 'unpublished' }, 1],
  [{ search: 'a' }, 1],
  [{ search: 'ال' }, 1],
  [{ search: 'souq', state: 'behind' }, 1],
  [{ search: 'zirconium' }, 1],
]

/** The desk's content lists with 10,000 projects, and the delay until another process serves a publication. */
export async function content(): Promise<Measurement[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'nuqta-bench-'))
  const postgres = await startPostgres()
  const lines: Measurement[] = []
  try {
    const files = contentWithMany(path.join(folder, 'content'), MANY)
    for (const databaseUrl of [undefined, `${postgres.url}/postgres`]) {
      const settings = { dataDirectory: folder, databaseUrl }
      const name = databaseUrl ? 'PostgreSQL' : 'SQLite'
      const database = await openDatabase(settings)
      await migrate(database)
      await loadContent(database, files)
      await leaveSomeBehind(database)
      lines.push(...(await measureLists(database, name)), await measurePublishing(database, settings, name))
      await database.close()
    }
  } finally {
    await postgres.remove()
    rmSync(folder, { recursive: true })
  }
  return lines
}

async function leaveSomeBehind({ queries, kind }: Database) {
  await queries
    .updateTable('content_parts')
    .set({ is_behind: 1 })
    .where('type', '=', 'projects')
    .where('part', '=', 'ar')
    .where(sql<number>`record_id % 7`, '=', 0)
    .execute()
  // As autovacuum would within minutes.
  if (kind === 'postgres')
    for (const table of ['content_records', 'content_parts']) await sql`analyze ${sql.table(table)}`.execute(queries)
}

async function measureLists(database: Database, name: string): Promise<Measurement[]> {
  const { queries } = database
  const timed = await processorTimer(database)
  const lists: Timed[] = []
  for (const [filters, page] of LISTS)
    lists.push([
      `page ${page} ${JSON.stringify(filters)}`,
      await timed(() => listRecords(queries, 'projects', filters, { page, perPage: PAGE })),
    ])
  return [
    worst(
      `${name}: a list of 10,000 projects at the desk, the slowest of ${lists.length}`,
      lists,
      MAX_LIST_MILLISECONDS,
    ),
    atMost(1, `${name}: counts of all content`, await timed(() => countContent(queries)), MAX_LIST_MILLISECONDS, 'ms'),
  ]
}

/** From the commit to the first page with it from another process. */
async function measurePublishing(database: Database, settings: DatabaseSettings, name: string): Promise<Measurement> {
  const site = await startSiteOn(settings)
  const durations: number[] = []
  for (let turn = 0; turn < TIMES; turn++) {
    const title = `Published in turn ${turn}`
    await fetch(`${site.url}/careerApply/1`)
    await publishTitle(database, title)
    const start = performance.now()
    while (!(await (await fetch(`${site.url}/careerApply/1`)).text()).includes(title)) await nextTurn()
    durations.push(performance.now() - start)
  }
  await site.end('SIGTERM')
  const slowest = Math.max(...durations)
  return atMost(
    1,
    `${name}: a published job is on its page in another process`,
    slowest,
    MAX_PUBLISH_MILLISECONDS,
    'ms',
  )
}

const nextTurn = () => new Promise((resolve) => setTimeout(resolve, 5))
