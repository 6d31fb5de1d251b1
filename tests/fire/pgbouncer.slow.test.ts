import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { openDatabase } from '#domain/platform/database/connection.ts'
import { emptyDatabaseOf } from '../support/databases.ts'
import { PGBOUNCER, type PgBouncer, startPgBouncer } from '../support/pgbouncer.ts'
import { startSiteOn } from '../support/start-site.ts'
import { tell } from './figures.ts'
import { aMessage, lostOrDoubled, sendUntil } from './submissions.ts'

const empty = emptyDatabaseOf('PostgreSQL')
let bouncer: PgBouncer | undefined

beforeAll(async () => {
  if (PGBOUNCER) bouncer = await startPgBouncer(inject('postgresUrl'))
})
afterAll(() => bouncer?.stop())

/** The same database directly and through PgBouncer. */
async function freshBehind({ url }: PgBouncer) {
  const straight = await empty()
  const { pathname } = new URL(straight.databaseUrl as string)
  return { straight, pooled: { ...straight, databaseUrl: url + pathname } }
}

test('two processes behind PgBouncer in transaction mode migrate, serve, store and limit', async ({ skip }) => {
  if (!bouncer) return skip('PgBouncer is not installed')
  const { straight, pooled } = await freshBehind(bouncer)
  const sites = await Promise.all([startSiteOn(pooled), startSiteOn(pooled)])
  const urls = sites.map(({ url }) => url)
  for (const url of urls) expect((await fetch(`${url}/ar/services`)).status).toBe(200)
  let sent = 0
  const outcome = await sendUntil(() => sent++ > 60, urls, undefined, 6)
  expect(outcome.unanswered).toEqual([])
  expect(outcome.acknowledged.length).toBeGreaterThan(0)
  expect(await lostOrDoubled(straight, outcome.acknowledged)).toEqual([])
  for (const site of sites) expect(await site.end('SIGTERM')).toBe(0)

  const limited = await Promise.all([1, 2].map(() => startSiteOn(pooled, { SUBMISSIONS_PER_MINUTE: '10' })))
  const statuses = await Promise.all(
    Array.from({ length: 20 }, async (_, each) => (await aMessage().send(limited[each % 2]?.url as string)).status),
  )
  expect(statuses.filter((status) => status === 201).length).toBeLessThanOrEqual(10)
  for (const site of limited) expect(await site.end('SIGTERM')).toBe(0)
  tell('behind PgBouncer', { acknowledged: outcome.acknowledged.length, refused: outcome.refusals.length })
})

test("a transaction through PgBouncer is durable and bounded, whatever the server's defaults", async ({ skip }) => {
  if (!bouncer) return skip('PgBouncer is not installed')
  const { straight, pooled } = await freshBehind(bouncer)
  const client = new pg.Client({ connectionString: straight.databaseUrl })
  await client.connect()
  await client.query(
    `alter database ${client.escapeIdentifier(client.database as string)} set synchronous_commit = off`,
  )
  await client.end()
  const database = await openDatabase(pooled)
  const shown = async (name: string, queries = database.queries) =>
    (await sql<Record<string, string>>`show ${sql.raw(name)}`.execute(queries)).rows[0]?.[name]
  const inside = await database.write(async (queries) => [
    await shown('synchronous_commit', queries),
    await shown('statement_timeout', queries),
  ])
  expect(inside).toEqual(['on', '10s'])
  const exclusive = await database.exclusively((queries) => shown('synchronous_commit', queries))
  expect(exclusive).toBe('on')
  // No session state is left on a shared connection.
  expect(await shown('synchronous_commit')).toBe('off')
  await database.close()
})
