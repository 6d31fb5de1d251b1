import { describe, expect, test } from 'vitest'
import type { DeskCalls } from '#desk/api/calls.ts'
import { answerQuestion, correct, withdraw } from '#domain/candidates/acts.ts'
import { listAuditTrail } from '#domain/platform/audit-trail.ts'
import { currentToken, linkSecretOf } from '#domain/submissions/links.ts'
import { DATABASES } from '../../support/databases.ts'
import { type Caller, deskOn } from '../../support/desk-api.ts'
import { storeApplication } from '../../support/desk-submissions.ts'
import { updateRows } from '../../support/rows.ts'

type ResultOf<Key extends keyof DeskCalls> = Awaited<ReturnType<DeskCalls[Key]['handle']>>
type Opened = ResultOf<'GET /submissions/:id'>

describe.each(DATABASES)('an open submission on %s', (name) => {
  const desk = deskOn(name, { outbox: { mailDomain: 'nuqta.example', wake() {} } })
  const open = async (call: Caller, id: string) =>
    (await (await call('GET /submissions/:id', { params: { id } })).json()) as Opened
  const look = async (call: Caller, { reference: id, state }: Pick<Opened, 'reference' | 'state'>) =>
    (await (
      await call('PUT /submissions/:id/presence', { params: { id }, body: { state } })
    ).json()) as ResultOf<'PUT /submissions/:id/presence'>
  const versionOf = async (call: Caller) =>
    ((await (await call('GET /inbox/version')).json()) as { version: string }).version
  const openings = async (reference: string) =>
    (await listAuditTrail(desk.database.queries, reference)).filter(({ action }) => action === 'submission.open').length

  const NEWS: Record<string, (id: string, colleague: Caller) => Promise<unknown>> = {
    "a candidate's answer": async (id, colleague) => {
      const asked = await colleague('POST /submissions/:id/questions', { params: { id }, body: { question: 'When?' } })
      const { id: question } = (await asked.json()) as { id: string }
      return answerQuestion(desk.database, { ...(await acting(id)), question, answer: 'In May' })
    },
    'a correction': async (id) =>
      correct(desk.database, { ...(await acting(id)), field: 'name', answer: 'Another Name' }),
    'a withdrawal': async (id) => withdraw(desk.database, await acting(id)),
    "a colleague's note": (id, colleague) =>
      colleague('POST /submissions/:id/notes', { params: { id }, body: { note: 'Look' } }),
    "a colleague's move": (id, colleague) =>
      colleague('PUT /submissions/:id/stage', { params: { id }, body: { stage: 'interview', version: 1 } }),
    'a letter that has left': async (id, colleague) => {
      const letter = { language: 'en', subject: 'Hello', body: 'Hello {name}', replyTo: 'team', version: 1 }
      const sent = await colleague('POST /submissions/:id/letters', { params: { id }, body: letter })
      const { id: mail } = (await sent.json()) as { id: string }
      desk.clock.pass(1000)
      await updateRows(desk.database.queries, 'mails', { id: mail }, { sent_at: desk.clock.now.toISOString() })
    },
  }
  const acting = async (reference: string) => ({
    token: (await currentToken(desk.database.queries, await linkSecretOf(desk.database), reference)) ?? '',
    now: desk.clock.now,
  })

  test.each(Object.keys(NEWS))('shows %s without being opened again', async (what) => {
    const [{ call }, colleague] = [await desk.as('recruiter'), await desk.as('recruiter')]
    const id = await storeApplication(desk)
    const before = await open(call, id)
    expect(await look(call, before)).toMatchObject({ isOpen: true, news: null })
    const version = await versionOf(call)
    desk.clock.pass(1000)
    await NEWS[what]?.(id, colleague.call)
    expect(await versionOf(call)).not.toBe(version)
    const { news } = await look(call, before)
    expect(news?.state).not.toBe(before.state)
    expect(await openings(id)).toBe(1)
    const { neighbours: _list, others: _others, ...now } = await open(call, id)
    expect({ ...now, state: '', timeline: [] }).toEqual({ ...news, state: '', timeline: [] })
    const list = await (await call('GET /submissions', { query: { read: 'no', search: id } })).json()
    expect(list).toMatchObject({ items: [] })
  })

  test('is opened and recorded anew after the page was away', async () => {
    const [{ call }, colleague] = [await desk.as('recruiter'), await desk.as('recruiter')]
    const id = await storeApplication(desk)
    const before = await open(call, id)
    desk.clock.pass(60_000)
    await NEWS["a colleague's note"]?.(id, colleague.call)
    expect(await look(call, before)).toMatchObject({ isOpen: false, news: null })
    expect((await open(call, id)).noteList).toHaveLength(1)
    expect(await openings(id)).toBe(2)
  })

  test('gives a stranger to it nothing without an opening', async () => {
    const { call } = await desk.as('reader')
    const id = await storeApplication(desk)
    for (let turn = 0; turn < 2; turn++)
      expect(await look(call, { reference: id, state: 'guessed' })).toEqual({ isOpen: false, others: [], news: null })
    expect(await openings(id)).toBe(0)
  })
})
