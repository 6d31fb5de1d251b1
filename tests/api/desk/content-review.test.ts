import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import type { DeskCalls } from '#desk/api/calls.ts'
import { exportContent } from '#domain/content/export-content.ts'
import { type Described, editing } from '../../support/content-record.ts'
import { DATABASES } from '../../support/databases.ts'
import { type Caller, deskOn } from '../../support/desk-api.ts'
import { findRows } from '../../support/rows.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

type ResultOf<Key extends keyof DeskCalls> = Awaited<ReturnType<DeskCalls[Key]['handle']>>
type Reviewed = Described & Pick<ResultOf<'GET /content/:type/:id'>, 'review' | 'isReviewOn'>

const problemOf = async (response: Response) => ((await response.json()) as { type: string }).type

describe.each(DATABASES)('review before publishing on %s', (name) => {
  const desk = deskOn(name)
  const turn = async (isOn: boolean) => {
    const { call } = await desk.as('owner')
    expect((await call('PUT /content-review', { body: { isOn } })).status).toBe(204)
  }
  const ask = async (call: Caller, type: string, id: number, reviewerId: string, words = '') => {
    const one = editing(call, type, id)
    const body = { reviewerId, words, parts: await one.versions('en') }
    return call('PUT /content/:type/:id/review', { params: one.params, body })
  }
  const bell = async (call: Caller) =>
    ((await (await call('GET /notifications')).json()) as ResultOf<'GET /notifications'>).items.map(
      ({ kind, subject, details }) => [kind, subject, details.act],
    )

  test('an editor publishes what a colleague was asked to review only through that colleague', async () => {
    await turn(true)
    const [author, reviewer, third] = [await desk.as('editor'), await desk.as('editor'), await desk.as('editor')]
    const one = editing(author.call, 'questions', 1)
    await one.save('en', { question: 'Reviewed?' })
    expect(await problemOf(await one.publish('en'))).toBe('urn:problem:reviewNeeded')
    expect(await problemOf(await one.schedule('2099-01-05T09:00', 'en'))).toBe('urn:problem:reviewNeeded')
    const asked = await ask(author.call, 'questions', 1, reviewer.person.id, 'Is the tone right?')
    expect(asked.status).toBe(200)
    expect((await asked.json()) as Reviewed).toMatchObject({
      isReviewOn: true,
      review: {
        state: 'asked',
        askedBy: author.person.id,
        reviewerId: reviewer.person.id,
        words: 'Is the tone right?',
      },
    })
    expect(await bell(reviewer.call)).toEqual([['review', 'questions/1', 'asked']])
    expect(await bell(author.call)).toEqual([])
    for (const { call } of [author, third])
      expect(await problemOf(await editing(call, 'questions', 1).publish('en'))).toBe('urn:problem:reviewNeeded')
    const published = await editing(reviewer.call, 'questions', 1).publish('en')
    expect(published.status).toBe(200)
    const record = (await one.read()) as Reviewed
    expect([record.review, record.parts.en.published?.fields.question]).toEqual([null, 'Reviewed?'])
    expect(await bell(author.call)).toEqual([['review', 'questions/1', 'approved']])
  })

  test('a reviewer returns it with words, and the author sends it again', async () => {
    await turn(true)
    const [author, reviewer] = [await desk.as('editor'), await desk.as('editor')]
    const one = editing(author.call, 'questions', 2)
    await one.save('en', { question: 'Too short?' })
    await ask(author.call, 'questions', 2, reviewer.person.id)
    const back = (call: Caller, words: string) =>
      call('POST /content/:type/:id/review/return', { params: one.params, body: { words } })
    expect((await back(reviewer.call, ' ')).status).toBe(422)
    expect(await problemOf(await back(author.call, 'Mine'))).toBe('urn:problem:reviewOver')
    expect((await back(reviewer.call, 'One sentence more')).status).toBe(200)
    expect(await problemOf(await back(reviewer.call, 'Again'))).toBe('urn:problem:reviewOver')
    expect(await problemOf(await editing(reviewer.call, 'questions', 2).publish('en'))).toBe('urn:problem:reviewNeeded')
    const waiting = async (call: Caller) =>
      ((await (await call('GET /reviews')).json()) as ResultOf<'GET /reviews'>).reviews
    expect(await waiting(author.call)).toMatchObject([{ type: 'questions', id: 2, state: 'returned' }])
    expect(await waiting(reviewer.call)).toEqual([])
    expect(await bell(author.call)).toEqual([['review', 'questions/2', 'returned']])
    expect((await ask(author.call, 'questions', 2, reviewer.person.id)).status).toBe(200)
    expect(await waiting(reviewer.call)).toMatchObject([{ id: 2, state: 'asked', by: author.person.id }])
    const withdraw = (call: Caller) => call('DELETE /content/:type/:id/review', { params: one.params })
    expect(await problemOf(await withdraw(reviewer.call))).toBe('urn:problem:reviewOver')
    expect((await withdraw(author.call)).status).toBe(200)
    expect(await waiting(reviewer.call)).toEqual([])
  })

  test('only who may publish is asked, never oneself, and only about a draft that was seen', async () => {
    await turn(true)
    const [author, reviewer, recruiter] = [await desk.as('editor'), await desk.as('editor'), await desk.as('recruiter')]
    const one = editing(author.call, 'questions', 3)
    expect(await problemOf(await ask(author.call, 'questions', 3, reviewer.person.id))).toBe(
      'urn:problem:nothingToReview',
    )
    await one.save('en', { question: 'Seen?' })
    for (const id of [author.person.id, recruiter.person.id, 'nobody', '', 'x'.repeat(60)])
      expect((await ask(author.call, 'questions', 3, id)).status).toBe(404)
    const seen = await one.versions('en')
    await one.save('en', { question: 'Seen once more?' })
    const body = { reviewerId: reviewer.person.id, words: 'x'.repeat(1001), parts: seen }
    const put = (changes: object = {}) =>
      author.call('PUT /content/:type/:id/review', { params: one.params, body: { ...body, ...changes } })
    expect((await put()).status).toBe(422)
    expect(await problemOf(await put({ words: '' }))).toBe('urn:problem:conflict')
  })

  test('owners publish without one, and without reviews everybody who writes does', async () => {
    await turn(true)
    const [owner, editor] = [await desk.as('owner'), await desk.as('editor')]
    await editing(editor.call, 'questions', 4).save('en', { question: 'By an owner?' })
    await ask(editor.call, 'questions', 4, owner.person.id)
    expect((await editing(owner.call, 'questions', 4).publish('en')).status).toBe(200)
    await turn(false)
    await editing(editor.call, 'questions', 4).save('en', { question: 'Without?' })
    expect((await ask(editor.call, 'questions', 4, owner.person.id)).status).toBe(404)
    expect((await editing(editor.call, 'questions', 4).publish('en')).status).toBe(200)
    expect((await editor.call('PUT /content-review', { body: { isOn: true } })).status).toBe(403)
  })

  test('two who are asked at once leave one review, and a removed reviewer leaves none', async () => {
    await turn(true)
    const [author, one, other] = [await desk.as('editor'), await desk.as('editor'), await desk.as('editor')]
    await editing(author.call, 'questions', 5).save('en', { question: 'Two?' })
    await Promise.all([one, other].map(({ person }) => ask(author.call, 'questions', 5, person.id)))
    const { review } = (await editing(author.call, 'questions', 5).read()) as Reviewed
    const owner = await desk.as('owner')
    const { status } = await owner.call('DELETE /people/:id', { params: { id: review?.reviewerId ?? '' } })
    expect(status).toBe(204)
    expect(((await editing(author.call, 'questions', 5).read()) as Reviewed).review).toBeNull()
  })
})

