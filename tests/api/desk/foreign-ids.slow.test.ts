import { describe, expect, test } from 'vitest'
import type { AnyCall } from '#desk/api/call.ts'
import { calls } from '#desk/api/calls.ts'
import { PARTS } from '#domain/content/types/definition.ts'
import { aPdf } from '../../support/builders.ts'
import { DATABASES } from '../../support/databases.ts'
import { deskOn } from '../../support/desk-api.ts'
import { storeApplication, storeMessage } from '../../support/desk-submissions.ts'
import { aProposal } from '../../support/interviews.ts'
import { findRow } from '../../support/rows.ts'

const letter = { language: 'en', subject: 'Hello', body: 'Hello {name}', replyTo: 'team' }
const templateText = { name: 'Name', subject: 'Subject', body: 'Body' }

const WHOLE = PARTS.map((part) => ({ part, version: 1 }))

/** A valid body for each call, so that only the id is wrong. */
const BODIES: Record<string, object> = {
  'POST /content/:type': { parts: [] },
  'POST /people/invitations/:id/renew': { by: 'link' },
  'PATCH /people/:id': { roles: ['reader'], seen: ['editor'] },
  'PUT /candidates/:id/rating': { rating: 3 },
  'POST /candidates/:id/tags': { name: 'frontend' },
  'PUT /candidates/:id/pool': { until: '2026-12-31', agreedOn: '2026-01-01', channel: 'page' },
  'POST /candidates/:id/merge': { other: 'nobody' },
  'POST /candidates/:id/differences': { other: 'nobody' },
  'PATCH /tags/:id': { name: 'frontend' },
  'PATCH /decline-reasons/:id': { isRemoved: true, version: 1 },
  'PUT /submissions/:id/stage': { stage: 'in-review', version: 1 },
  'PUT /submissions/:id/answered': { by: 'telephone', version: 1 },
  'PUT /submissions/:id/assignee': { assigneeId: null, version: 1 },
  'PUT /submissions/:id/read': { isRead: true },
  'POST /submissions/:id/notes': { note: 'A note' },
  'POST /submissions/:id/replies': { text: 'A reply' },
  'POST /submissions/:id/contacts': {
    id: '00000000-0000-4000-8000-000000000000',
    by: 'telephone',
    act: 'contacted',
  },
  'PUT /replies/:id/submission': { reference: 'NQ-0000-0000' },
  'POST /submissions/:id/questions': { question: 'When?' },
  'POST /submissions/:id/interviews': aProposal({ id: 'nobody' }),
  'PUT /interviews/:id': {
    people: ['nobody'],
    startsAt: '2026-03-03T09:00:00.000Z',
    place: 'phone',
    location: '',
    version: 1,
  },
  'POST /submissions/:id/letters/preview': letter,
  'POST /submissions/:id/letters': { ...letter, version: 1 },
  'PUT /letters/templates/:id': { kind: 'answer', texts: { en: templateText, ar: templateText }, version: 1 },
  'PUT /submissions/:id/scorecard': { version: 0, ratings: {}, recommendation: null, summary: '' },
  'POST /submissions/:id/scorecard/send': { version: 0, ratings: {}, recommendation: null, summary: '' },
  'POST /submissions/:id/scorecard/additions': { version: 1, text: 'More' },
  'PUT /processes/:id': { version: 0, stages: [], questions: [], criteria: [], moves: {} },
  'POST /jobs/:id/duplicate': { key: '00000000-0000-4000-8000-000000000000' },
  'POST /jobs/:id/close': { letters: { new: null, 'in-review': null, interview: null } },
  'PATCH /redirects/:id': { to: '/services', version: 1 },
  'PATCH /views/:id': { name: 'Name' },
  'PUT /pictures/:id': { words: { en: '', ar: '' }, isDecorative: true, focus: { x: 2, y: 2 }, version: 1 },
  'PUT /content/:type/order': { ids: [1], seen: [1] },
  'PUT /content/:type/:id': { parts: [{ part: 'en', version: 1, fields: {} }] },
  'POST /content/:type/:id/discard': { parts: [{ part: 'en', version: 1 }] },
  'POST /content/:type/:id/copy': { from: 'en', to: 'ar', parts: WHOLE },
  'POST /content/:type/:id/confirm': { language: 'en', fields: ['title'], parts: WHOLE },
  'POST /content/:type/:id/publish': { parts: [{ part: 'en', version: 1 }] },
  'PUT /content/:type/:id/schedule': { parts: [{ part: 'en', version: 1 }], at: '2099-01-01T09:00' },
  'POST /content/:type/:id/unpublish': { parts: WHOLE },
  'PUT /content/:type/:id/review': { reviewerId: 'nobody', parts: WHOLE },
  'POST /content/:type/:id/review/return': { words: 'Shorter' },
  'POST /content/:type/:id/comments': {
    id: '00000000-0000-4000-8000-000000000000',
    part: 'en',
    field: 'title',
    words: 'Shorter?',
  },
  'PUT /content/:type/:id/comments/:comment/resolved': { isResolved: true },
  'POST /content/:type/:id/restore': { part: 'en', number: 1, version: 1 },
}

const versions = Object.fromEntries(PARTS.map((part) => [part, '1']))

