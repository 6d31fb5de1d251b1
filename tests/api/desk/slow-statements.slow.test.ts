import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { ProblemBody } from '#desk/api/problem.ts'
import { deskOn } from '../../support/desk-api.ts'

const desk = deskOn('PostgreSQL')

test('a list that takes longer than a statement is given says so, and is there again afterwards', async () => {
  const { call } = await desk.as('reader')
  const list = () => call('GET /submissions')
  expect((await list()).status).toBe(200)
  // As slow as a search that half of ten million fit: it waits for the table.
  const slow = await desk.database.write(async (queries) => {
    await sql`lock table submissions in access exclusive mode`.execute(queries)
    return list()
  })
  expect(slow.status).toBe(503)
  expect(((await slow.json()) as ProblemBody).type).toBe('urn:problem:tooSlow')
  expect((await list()).status).toBe(200)
})