describe.each(DATABASES)('comments on %s', (name) => {
  const desk = deskOn(name)
  const folder = temporaryFolder()
  const service = { type: 'services', id: '1' }
  const add = (call: Caller, changes: object = {}, params = service) =>
    call('POST /content/:type/:id/comments', {
      params,
      body: { id: randomUUID(), part: 'en', field: 'title', words: 'Shorter?', ...changes },
    })
  const listed = async (call: Caller, params = service) =>
    (await (
      await call('GET /content/:type/:id/comments', { params })
    ).json()) as ResultOf<'GET /content/:type/:id/comments'>
  const resolve = (call: Caller, comment: string, isResolved: boolean) =>
    call('PUT /content/:type/:id/comments/:comment/resolved', { params: { ...service, comment }, body: { isResolved } })

  test('a thread of a field is answered, resolved, opened again by an answer, and rings for the others', async () => {
    const [one, other] = [await desk.as('editor'), await desk.as('editor')]
    const id = randomUUID()
    expect((await add(one.call, { id })).status).toBe(204)
    expect((await add(one.call, { id })).status).toBe(204)
    desk.clock.pass(1000)
    expect((await add(other.call, { thread: id, words: 'Yes' })).status).toBe(204)
    const { threads, names } = await listed(one.call)
    expect(threads).toMatchObject([
      { id, part: 'en', field: 'title', resolvedAt: null, comments: [{ words: 'Shorter?' }, { words: 'Yes' }] },
    ])
    expect(names[other.person.id]).toBe(other.person.name)
    const bell = (await (await one.call('GET /notifications')).json()) as ResultOf<'GET /notifications'>
    expect(bell.items).toMatchObject([{ kind: 'comment', subject: 'services/1', actorId: other.person.id }])
    expect((await resolve(other.call, id, true)).status).toBe(204)
    expect((await listed(one.call)).threads[0]).toMatchObject({ resolvedBy: other.person.id })
    expect(((await (await one.call('GET /notifications')).json()) as ResultOf<'GET /notifications'>).items).toEqual([])
    expect((await add(one.call, { thread: id, words: 'Still too long' })).status).toBe(204)
    expect((await listed(one.call)).threads[0]?.resolvedAt).toBeNull()
  })

  test('one deletes one’s own last words alone', async () => {
    const [one, other] = [await desk.as('editor'), await desk.as('editor')]
    const [first, answer] = [randomUUID(), randomUUID()]
    await add(one.call, { id: first, field: 'description' })
    await add(other.call, { id: answer, field: 'description', thread: first })
    const remove = (call: Caller, comment: string) =>
      call('DELETE /content/:type/:id/comments/:comment', { params: { ...service, comment } })
    expect((await remove(one.call, answer)).status).toBe(404)
    expect((await remove(one.call, first)).status).toBe(404)
    expect((await remove(other.call, answer)).status).toBe(204)
    expect((await remove(one.call, first)).status).toBe(204)
    expect((await listed(one.call)).threads.filter(({ field }) => field === 'description')).toEqual([])
  })

  test('hostile comments get a sentence, and stay where they belong', async () => {
    const { call } = await desk.as('editor')
    const elsewhere = randomUUID()
    await add(call, { id: elsewhere }, { type: 'services', id: '2' })
    for (const [changes, status] of [
      [{ field: 'nothing' }, 404],
      [{ field: '__proto__' }, 404],
      [{ part: 'shared' }, 404],
      [{ thread: elsewhere }, 404],
      [{ thread: randomUUID() }, 404],
      [{ id: elsewhere }, 404],
      [{ id: 'x' }, 422],
      [{ part: 'fr' }, 422],
      [{ words: '  ' }, 422],
      [{ words: 'x'.repeat(2001) }, 422],
      [{ words: 'a\0b' }, 400],
    ] as const)
      expect([changes, (await add(call, changes)).status]).toEqual([changes, status])
    expect((await add(call, {}, { type: 'services', id: '999999' })).status).toBe(404)
    expect((await resolve(call, elsewhere, true)).status).toBe(404)
    const words = '<script>alert(1)</script> \u202e'
    expect((await add(call, { words, field: 'summary', part: 'ar' })).status).toBe(204)
  })

  test('comments go with a deleted record, and are in no export of the content', async () => {
    const { call } = await desk.as('editor')
    await add(call, { words: 'Only for colleagues' })
    await exportContent(desk.database, 'content', folder)
    const files = readdirSync(folder).filter((file) => file.endsWith('.json'))
    expect(files.length).toBeGreaterThan(5)
    for (const file of files) expect(readFileSync(path.join(folder, file), 'utf8')).not.toContain('Only for colleagues')
    const { id } = (await (await call('POST /content/:type', { params: { type: 'team' } })).json()) as { id: number }
    const params = { type: 'team', id: String(id) }
    expect((await add(call, { field: 'name' }, params)).status).toBe(204)
    const stored = async () => (await findRows(desk.database.queries, 'content_comments', { type: 'team' })).length
    expect(await stored()).toBe(1)
    expect((await editing(call, 'team', id).remove()).status).toBe(204)
    expect(await stored()).toBe(0)
  })

  test('a reader of the form sees who writes, and in which field', async () => {
    const [one, other] = [await desk.as('editor'), await desk.as('editor')]
    const look = async (call: Caller, place: string | null) =>
      (await (
        await call('PUT /content/:type/:id/lock', { params: service, body: { place } })
      ).json()) as ResultOf<'PUT /content/:type/:id/lock'>
    expect((await look(one.call, 'en.title')).isMine).toBe(true)
    expect((await look(other.call, 'ar.title')).holder).toEqual({
      id: one.person.id,
      name: one.person.name,
      place: 'en.title',
    })
    expect((await look(one.call, 'x'.repeat(80))).isMine).toBe(true)
    const long = await one.call('PUT /content/:type/:id/lock', { params: service, body: { place: 'x'.repeat(81) } })
    expect(long.status).toBe(422)
  })
})
