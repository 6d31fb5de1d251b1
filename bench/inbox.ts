import { sql } from 'kysely'
import { loadSamples } from '#domain/operations/samples/samples.ts'
import type { Database } from '#domain/platform/database/database.ts'
import { countsOf, inboxPage, inboxVersion } from '#domain/submissions/inbox.ts'
import { ORDERS, type Order, type SubmissionFilters } from '#domain/submissions/list-submissions.ts'
import type { Viewer } from '#domain/submissions/scope.ts'
import { todayFor } from '#domain/submissions/today.ts'
import { onBothDatabases, processorTimer, type Timed, worst } from './databases.ts'
import { atMost, type Measurement } from './measurement.ts'
import '../tests/support/subscribe.ts'

const SOMEBODY: Viewer = { id: 'somebody', roles: ['recruiter'], teams: [] }
const MANY = 100_000
const DAYS = 700
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

/** The inbox with 100,000 submissions. Times are processor time of this process and the database. */
export const inbox = () => onBothDatabases(fill, measureAll)

async function fill({ queries, kind, write }: Database) {
  await loadSamples({ queries }, write, { count: MANY, days: DAYS, now: new Date() })
  // As autovacuum would within minutes.
  if (kind === 'postgres')
    for (const table of ['submissions', 'submission_search']) await sql`analyze ${sql.table(table)}`.execute(queries)
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
