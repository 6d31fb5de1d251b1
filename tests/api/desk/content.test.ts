import { describe, expect, test } from 'vitest'
import type { Check } from '#domain/catalogue/checks.ts'
import type { Part } from '#domain/catalogue/content-model.ts'
import { findProject } from '#domain/catalogue/projects.ts'
import type { ContentRecord } from '#domain/catalogue/revisions.ts'
import { findService, listServices } from '#domain/catalogue/services.ts'
import { LANGUAGES } from '#texts/languages.ts'
import { DATABASES } from '../../support/databases.ts'
import { type Caller, deskOn } from '../../support/desk-api.ts'

type Described = ContentRecord & { checks: Check[]; isPublishable: boolean }

const bodyOf = async <Body = Described>(response: Promise<Response>) => (await (await response).json()) as Body

/** An editor with one record before them. */
function editing(call: Caller, type: string, id: number) {
  const params = { type, id: String(id) }
  const read = () => bodyOf(call('GET /content/:type/:id', { params }))
  const save = async (part: Part, fields: object, { isSmall = false, version = 0 } = {}) => {
    const wanted = { part, fields, isSmall, version: version || (await read()).parts[part].version }
    return call('PUT /content/:type/:id', { params, body: { parts: [wanted] } })
  }
  const versions = async (...parts: Part[]) => {
    const record = await read()
    return parts.map((part) => ({ part, version: record.parts[part].version }))
  }
  const publish = async (...parts: Part[]) =>
    call('POST /content/:type/:id/publish', { params, body: { parts: await versions(...parts) } })
  return { params, read, save, versions, publish }
}

