import { describe, expect, test } from 'vitest'
import type { DeskCalls } from '#desk/api/calls.ts'
import { listAuditTrail } from '#domain/platform/audit-trail.ts'
import { DATABASES } from '../../support/databases.ts'
import { type Caller, deskOn } from '../../support/desk-api.ts'

type Templates = Awaited<ReturnType<DeskCalls['GET /letters/templates']['handle']>>

const own = (changes: object = {}) => ({
  kind: 'answer',
  texts: {
    en: { name: 'Test task', subject: 'A task for you ({reference})', body: 'Hello {name}, about {job} …' },
    ar: { name: 'مهمة تجريبية', subject: 'مهمة لك ({reference})', body: 'مرحبًا {name}، بخصوص {job} …' },
  },
  ...changes,
})

describe.each(DATABASES)("the team's own templates on %s", (name) => {
  const desk = deskOn(name)
  const list = async (call: Caller) => (await (await call('GET /letters/templates')).json()) as Templates
  const create = async (call: Caller, template: object = own()) =>
    (await (await call('POST /letters/templates', { body: template })).json()) as { id: string; version: number }

  test("stand beside the product's templates in both languages, for every author", async () => {
    const { call, person } = await desk.as('recruiter')
    const { id } = await create(call)
    const { templates } = await list((await desk.as('owner')).call)
    expect(templates.filter((each) => each.id === id)).toMatchObject([
      { language: 'en', name: 'Test task', kind: 'answer', version: 1 },
      { language: 'ar', name: 'مهمة تجريبية', kind: 'answer', version: 1 },
    ])
    expect(templates.filter(({ version }) => version === null).length).toBeGreaterThan(1)
    const [entry] = await listAuditTrail(desk.database.queries)
    expect(entry).toMatchObject({ action: 'template.create', actor: person.id, subject: id })
  })

  test('are refused with an unknown placeholder, or in one language only', async () => {
    const { call } = await desk.as('recruiter')
    const { texts } = own()
    const faulty = own({ texts: { ...texts, ar: { ...texts.ar, body: 'مرحبًا {الاسم}' } } })
    const refused = await call('POST /letters/templates', { body: faulty })
    expect(await refused.json()).toMatchObject({
      status: 422,
      errors: { 'texts.ar.body': ['placeholderUnknown'] },
      details: { unfilled: ['{الاسم}'] },
    })
    expect((await call('POST /letters/templates', { body: own({ texts: { en: texts.en } }) })).status).toBe(422)
    const { id } = await create(call)
    const change = await call('PUT /letters/templates/:id', { params: { id }, body: { ...faulty, version: 1 } })
    expect(change.status).toBe(422)
  })

  test('are changed by one at a time, and removed once', async () => {
    const { call } = await desk.as('owner')
    const { id } = await create(call)
    const change = (body: object) => call('PUT /letters/templates/:id', { params: { id }, body })
    const { texts } = own()
    const renamed = own({ kind: 'decline', texts: { ...texts, en: { ...texts.en, name: 'Renamed' } }, version: 1 })
    expect(await (await change(renamed)).json()).toEqual({ version: 2 })
    expect((await change(renamed)).status).toBe(409)
    expect((await list(call)).templates.find((each) => each.id === id)).toMatchObject({
      name: 'Renamed',
      kind: 'decline',
    })
    const remove = (version: string) => call('DELETE /letters/templates/:id', { params: { id }, query: { version } })
    const late = await remove('1')
    expect(late.status).toBe(409)
    expect(await late.json()).toMatchObject({
      details: { current: { texts: { en: { name: 'Renamed' } }, version: 2 } },
    })
    expect((await remove('2')).status).toBe(204)
    expect((await remove('2')).status).toBe(404)
    expect((await change(renamed)).status).toBe(404)
    for (const built of ['answer', 'decline'])
      expect(
        (await call('DELETE /letters/templates/:id', { params: { id: built }, query: { version: '1' } })).status,
      ).toBe(404)
  })
})
