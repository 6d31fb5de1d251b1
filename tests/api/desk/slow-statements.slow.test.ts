import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { ProblemBody } from '#desk/api/problem.ts'
import { deskOn } from '../../support/desk-api.ts'
import { storeApplication } from '../../support/desk-submissions.ts'

const desk = deskOn('PostgreSQL')

test('a list that takes longer than a statement is given says so, and is there again afterwards', async () => {
  const { call } = await desk.as('reader')
  const list = () => call('GET /submissions')
  expect((await list()).status).toBe(200)
  // A locked table stands for a search in ten million rows.
  const slow = await desk.database.write(async (queries) => {
    await sql`lock table submissions in access exclusive mode`.execute(queries)
    return list()
  })
  expect(slow.status).toBe(503)
  expect(((await slow.json()) as ProblemBody).type).toBe('urn:problem:tooSlow')
  expect((await list()).status).toBe(200)
})

test('an erasure whose connection is lost while it cleans up has erased, and says so', async () => {
  const { call } = await desk.as('owner')
  const email = 'gone@mail.example'
  await storeApplication(desk, { fields: { email } })
  const erased = await desk.database.write(async (queries) => {
    // Rows may be deleted meanwhile, but not vacuumed.
    await sql`lock table submissions in share update exclusive mode`.execute(queries)
    const erasing = call('POST /erasure', { body: { email, typedEmail: email } })
    await expect.poll(endVacuum).toBe(1)
    return erasing
  })
  expect(erased.status).toBe(200)
  const left = desk.database.queries.selectFrom('submissions').select('id').where('email', '=', email)
  expect(await left.execute()).toEqual([])
})

/** Outside the transaction, whose view of this table is fixed. */
async function endVacuum() {
  const { rows } = await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and query like 'vacuum%' and wait_event_type = 'Lock'`.execute(
    desk.database.queries,
  )
  return rows.length
}