describe.each(DATABASES)('the content in the desk on %s', (name) => {
  const desk = deskOn(name)
  const editor = async () => (await desk.as('editor')).call

  test('what was loaded is there, published and behind nothing', async () => {
    const call = await editor()
    const { counts, types } = await bodyOf<{ counts: Record<string, Record<string, number>>; types: object[] }>(
      call('GET /content'),
    )
    expect(types).toHaveLength(7)
    expect(counts.services).toMatchObject({ total: 6, published: 6, draft: 0, behind: 0, missing: 0 })
    const record = await editing(call, 'services', 2).read()
    expect(record.parts.en.fields.title).toBe((await findService(desk.database.queries, 2, 'en'))?.title)
    expect(record.parts.ar.isDraft).toBe(false)
  })

  test('a draft changes nothing that visitors read, until it is published', async () => {
    const one = editing(await editor(), 'services', 1)
    const site = () => Promise.all(LANGUAGES.map((language) => findService(desk.database.queries, 1, language)))
    const before = await site()
    expect((await one.save('en', { title: 'Apps that work underground' })).status).toBe(200)
    expect(await site()).toEqual(before)
    expect((await one.read()).parts.en).toMatchObject({
      isDraft: true,
      published: { fields: { title: before[0]?.title } },
    })

    expect((await one.publish('en')).status).toBe(200)
    const [english, arabic] = await site()
    expect(english?.title).toBe('Apps that work underground')
    expect(arabic).toEqual(before[1])
    expect((await one.read()).parts.en.isDraft).toBe(false)
  })

  test('whoever changes one language leaves the other behind, with what it said before', async () => {
    const one = editing(await editor(), 'services', 3)
    const { title } = (await one.read()).parts.en.fields
    await one.save('en', { title: 'Company systems' })
    await one.save('en', { title: 'Company systems that fit' })
    expect((await one.read()).parts.ar.behind).toEqual([
      { language: 'en', field: 'title', before: title, after: 'Company systems that fit' },
    ])
    await one.save('ar', { title: 'أنظمة للشركات' })
    await one.save('ar', { title: 'أنظمة تلائم الشركات' })
    const { parts } = await one.read()
    expect([parts.en.behind, parts.ar.behind]).toEqual([[], []])
  })

  test('a small edit leaves nobody behind, and what is still right can be said so', async () => {
    const call = await editor()
    const one = editing(call, 'services', 4)
    const { summary } = (await one.read()).parts.en.fields
    await one.save('en', { summary: `${summary}!` }, { isSmall: true })
    expect((await one.read()).parts.ar.behind).toEqual([])
    await one.save('en', { summary: 'Something else' })
    expect((await one.read()).parts.ar.behind).toHaveLength(1)
    const listed = () =>
      bodyOf<{ items: { id: number }[] }>(
        call('GET /content/:type', { params: { type: 'services' }, query: { state: 'behind', language: 'ar' } }),
      )
    expect((await listed()).items.map(({ id }) => id)).toContain(4)
    const body = { language: 'ar', fields: ['summary'] }
    await call('POST /content/:type/:id/confirm', { params: one.params, body })
    expect((await one.read()).parts.ar.behind).toEqual([])
    expect((await listed()).items.map(({ id }) => id)).not.toContain(4)
  })

  test('of two who save from the same version, the second is shown both and nothing is overwritten', async () => {
    const [first, second] = [editing(await editor(), 'projects', 3), editing(await editor(), 'projects', 3)]
    const { version } = (await first.read()).parts.en
    expect((await first.save('en', { title: 'First' }, { version })).status).toBe(200)
    const refused = await second.save('en', { title: 'Second' }, { version })
    expect(refused.status).toBe(409)
    const { details } = (await refused.json()) as { details: { current: Described; wanted: { fields: object }[] } }
    expect(details.current.parts.en.fields.title).toBe('First')
    expect(details.wanted[0]?.fields).toEqual({ title: 'Second' })
    expect((await first.save('ar', { title: 'غيره' })).status).toBe(200)
  })

  test('a new project is told what it lacks, and is on the site once it lacks nothing', async () => {
    const call = await editor()
    const { id } = await bodyOf<{ id: number }>(call('POST /content/:type', { params: { type: 'projects' } }))
    const one = editing(call, 'projects', id)
    const text = (words: string) => ({ title: words, summary: words, description: words })
    await one.save('en', text('A project'))
    const blocked = await one.publish('shared', 'en', 'ar')
    expect(blocked.status).toBe(409)
    const { details } = (await blocked.json()) as { details: { checks: Check[] } }
    expect(details.checks).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ check: 'missing', field: 'title', language: 'ar', isBlocking: true }),
        expect.objectContaining({ check: 'missing', field: 'start_date', language: null }),
      ]),
    )
    expect(await findProject(desk.database.queries, id, 'en')).toBeUndefined()

    const { icon_image, images } = (await editing(call, 'projects', 1).read()).parts.shared.fields
    await one.save('ar', text('مشروع'))
    await one.save('shared', { type: 'Mobile App', start_date: '2026-03-01', icon_image, images })
    expect((await one.publish('shared', 'en', 'ar')).status).toBe(200)
    expect(await findProject(desk.database.queries, id, 'ar')).toMatchObject({ title: 'مشروع', type: 'Mobile App' })
    const removal = await call('DELETE /content/:type/:id', { params: one.params })
    expect(removal.status).toBe(409)

    expect((await call('POST /content/:type/:id/unpublish', { params: one.params })).status).toBe(200)
    expect(await findProject(desk.database.queries, id, 'ar')).toBeUndefined()
    expect((await one.read()).parts.en).toMatchObject({ isDraft: true, fields: text('A project') })
    expect((await one.publish('shared', 'en', 'ar')).status).toBe(200)
  })

  test('the order is the one that was given, and only a whole one is taken', async () => {
    const call = await editor()
    const ids = (await listServices(desk.database.queries, 'en')).map(({ id }) => id).reverse()
    const put = (wanted: number[]) =>
      call('PUT /content/:type/order', { params: { type: 'services' }, body: { ids: wanted } })
    expect((await put(ids.slice(1))).status).toBe(409)
    expect((await put(ids)).status).toBe(204)
    expect((await listServices(desk.database.queries, 'en')).map(({ id }) => id)).toEqual(ids)
  })
})
