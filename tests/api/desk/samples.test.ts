import { describe, expect, test } from 'vitest'
import { loadSamples } from '#domain/operations/samples/samples.ts'
import { STAGES } from '#domain/platform/database/tables.ts'
import { listSubmissions } from '#domain/submissions/list-submissions.ts'
import { findCv } from '#domain/submissions/submissions.ts'
import { databasesByTurn } from '../../support/databases.ts'
import { deskOn } from '../../support/desk-api.ts'
import { storeMessage } from '../../support/desk-submissions.ts'

describe.each(databasesByTurn(0))('samples on %s', (name) => {
  const desk = deskOn(name)
  const list = async (query = {}) => listSubmissions(desk.database.queries, query)

  test('are in both languages, all forms and all stages, marked, with CVs that can be drawn', async () => {
    const { call } = await desk.as('recruiter')
    expect(await (await call('POST /samples')).json()).toEqual({ loaded: 60 })
    const samples = await list({ isSample: true })
    expect(samples).toHaveLength(60)
    expect(new Set(samples.map(({ kind }) => kind)).size).toBe(3)
    expect(new Set(samples.map(({ language }) => language)).size).toBe(2)
    expect(new Set(samples.map(({ stage }) => stage))).toEqual(new Set(STAGES))
    expect(samples.every(({ email }) => email.endsWith('.example'))).toBe(true)
    const application = samples.find(({ kind }) => kind === 'career-application')
    const id = application?.reference ?? ''
    expect(await findCv(desk.database.queries, id)).toBeDefined()
    expect((await call('GET /submissions/:id/cv/pages/:page', { params: { id, page: '1' } })).status).toBe(200)
  })

  test('they send no mail', async () => {
    expect(await desk.database.queries.selectFrom('mails').selectAll().execute()).toEqual([])
  })

  test('go with one press, and nothing else goes', async () => {
    const { call } = await desk.as('recruiter')
    const real = await storeMessage(desk)
    expect((await call('DELETE /samples')).status).toBe(200)
    expect((await list()).map(({ reference }) => reference)).toEqual([real])
    const { queries } = desk.database
    for (const table of ['cvs', 'submission_notes'] as const)
      expect(await queries.selectFrom(table).selectAll().execute()).toEqual([])
  })

  test('more than fit into one statement are stored, and go', { tags: 'slow' }, async () => {
    const { call } = await desk.as('recruiter')
    await loadSamples(desk.database, desk.database.write, { count: 1001, now: new Date() })
    expect(await list({ isSample: true })).toHaveLength(1001)
    expect((await call('DELETE /samples')).status).toBe(200)
    expect(await list({ isSample: true })).toEqual([])
  })

  test('the same seed makes the same samples', async () => {
    const made = async () => {
      await loadSamples(desk.database, desk.database.write, {
        count: 20,
        now: new Date('2026-03-01T10:00:00Z'),
        seed: 7,
      })
      const samples = await list({ isSample: true })
      const { call } = await desk.as('recruiter')
      await call('DELETE /samples')
      return samples.map(({ name, email, stage, about, created_at }) => [name, email, stage, about, created_at])
    }
    expect(await made()).toEqual(await made())
  })
})
