import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { DeskCalls } from '#desk/api/calls.ts'
import { erasePerson } from '#domain/submissions/erase.ts'
import { DATABASES } from '../../support/databases.ts'
import { type Caller, deskOn, type Query } from '../../support/desk-api.ts'
import { storeApplication, storeMessage } from '../../support/desk-submissions.ts'
import { updateRows } from '../../support/rows.ts'

type ResultOf<Key extends keyof DeskCalls> = Awaited<ReturnType<DeskCalls[Key]['handle']>>
type Person = ResultOf<'GET /candidates/:id'>

describe.each(DATABASES)('one page for each person on %s', (name) => {
  const desk = deskOn(name)
  const list = async (call: Caller, query: Query = {}) =>
    ((await (await call('GET /candidates', { query })).json()) as ResultOf<'GET /candidates'>).people
  const open = async (call: Caller, id: string) =>
    (await (await call('GET /candidates/:id', { params: { id } })).json()) as Person
  const personOf = async (call: Caller, reference: string) => {
    const one = (await (
      await call('GET /submissions/:id', { params: { id: reference } })
    ).json()) as ResultOf<'GET /submissions/:id'>
    return one.candidateId as string
  }
  const someone = async (call: Caller, fields: Record<string, string | number> = {}) => {
    const email = `p${randomUUID().slice(0, 8)}@mail.example`
    const reference = await storeApplication(desk, { fields: { email, ...fields } })
    return { email, reference, id: await personOf(call, reference) }
  }
  const status = async (answer: Promise<Response>) => (await answer).status
  const merge = (call: Caller, into: string, other: string) =>
    call('POST /candidates/:id/merge', { params: { id: into }, body: { other } })

  test('has all spellings of a mailbox, and only applicants are listed', async () => {
    const { call } = await desk.as('recruiter')
    const first = await storeApplication(desk, { fields: { email: 'Nourhan.Samir@gmail.com' } })
    const second = await storeMessage(desk, { fields: { email: 'nourhansamir+jobs@googlemail.com' } })
    await storeMessage(desk, { fields: { email: 'client@mail.example' } })
    const person = await open(call, await personOf(call, first))
    expect(person.sent.map(({ reference }) => reference).toSorted()).toEqual([first, second].toSorted())
    expect(person.emails).toHaveLength(2)
    expect((await list(call)).map(({ id }) => id)).toEqual([person.id])
    expect((await list(call))[0]).toMatchObject({ count: 2, newest: { reference: first } })
  })

  test('keeps tags, a rating and the pool, finds by them, and filters the inbox by a tag', async () => {
    const { call } = await desk.as('recruiter')
    const { id, reference } = await someone(call)
    await someone(call)
    const params = { id }
    const tag = (await (
      await call('POST /candidates/:id/tags', { params, body: { name: '  C++ \u200b' } })
    ).json()) as { id: string; name: string }
    expect(tag.name).toBe('C++')
    await call('POST /candidates/:id/tags', { params, body: { name: 'c++' } })
    const other = (await (await call('POST /candidates/:id/tags', { params, body: { name: '<b>x</b>' } })).json()) as {
      name: string
    }
    expect(other.name).toBe('<b>x</b>')
    for (const wrong of ['', '\u200b\u202e', 'x'.repeat(10_000)])
      expect(await status(call('POST /candidates/:id/tags', { params, body: { name: wrong } }))).toBe(422)
    await call('PUT /candidates/:id/rating', { params, body: { rating: 4 } })
    for (const rating of [0, 6, 2.5])
      expect(await status(call('PUT /candidates/:id/rating', { params, body: { rating } }))).toBe(422)
    const today = desk.clock.now.toISOString().slice(0, 10)
    const inDays = (days: number) => new Date(desk.clock.now.getTime() + days * 86_400_000).toISOString().slice(0, 10)
    const pool = (until: string, agreedOn = today) =>
      call('PUT /candidates/:id/pool', { params, body: { until, agreedOn, channel: 'telephone' } })
    for (const wrong of [pool(inDays(-1)), pool(inDays(1000)), pool(inDays(100), inDays(2)), pool('soon')])
      expect(await status(wrong)).toBe(422)
    expect(await status(pool(inDays(100)))).toBe(204)
    const person = await open(call, id)
    expect(person).toMatchObject({ rating: { rating: 4 }, pool: { until: inDays(100), channel: 'telephone' } })
    expect(person.tags.map(({ name }) => name).toSorted()).toEqual(['<b>x</b>', 'C++'])
    const queries: Query[] = [{ tag: tag.id }, { rating: '4' }, { pool: 'yes' }, { search: reference }]
    for (const query of queries) expect((await list(call, query)).map((each) => each.id)).toEqual([id])
    expect(await list(call, { rating: '5' })).toEqual([])
    const inbox = (await (
      await call('GET /submissions', { query: { tag: tag.id } })
    ).json()) as ResultOf<'GET /submissions'>
    expect(inbox.items.map((each) => each.reference)).toEqual([reference])
    expect(await status(call('DELETE /candidates/:id/tags/:tag', { params: { id, tag: tag.id } }))).toBe(204)
    expect(await status(call('DELETE /candidates/:id/tags/:tag', { params: { id, tag: tag.id } }))).toBe(404)
  })

  test('is suggested for the same phone, merged, and unmerged for thirty days with all it had', async () => {
    const { call } = await desk.as('recruiter')
    const phone = '01055512345'
    const [one, two] = [await someone(call, { phone }), await someone(call, { phone })]
    await call('POST /candidates/:id/tags', { params: { id: two.id }, body: { name: 'frontend' } })
    const { suggestions } = await open(call, one.id)
    expect(suggestions.find(({ id }) => id === two.id)?.reasons).toContain('phone')
    expect(await status(merge(call, one.id, one.id))).toBe(409)
    expect(await status(merge(call, one.id, randomUUID()))).toBe(404)
    expect(await status(merge(call, one.id, two.id))).toBe(200)
    const merged = await open(call, two.id)
    expect(merged).toMatchObject({ id: one.id, tags: [{ name: 'frontend' }], merged: [{ id: two.id }] })
    expect(merged.sent).toHaveLength(2)
    expect(await status(merge(call, one.id, two.id))).toBe(409)
    const undone = (id: string) => call('DELETE /candidates/:id/merges/:merged', { params: { id: one.id, merged: id } })
    expect(await status(undone(two.id))).toBe(200)
    expect((await open(call, one.id)).tags).toEqual([])
    expect((await open(call, two.id)).sent).toHaveLength(1)
    await merge(call, one.id, two.id)
    const merged_at = new Date(desk.clock.now.getTime() - 31 * 86_400_000).toISOString()
    await updateRows(desk.database.queries, 'candidates', { id: two.id }, { merged_at })
    expect(await status(undone(two.id))).toBe(409)
    await call('POST /candidates/:id/differences', { params: { id: one.id }, body: { other: two.id } })
  })

  test('of two merges at once one person remains, and none is lost', async () => {
    const { call } = await desk.as('recruiter')
    const [a, b, c] = [await someone(call), await someone(call), await someone(call)]
    const statuses = await Promise.all([
      status(merge(call, b.id, a.id)),
      status(merge(call, c.id, b.id)),
      status(merge(call, a.id, c.id)),
    ])
    expect(statuses.every((each) => each === 200 || each === 409)).toBe(true)
    expect(statuses).toContain(200)
    const roots = await Promise.all([a, b, c].map(async ({ id }) => open(call, id)))
    const whole = new Map(roots.map((person) => [person.id, person.sent.length]))
    expect([...whole.values()].reduce((sum, count) => sum + count, 0)).toBe(3)
    const rows = await desk.database.queries
      .selectFrom('candidates')
      .select('root_id')
      .where('merged_into', 'is', null)
      .execute()
    expect(new Set(rows.map(({ root_id }) => root_id)).size).toBe(rows.length)
  })

  test('erasing one of two that are merged leaves the other whole, and nothing of the erased', async () => {
    const { call } = await desk.as('recruiter')
    const [one, two] = [await someone(call), await someone(call)]
    await call('POST /candidates/:id/tags', { params: { id: one.id }, body: { name: 'mine' } })
    await merge(call, one.id, two.id)
    await erasePerson(desk.database, one.email, { actor: 'a test', now: desk.clock.now })
    expect(await status(call('GET /candidates/:id', { params: { id: one.id } }))).toBe(404)
    const left = await open(call, two.id)
    expect(left).toMatchObject({ id: two.id, tags: [], merged: [] })
    expect(
      await status(call('DELETE /candidates/:id/merges/:merged', { params: { id: two.id, merged: one.id } })),
    ).toBe(404)
    await erasePerson(desk.database, two.email, { actor: 'a test', now: desk.clock.now })
    for (const table of ['candidates', 'candidate_tags'] as const)
      expect(JSON.stringify(await desk.database.queries.selectFrom(table).selectAll().execute())).not.toContain(two.id)
  })

  test('declines for reasons of the company, which are added, changed and removed', async () => {
    const { call } = await desk.as('recruiter')
    const { reference } = await someone(call)
    const reasons = async () =>
      ((await (await call('GET /decline-reasons', {})).json()) as ResultOf<'GET /decline-reasons'>).reasons
    const body = { name: { en: 'Salary', ar: 'الراتب' } }
    const { id } = (await (await call('POST /decline-reasons', { body })).json()) as { id: string }
    expect(await status(call('POST /decline-reasons', { body }))).toBe(422)
    const decline = (reason: string) =>
      status(
        call('PUT /submissions/:id/stage', {
          params: { id: reference },
          body: { stage: 'declined', reason, version: 1 },
        }),
      )
    expect(await decline('invented')).toBe(422)
    expect(await decline(id)).toBe(200)
    const change = (version: number) =>
      status(call('PATCH /decline-reasons/:id', { params: { id }, body: { isRemoved: true, version } }))
    expect(await change(1)).toBe(204)
    expect(await change(1)).toBe(409)
    expect((await reasons()).find((each) => each.id === id)).toMatchObject({ isRemoved: true, name: body.name })
  })

  test('is added by hand with a CV, once, and hears nothing unless wished', async () => {
    const { call, person } = await desk.as('recruiter')
    const body = {
      key: randomUUID(),
      name: 'Hala Adel',
      email: 'hala@mail.example',
      phone: '010 1234 5678',
      language: 'ar',
      jobId: null,
      addedAs: 'referral',
      confirms: false,
    }
    const added = (await (await call('POST /candidates', { body })).json()) as { reference: string }
    expect(((await (await call('POST /candidates', { body })).json()) as { reference: string }).reference).toBe(
      added.reference,
    )
    expect(await status(call('POST /candidates', { body: { ...body, key: randomUUID(), phone: '12' } }))).toBe(422)
    expect(await status(call('POST /candidates', { body: { ...body, key: randomUUID(), jobId: 999 } }))).toBe(422)
    const one = (await (
      await call('GET /submissions/:id', { params: { id: added.reference } })
    ).json()) as ResultOf<'GET /submissions/:id'>
    expect(one).toMatchObject({ added: { as: 'referral', by: person.id }, phone: '01012345678', cv: null })
    expect(
      await desk.database.queries.selectFrom('mails').select('id').where('reference', '=', added.reference).execute(),
    ).toEqual([])
  })
})
