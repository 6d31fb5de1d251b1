import { CompiledQuery, createQueryId, type RootOperationNode, sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Queries } from '#domain/platform/database/database.ts'
import { countsOf, inboxPage } from '#domain/submissions/inbox.ts'
import {
  countUpTo,
  listCursors,
  listSubmissions,
  ORDERS,
  type SubmissionFilters,
} from '#domain/submissions/list-submissions.ts'
import { DATABASES } from '../../support/databases.ts'
import { deskOn } from '../../support/desk-api.ts'
import { storeMessage } from '../../support/desk-submissions.ts'

const FILTERS: SubmissionFilters[] = [
  {},
  { kinds: ['career-application'] },
  { kinds: ['career-application', 'contact-message'] },
  { stages: ['offer'] },
  { stages: ['new', 'declined'] },
  { jobIds: [1] },
  { jobIds: [1, 2] },
  { jobIds: [null] },
  { jobIds: [null, 1] },
  { assigneeIds: ['somebody'] },
  { assigneeIds: ['somebody', 'another'] },
  { assigneeIds: [null] },
  { languages: ['ar'] },
  { sources: ['linkedin'] },
  { sources: ['linkedin', null] },
  { since: '2026-01-01T00:00:00.000Z', until: '2026-02-01T00:00:00.000Z' },
  { marked: ['yes'] },
  { marked: ['robot', 'cv'] },
  { marked: ['no'] },
  { readBy: 'somebody' },
  { unreadBy: 'somebody' },
  { isWaiting: true },
  { isWaiting: false },
  { isSample: true },
  { isSample: false },
]

/** Each filter alone, and each pair. */
const COMBINATIONS = FILTERS.flatMap((one, index) => FILTERS.slice(index).map((other) => ({ ...one, ...other })))
const PLACE = { arrival: 1_700_000_000_000_000, key: '2' }
const named = (filters: object) => JSON.stringify(filters)

describe.each(DATABASES)('the inbox on %s', (name) => {
  const desk = deskOn(name)
  const isSqlite = name === 'SQLite'

  beforeAll(async () => {
    await storeMessage(desk)
  })

  /** The database's plan for these queries. */
  async function plansOf(ask: (queries: Queries) => Promise<unknown>): Promise<string[]> {
    const asked: RootOperationNode[] = []
    const { queries } = desk.database
    await ask(
      queries.withPlugin({
        transformQuery: ({ node }) => {
          asked.push(node)
          return node
        },
        transformResult: async ({ result }) => result,
      }),
    )
    return queries.connection().execute(async (connection) => {
      // PostgreSQL scans small tables, so forbid it: the question is whether an index fits.
      if (!isSqlite) for (const way of ['seqscan', 'sort', 'bitmapscan']) await turnOff(connection, way)
      const plans: string[] = []
      for (const node of asked) {
        const { sql: text, parameters } = connection.getExecutor().compileQuery(node, createQueryId())
        const explained = CompiledQuery.raw(`${isSqlite ? 'explain query plan' : 'explain'} ${text}`, [...parameters])
        const { rows } = await connection.executeQuery<Record<string, string>>(explained)
        plans.push(rows.map((row) => row.detail ?? row['QUERY PLAN']).join('\n'))
      }
      if (!isSqlite) await sql`reset all`.execute(connection)
      return plans
    })
  }

  const turnOff = (connection: Queries, way: string) =>
    sql`select set_config(${`enable_${way}`}, 'off', false)`.execute(connection)

  const isSlow = (plan: string) =>
    isSqlite ? /TEMP B-TREE|SCAN submissions(?! USING)|AUTOMATIC/.test(plan) : /Sort|Seq Scan on submissions/.test(plan)

  test.each(ORDERS)(
    'walks along an index, %s first, with every filter, from the middle too',
    { timeout: 240_000 },
    async (order) => {
      const slow: string[] = []
      for (const filters of COMBINATIONS)
        for (const after of [undefined, PLACE]) {
          const plans = await plansOf(async (queries) => {
            await listCursors(queries, filters, { order, after, limit: 51 })
            await listSubmissions(queries, filters, { order, after, limit: 51, isBackwards: true })
          })
          slow.push(...plans.filter(isSlow).map((plan) => `${named(filters)}: ${plan}`))
        }
      expect(slow).toEqual([])
    },
  )

  test('counts along an index, whatever is counted', async () => {
    const slow: string[] = []
    for (const filters of COMBINATIONS) {
      const plans = await plansOf((queries) => countUpTo(queries, 1001, filters))
      slow.push(...plans.filter(isSlow).map((plan) => `${named(filters)}: ${plan}`))
    }
    expect(slow).toEqual([])
    const counts = await plansOf((queries) => countsOf(queries, { id: 'somebody', roles: ['recruiter'], teams: [] }))
    expect(counts.filter(isSlow)).toEqual([])
  })

  test('finds words by their own index, and walks what it finds in order', async () => {
    for (const filters of FILTERS) {
      const plans = await plansOf((queries) => listCursors(queries, { ...filters, search: 'mona' }, { limit: 51 }))
      for (const plan of plans)
        if (isSqlite) {
          expect(plan).toMatch(/^SCAN found VIRTUAL TABLE/)
          expect(plan).toMatch(/SEARCH submissions USING (COVERING )?INDEX submissions_arrival/)
          expect(plan).not.toContain('TEMP B-TREE')
        } else expect(plan).not.toContain('Seq Scan on submissions')
    }
  })

  test('reads rows only of those it shows: the first page is counted in an index alone', async () => {
    const plans = await plansOf((queries) => inboxPage(queries, {}, { order: 'newest', limit: 50 }, 'somebody'))
    expect(plans[0]).toMatch(
      isSqlite ? /COVERING INDEX submissions_arrival/ : /Index (Only )?Scan.*submissions_arrival/,
    )
  })
})