const QUERIES: Record<string, Record<string, string>> = {
  'DELETE /content/:type/:id/schedule': versions,
  'DELETE /content/:type/:id': versions,
  'DELETE /interviews/:id': { version: '1' },
  'DELETE /pictures/:id': { version: '1' },
  'DELETE /letters/templates/:id': { version: '1' },
  'POST /submissions/:id/attachments': { name: 'offer.pdf' },
  'POST /submissions/:id/cv': { name: 'cv.pdf' },
}

const HOSTILE = [
  'NQ-0000-0000',
  '00000000-0000-4000-8000-000000000000',
  "' or 1=1 --",
  '../../people',
  '..%2f..%2fpeople',
  'a\0b',
  '\u202e',
  '__proto__',
  'constructor',
  '-1',
  '1e309',
  '*',
  '%',
  'x'.repeat(90),
]

const withIds = (Object.entries(calls) as [string, AnyCall][]).filter(([key]) => key.includes('/:'))
const namesIn = (key: string) => [...key.matchAll(/:(\w+)/g)].map(([, name]) => name as string)

describe.each(DATABASES)('ids on %s', (name) => {
  const desk = deskOn(name, { outbox: { mailDomain: 'nuqta.example', wake() {} } })

  test.each(withIds.map(([key, definition]) => [key, definition] as const))(
    '%s is not found with an id that is nobody’s, whatever it is made of',
    async (key, { body, maxFileBytes }) => {
      const { call } = await desk.as('owner')
      const entries = () => desk.database.queries.selectFrom('audit_trail').select('number').execute()
      const before = (await entries()).length
      for (const id of HOSTILE) {
        const params = Object.fromEntries(namesIn(key).map((each) => [each, id]))
        const query = QUERIES[key] ?? {}
        const file = maxFileBytes ? { body: aPdf() } : {}
        const response = await call(key, { params, query, ...(body && { body: BODIES[key] ?? {} }), ...file })
        expect([id, [400, 404].includes(response.status) ? 404 : response.status]).toEqual([id, 404])
        await response.body?.cancel()
      }
      expect(await entries()).toHaveLength(before)
    },
  )

  test("a colleague's record, or one of another submission, cannot be reached by its id", async () => {
    const one = await desk.as('recruiter')
    const other = await desk.as('recruiter')
    const [id, elsewhere] = [await storeMessage(desk), await storeApplication(desk)]
    const made = async (response: Promise<Response>) => (await (await response).json()) as Record<string, string>
    const note = await made(one.call('POST /submissions/:id/notes', { params: { id }, body: { note: 'Mine' } }))
    const sent = await made(
      one.call('POST /submissions/:id/letters', { params: { id }, body: { ...letter, version: 1 } }),
    )
    const view = await made(one.call('POST /views', { body: { name: 'Mine', search: '' } }))
    const moved = await made(
      one.call('PUT /submissions/:id/stage', { params: { id: elsewhere }, body: { stage: 'interview', version: 1 } }),
    )
    const { queries } = desk.database
    const session = await findRow(queries, 'sessions', { person_id: one.person.id })

    const statuses = await Promise.all([
      other.call('DELETE /submissions/:id/notes/:note', { params: { id, note: note.id as string } }),
      one.call('DELETE /submissions/:id/notes/:note', { params: { id: elsewhere, note: note.id as string } }),
      one.call('DELETE /submissions/:id/letters/:letter', { params: { id: elsewhere, letter: sent.id as string } }),
      other.call('PATCH /views/:id', { params: { id: view.id as string }, body: { name: 'Yours' } }),
      other.call('DELETE /views/:id', { params: { id: view.id as string } }),
      other.call('POST /undo/:id', { params: { id: moved.undo as string } }),
      other.call('DELETE /account/sessions/:id', { params: { id: session.id } }),
    ])
    expect(statuses.map(({ status }) => status)).toEqual([404, 404, 409, 404, 404, 404, 404])
    expect((await one.call('GET /account')).status).toBe(200)
    expect(await (await one.call('GET /views')).json()).toMatchObject({ views: [{ name: 'Mine' }] })
  })

  test('a word with a sign that PostgreSQL cannot store is refused, not a failure of the desk', async () => {
    const { call } = await desk.as('recruiter')
    const id = await storeMessage(desk)
    const texts = { en: { ...templateText, body: 'a\0b' }, ar: templateText }
    const statuses = await Promise.all([
      call('GET /submissions', { query: { search: 'a\0b' } }),
      call('GET /submissions', { query: { person: 'a\0b' } }),
      call('POST /submissions/:id/notes', { params: { id }, body: { note: 'a\0b' } }),
      call('POST /views', { body: { name: 'a\0b', search: '' } }),
      call('POST /letters/templates', { body: { kind: 'answer', texts } }),
    ])
    expect(statuses.map(({ status }) => status)).toEqual([400, 400, 400, 400, 400])
  })

  test.each(['[', '{"a":'])('a body of nothing but %s is refused, not a failure of the desk', async (opening) => {
    const depth = 10_000
    const body = `${opening.repeat(depth)}1${(opening === '[' ? ']' : '}').repeat(depth)}`
    const { cookie } = await desk.as('recruiter')
    const response = await fetch(`${desk.url}/api/views`, {
      method: 'POST',
      headers: { 'x-desk': '1', cookie, 'content-type': 'application/json' },
      body,
    })
    expect(response.status).toBe(400)
  })
})
