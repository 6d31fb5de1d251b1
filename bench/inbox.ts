import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { loadContent } from '#domain/catalogue/load-content.ts'
import { type Database, openDatabase } from '#domain/database/connection.ts'
import { migrate } from '#domain/database/migrate.ts'
import { loadSamples } from '#domain/samples/samples.ts'
import { countInbox, inboxPage } from '#domain/submissions/inbox.ts'
import type { Order, SubmissionFilters } from '#domain/submissions/submissions.ts'
import { startPostgres } from '../tests/support/postgres.ts'
import { atMost, type Measurement, median } from './measurement.ts'

const MANY = 100_000
const DAYS = 700
const TIMES = 15
const PAGE = 50
const MAX_PAGE_MILLISECONDS = 50
const MAX_SEARCH_MILLISECONDS = 150

type Question = [what: string, filters: SubmissionFilters, order?: Order]

const LISTS: Question[] = [
  ['all', {}],
  ['longest waiting', {}, 'waiting'],
  ['one form, one stage', { kinds: ['career-application'], stages: ['offer'] }],
  ['marked', { isMarked: true }],
  ['of nobody', { assigneeId: 'nobody-has-this-id' }],
]

const SEARCHES: Question[] = [
  ['a name', { search: 'إسراء مصطفي' }],
  ['a word that half of them have', { search: 'university' }],
  ['two letters', { search: 'ca' }],
  ['a common word in a rare stage', { search: 'mail', stages: ['offer'], language: 'ar' }],
  ['nothing of the kind', { search: 'zirconium' }],
]

/** The inbox with 100,000 submissions, on both databases; the limits are the product's. */
export async function inbox(): Promise<Measurement[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'nuqta-bench-'))
  const postgres = await startPostgres()
  const lines: Measurement[] = []
  for (const databaseUrl of [undefined, `${postgres.url}/postgres`]) {
    const database = await openDatabase({ dataDirectory: folder, databaseUrl })
    await migrate(database)
    await loadContent(database, 'content')
    await loadSamples(database, database.write, { count: MANY, days: DAYS, now: new Date() })
    await database.forgetDeleted()
    const name = databaseUrl ? 'PostgreSQL' : 'SQLite'
    for (const [what, filters, order] of LISTS)
      lines.push(
        await measure(database, `${name}: first page of 100,000, ${what}`, filters, MAX_PAGE_MILLISECONDS, order),
      )
    for (const [what, filters, order] of SEARCHES)
      lines.push(
        await measure(database, `${name}: search of 100,000, ${what}`, filters, MAX_SEARCH_MILLISECONDS, order),
      )
    await database.close()
  }
  await postgres.remove()
  rmSync(folder, { recursive: true })
  return lines
}

/** With the count that stands above the list. */
async function measure(
  { queries }: Database,
  what: string,
  filters: SubmissionFilters,
  limit: number,
  order: Order = 'newest',
) {
  const durations: number[] = []
  for (let turn = 0; turn < TIMES; turn++) {
    const start = performance.now()
    await inboxPage(queries, filters, { order, limit: PAGE })
    await countInbox(queries, order === 'waiting' ? { ...filters, isWaiting: true } : filters)
    durations.push(performance.now() - start)
  }
  return atMost(1, what, median(durations), limit, 'ms')
}
