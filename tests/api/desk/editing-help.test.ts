import { describe, expect, test } from 'vitest'
import type { NeedyRecord } from '#domain/content/needs-work.ts'
import type { FoundText } from '#domain/content/replace-text.ts'
import { bodyOf, editing } from '../../support/content-record.ts'
import { DATABASES } from '../../support/databases.ts'
import { type Caller, deskOn } from '../../support/desk-api.ts'

/** The list of what is left to do, words replaced across the content, and texts copied to be translated. */

interface Work {
  needy: NeedyRecord[]
  scheduled: { type: string; id: number; parts: string[]; at: string; by: string | null }[]
}

describe.each(DATABASES)('editing help on %s', (name) => {
  const desk = deskOn(name)
  const work = (call: Caller) => bodyOf<Work>(call('GET /content-work'))
  const needsOf = async (call: Caller, type: string, id: number) =>
    (await work(call)).needy.find((each) => each.type === type && each.id === id)?.needs ?? []
  const find = async (call: Caller, wanted: object) =>
    (
      await bodyOf<{ found: FoundText[] }>(
        call('POST /content-text/find', { body: { replace: '', matchesCase: false, ...wanted } }),
      )
    ).found

  test('the starter content needs nothing but age, and each fault is listed until it is mended', async () => {
    const { call } = await desk.as('editor')
    expect(
      (await work(call)).needy.flatMap(({ needs }) => needs.map(({ need }) => need)).filter((need) => need !== 'old'),
    ).toEqual([])
    const service = editing(call, 'services', 3)
    await service.save('en', { summary: 'Another sentence.', description: 'See [the rest](/services-details/999).' })
    const needs = await needsOf(call, 'services', 3)
    expect(needs).toContainEqual({ need: 'behind', languages: ['ar'], values: [] })
    expect(needs.find(({ need }) => need === 'deadLink')).toMatchObject({ languages: ['en'] })
    await service.save('ar', { title: '' })
    expect(await needsOf(call, 'services', 3)).toContainEqual({ need: 'missing', languages: ['ar'], values: [] })
    await service.discard('en', 'ar')
    expect(await needsOf(call, 'services', 3)).toEqual([])
  })

  test('an article that nobody has touched for a year is listed as old', async () => {
    const before = desk.clock.now
    desk.clock.now = new Date(before.getTime() + 800 * 86_400_000)
    const later = (await desk.as('editor')).call
    expect(
      (await work(later)).needy.filter(({ needs }) => needs.some(({ need }) => need === 'old')).length,
    ).toBeGreaterThan(0)
    desk.clock.now = before
    expect(await needsOf((await desk.as('editor')).call, 'services', 1)).toEqual([])
  })

  test('what is scheduled is listed with its parts and its person', async () => {
    const { call, person } = await desk.as('editor')
    const record = editing(call, 'questions', 2)
    await record.save('en', { answer: 'On the first of May.' })
    const year = desk.clock.now.getUTCFullYear() + 1
    expect((await record.schedule(`${year}-05-01T09:00`, 'en')).status).toBe(200)
    expect((await work(call)).scheduled).toContainEqual(
      expect.objectContaining({ type: 'questions', id: 2, parts: ['en'], by: person.id }),
    )
    await record.unschedule()
    expect((await work(call)).scheduled).toEqual([])
  })

  test('words are replaced where they were chosen, as a revision of their own; addresses stay', async () => {
    const { call } = await desk.as('editor')
    const note = editing(call, 'notes', 1)
    const body =
      'Harbours and [harbours](/blog-details?note=loading) and https://x.example/harbours.\n\nHARBOURS $& end.'
    await note.save('en', { body, title: 'About harbours' })
    const wanted = { find: 'harbours', replace: 'ports $&', matchesCase: false }
    const found = await find(call, wanted)
    expect(found.map(({ id, language, field, count }) => [id, language, field, count])).toEqual([
      [1, 'en', 'title', 1],
      [1, 'en', 'body', 3],
    ])
    expect(found[1]?.excerpts[0]).toMatchObject({ before: '', found: 'Harbours' })
    const places = found.map(({ type, id, language, field, version }) => ({ type, id, language, field, version }))
    const replaced = () => call('POST /content-text/replace', { body: { ...wanted, places: [places[1]] } })
    expect(await (await replaced()).json()).toEqual({ changed: 1, kept: [] })
    const { parts } = await note.read()
    expect(parts.en.fields.title).toBe('About harbours')
    expect(parts.en.fields.body).toBe(
      'ports $& and [ports $&](/blog-details?note=loading) and https://x.example/harbours.\n\nports $& $& end.',
    )
    // The version is outdated now.
    expect(await (await replaced()).json()).toMatchObject({ changed: 0, kept: [{ field: 'body' }] })
    const { revisions } = await bodyOf<{ revisions: { part: string; number: number }[] }>(
      call('GET /content/:type/:id/history', { params: note.params }),
    )
    const [, former] = revisions.filter(({ part }) => part === 'en')
    expect((await note.restore('en', former?.number as number)).status).toBe(200)
    expect((await note.read()).parts.en.fields.body).toBe(body)
    await note.discard('en')
  })

  test('Arabic words and signs of patterns are plain text', async () => {
    const { call } = await desk.as('editor')
    const question = editing(call, 'questions', 3)
    await question.save('ar', { answer: 'السعر (أ.ب)* لكل شهر' })
    const wanted = { find: '(أ.ب)*', replace: '', matchesCase: true }
    const found = await find(call, wanted)
    expect(found).toHaveLength(1)
    const places = found.map(({ type, id, language, field, version }) => ({ type, id, language, field, version }))
    await call('POST /content-text/replace', { body: { ...wanted, places } })
    expect((await question.read()).parts.ar.fields.answer).toBe('السعر  لكل شهر')
    await question.discard('ar')
    for (const body of [{ find: '' }, { find: 'x'.repeat(201) }, {}])
      expect(
        (await call('POST /content-text/find', { body: { replace: '', matchesCase: false, ...body } })).status,
      ).toBe(422)
    const foreign = [{ type: 'submissions', id: 1, language: 'en', field: 'email', version: 1 }]
    expect((await call('POST /content-text/replace', { body: { ...wanted, places: foreign } })).status).toBe(422)
  })

  test('missing texts are copied from the other language and stay behind until they are translated', async () => {
    const { call } = await desk.as('editor')
    const { id } = await bodyOf<{ id: number }>(call('POST /content/:type', { params: { type: 'questions' } }))
    const question = editing(call, 'questions', id)
    await question.save('en', { question: 'When do you open?', answer: 'At nine.' })
    await question.save('ar', { question: 'متى تفتحون؟' })
    const copy = async (parts = question.versions('en', 'ar')) =>
      call('POST /content/:type/:id/copy', {
        params: question.params,
        body: { from: 'en', to: 'ar', parts: await parts },
      })
    const seen = await question.versions('en', 'ar')
    expect((await copy()).status).toBe(200)
    expect((await copy(Promise.resolve(seen))).status).toBe(409)
    const { parts } = await question.read()
    expect(parts.ar.fields).toEqual({ question: 'متى تفتحون؟', answer: 'At nine.' })
    expect(parts.ar.isMissing).toBe(false)
    expect(parts.ar.behind.map(({ field }) => field)).toEqual(['answer'])
    await question.save('ar', { answer: 'في التاسعة.' })
    expect((await question.read()).parts.ar.behind).toEqual([])
  })

  test('only editors see and change it', async () => {
    for (const role of ['recruiter', 'reader'] as const) {
      const { call } = await desk.as(role)
      expect((await call('GET /content-work')).status).toBe(403)
      expect(
        (await call('POST /content-text/find', { body: { find: 'a', replace: '', matchesCase: false } })).status,
      ).toBe(403)
    }
  })
})
