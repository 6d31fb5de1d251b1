import { describe, expect, test } from 'vitest'
import { listEntities } from '#domain/content/published.ts'
import { bodyOf, type Described, editing } from '../../support/content-record.ts'
import { DATABASES } from '../../support/databases.ts'
import { type Caller, deskOn } from '../../support/desk-api.ts'

interface Conflict {
  details: { current: Described }
}

describe.each(DATABASES)('two colleagues at one record on %s', (name) => {
  const desk = deskOn(name)
  const editor = async () => (await desk.as('editor')).call

  const confirm = (call: Caller, params: Record<string, string>, parts: object[]) =>
    call('POST /content/:type/:id/confirm', { params, body: { language: 'ar', fields: ['question'], parts } })

  test('confirming a language needs the text that was compared', async () => {
    const [one, call] = [editing(await editor(), 'questions', 1), await editor()]
    await one.save('en', { question: 'The question (one)?' })
    const seen = await one.versions('en', 'ar')
    await one.save('en', { question: 'Something else entirely?' })
    const refused = await confirm(call, one.params, seen)
    expect(refused.status).toBe(409)
    const { current } = ((await refused.json()) as Conflict).details
    expect(current.parts.en.fields.question).toBe('Something else entirely?')
    expect(current.parts.ar.behind).toMatchObject([{ after: 'Something else entirely?' }])
    expect((await one.read()).parts.ar.behind).toHaveLength(1)

    const looked = await one.versions('en', 'ar')
    await one.save('ar', { question: 'شيء آخر؟' }, { isSmall: true })
    expect((await confirm(call, one.params, looked)).status).toBe(409)
    expect((await confirm(call, one.params, await one.versions('en', 'ar'))).status).toBe(200)
    expect((await one.read()).parts.ar.behind).toEqual([])
  })

  test('"still right" names the version of every language, since it compares them', async () => {
    const one = editing(await editor(), 'questions', 2)
    const [english, arabic] = await one.versions('en', 'ar')
    for (const parts of [[], [english], [arabic]] as object[][])
      expect((await confirm(await editor(), one.params, parts)).status).toBe(422)
  })

  test('withdrawing a schedule needs the schedule that was seen', async () => {
    const [one, other] = [editing(await editor(), 'questions', 3), editing(await editor(), 'questions', 3)]
    await one.save('en', { question: 'Tomorrow?' })
    await one.schedule('2099-01-05T09:00', 'en')
    const seen = await other.whole()
    await one.schedule('2099-01-06T09:00', 'en')
    const refused = await other.unschedule(seen)
    expect(refused.status).toBe(409)
    const { current } = ((await refused.json()) as Conflict).details
    expect(current.parts.en.scheduled?.at).toBe('2099-01-06T07:00:00.000Z')
    expect((await bodyOf(other.unschedule())).parts.en.scheduled).toBeNull()
  })

  test('unpublishing needs the revision that was seen', async () => {
    const [one, other] = [editing(await editor(), 'services', 1), editing(await editor(), 'services', 1)]
    const seen = await other.whole()
    await one.save('en', { title: 'Just published' })
    await one.publish('en')
    const refused = await other.unpublish(seen)
    expect(refused.status).toBe(409)
    expect(((await refused.json()) as Conflict).details.current.parts.en.published?.fields.title).toBe('Just published')
    const listed = await listEntities(desk.database.queries, 'services', 'en')
    expect(listed.map(({ title }) => title)).toContain('Just published')
    expect((await other.unpublish()).status).toBe(200)
  })

  test('deleting needs the versions that were seen', async () => {
    const call = await editor()
    const { id } = await bodyOf<{ id: number }>(call('POST /content/:type', { params: { type: 'team' } }))
    const [one, other] = [editing(call, 'team', id), editing(await editor(), 'team', id)]
    const seen = await other.whole()
    await one.save('ar', { name: 'نادية' })
    const refused = await other.remove(seen)
    expect(refused.status).toBe(409)
    expect(((await refused.json()) as Conflict).details.current.parts.ar.fields.name).toBe('نادية')
    expect((await one.read()).parts.ar.fields.name).toBe('نادية')
    expect((await call('DELETE /content/:type/:id', { params: one.params })).status).toBe(422)
    expect((await other.remove()).status).toBe(204)
  })

  test('of one who writes and one who deletes in the same moment, one is refused', async () => {
    const call = await editor()
    for (const round of [1, 2, 3, 4]) {
      const { id } = await bodyOf<{ id: number }>(call('POST /content/:type', { params: { type: 'team' } }))
      const one = editing(call, 'team', id)
      const [seen, version] = [await one.whole(), (await one.read()).parts.en.version]
      const [saved, removed] = await Promise.all([
        one.save('en', { name: `Nadia ${round}` }, { version }),
        one.remove(seen),
      ])
      expect([
        [200, 409],
        [404, 204],
      ]).toContainEqual([saved.status, removed.status])
    }
  })

  test('reordering needs the order that was seen', async () => {
    const call = await editor()
    const order = async () =>
      (
        await bodyOf<{ items: { id: number }[] }>(call('GET /content/:type', { params: { type: 'categories' } }))
      ).items.map(({ id }) => id)
    const put = (ids: number[], seen: number[]) =>
      call('PUT /content/:type/order', { params: { type: 'categories' }, body: { ids, seen } })
    const seen = await order()
    const first = seen.toReversed()
    expect((await put(first, seen)).status).toBe(204)
    expect((await put([...seen.slice(1), ...seen.slice(0, 1)], seen)).status).toBe(409)
    expect(await order()).toEqual(first)
    expect((await put(seen, first)).status).toBe(204)
  })
})
