import { describe, expect, test } from 'vitest'
import type { DeskCalls } from '#desk/api/calls.ts'
import { answerQuestion } from '#domain/candidates/acts.ts'
import { findApplication } from '#domain/candidates/find.ts'
import { listAuditTrail } from '#domain/platform/audit-trail.ts'
import { currentToken, linkSecretOf } from '#domain/submissions/links.ts'
import { DATABASES } from '../../support/databases.ts'
import { deskOn } from '../../support/desk-api.ts'
import { storeApplication, storeMessage } from '../../support/desk-submissions.ts'

type Opened = Awaited<ReturnType<DeskCalls['GET /submissions/:id']['handle']>>

describe.each(DATABASES)("the sender's page, from the desk on %s", (name) => {
  const woken: string[] = []
  const desk = deskOn(name, { outbox: { mailDomain: 'nuqta.example', wake: () => void woken.push('now') } })
  const opened = async (call: Awaited<ReturnType<typeof desk.as>>['call'], id: string) =>
    (await (await call('GET /submissions/:id', { params: { id } })).json()) as Opened
  const tokenOf = async (reference: string) =>
    (await currentToken(desk.database.queries, await linkSecretOf(desk.database), reference)) ?? ''
  const mailsAbout = (reference: string) =>
    desk.database.queries.selectFrom('mails').select('kind').where('reference', '=', reference).execute()
  const actionsOn = async (reference: string) =>
    (await listAuditTrail(desk.database.queries, reference)).map(({ action }) => action)

  test('a question is mailed, and its answer stands in the time line and makes the submission unread', async () => {
    const { person, call } = await desk.as('recruiter')
    const id = await storeApplication(desk)
    const asked = await call('POST /submissions/:id/questions', { params: { id }, body: { question: ' When? ' } })
    expect(asked.status).toBe(200)
    // A client that lost the response asks again.
    const again = await call('POST /submissions/:id/questions', { params: { id }, body: { question: 'When?' } })
    expect(await again.json()).toEqual(await asked.json())
    expect(woken.splice(0)).toHaveLength(2)
    expect(await mailsAbout(id)).toEqual([{ kind: 'question' }])
    const before = await opened(call, id)
    expect(before.questions).toMatchObject([{ question: 'When?', authorId: person.id, answer: null }])
    const [{ id: question }] = before.questions as [Opened['questions'][number]]
    desk.clock.pass(1000)
    const token = await tokenOf(id)
    await answerQuestion(desk.database, { token, now: desk.clock.now, question, answer: 'In May' })
    const list = (await (await call('GET /submissions', { query: { read: 'no' } })).json()) as {
      items: { reference: string }[]
    }
    expect(list.items.map(({ reference }) => reference)).toContain(id)
    const after = await opened(call, id)
    expect(after.questions).toMatchObject([{ answer: 'In May' }])
    expect(after.version).toBe(before.version + 1)
    expect(after.timeline.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['question', 'question-answered']))
    expect(await actionsOn(id)).toEqual(expect.arrayContaining(['submission.ask', 'application.answer']))
  })

  test('a question is mailed in the language that was chosen, otherwise in the sender’s', async () => {
    const { call } = await desk.as('recruiter')
    const id = await storeApplication(desk, { language: 'ar' })
    for (const body of [{ question: 'متى؟' }, { question: 'When?', language: 'en' }])
      expect((await call('POST /submissions/:id/questions', { params: { id }, body })).status).toBe(200)
    const { questions } = await opened(call, id)
    const { queries } = desk.database
    const mails = await queries.selectFrom('mails').select(['id', 'language']).where('reference', '=', id).execute()
    for (const [question, language] of [
      ['متى؟', 'ar'],
      ['When?', 'en'],
    ] as const) {
      const asked = questions.find((each) => each.question === question)
      expect(asked).toMatchObject({ language })
      expect(mails).toContainEqual({ id: asked?.id, language })
    }
    const refused = await call('POST /submissions/:id/questions', {
      params: { id },
      body: { question: 'x', language: 'fr' },
    })
    expect(refused.status).toBe(422)
  })

  test('a question can be withdrawn until it is answered, with its unsent mail', async () => {
    const { call } = await desk.as('recruiter')
    const id = await storeApplication(desk)
    const token = await tokenOf(id)
    const ask = async (question: string) => {
      const asked = await call('POST /submissions/:id/questions', { params: { id }, body: { question } })
      return ((await asked.json()) as { id: string }).id
    }
    const withdraw = (question: string, reference = id) =>
      call('DELETE /submissions/:id/questions/:question', { params: { id: reference, question } })
    const kept = await ask('When?')
    const withdrawn = await ask('Where?')
    expect((await withdraw(withdrawn, await storeMessage(desk))).status).toBe(404)
    expect((await withdraw(withdrawn)).status).toBe(204)
    const after = await opened(call, id)
    expect(after.questions).toMatchObject([{ id: kept }])
    expect(after.timeline.map(({ kind }) => kind)).toContain('question-withdrawn')
    expect(await mailsAbout(id)).toEqual([{ kind: 'question' }])
    expect(await actionsOn(id)).toContain('submission.withdraw-question')
    // A page still open with it gets a refusal.
    const answering = { token, now: desk.clock.now, question: withdrawn, answer: 'Here' }
    await expect(answerQuestion(desk.database, answering)).rejects.toThrow()
    expect((await withdraw(withdrawn)).status).toBe(404)

    await answerQuestion(desk.database, { token, now: desk.clock.now, question: kept, answer: 'In May' })
    const late = await withdraw(kept)
    expect(await late.json()).toMatchObject({ status: 409, type: 'urn:problem:questionAnswered' })
    expect((await opened(call, id)).questions).toMatchObject([{ answer: 'In May' }])
  })

  test('an answer is found by the search of the inbox, and stands in every export', async () => {
    const { call } = await desk.as('owner')
    const id = await storeApplication(desk)
    const asked = await call('POST /submissions/:id/questions', { params: { id }, body: { question: 'Which year?' } })
    const { id: question } = (await asked.json()) as { id: string }
    const found = async () => {
      const list = await call('GET /submissions', { query: { search: 'zanzibarite' } })
      return ((await list.json()) as { items: { reference: string }[] }).items.map(({ reference }) => reference)
    }
    expect(await found()).toEqual([])
    const answering = { token: await tokenOf(id), now: desk.clock.now, question, answer: 'The Zanzibarite year' }
    await answerQuestion(desk.database, answering)
    expect(await found()).toEqual([id])
    const exported = async (format: string) => (await call('POST /export', { body: { format } })).text()
    const records = JSON.parse(await exported('json')) as { reference: string; replies: string }[]
    expect(records.find(({ reference }) => reference === id)?.replies).toBe('Which year?\nThe Zanzibarite year')
    expect(await exported('csv')).toContain('"Which year?\nThe Zanzibarite year"')
  })

  test('an empty question, and one that is far too long, are refused', async () => {
    const { call } = await desk.as('recruiter')
    const id = await storeMessage(desk)
    for (const question of ['  ', 'x'.repeat(2001)])
      expect((await call('POST /submissions/:id/questions', { params: { id }, body: { question } })).status).toBe(422)
    expect(await mailsAbout(id)).toEqual([])
  })

  test('the link is ended and renewed, each with its entry; the former one never opens again', async () => {
    const { call } = await desk.as('recruiter')
    const id = await storeMessage(desk)
    const former = await tokenOf(id)
    const state = async (token: string) => (await findApplication(desk.database.queries, token)).state
    expect(await state(former)).toBe('open')
    expect((await opened(call, id)).link).toMatchObject({ endedAt: null })

    expect((await call('DELETE /submissions/:id/link', { params: { id } })).status).toBe(204)
    expect((await opened(call, id)).link?.endedAt).toBe(desk.clock.now.toISOString())
    expect(await state(former)).toBe('ended')
    expect(await (await call('DELETE /submissions/:id/link', { params: { id } })).json()).toMatchObject({
      type: 'urn:problem:linkEnded',
    })
    const asked = await call('POST /submissions/:id/questions', { params: { id }, body: { question: 'When?' } })
    expect(await asked.json()).toMatchObject({ status: 409, type: 'urn:problem:linkEnded' })

    expect((await call('POST /submissions/:id/link', { params: { id } })).status).toBe(204)
    const renewed = await tokenOf(id)
    expect([await state(former), await state(renewed)]).toEqual(['ended', 'open'])
    expect(await mailsAbout(id)).toEqual([{ kind: 'link' }])
    expect((await actionsOn(id)).filter((action) => action.endsWith('link'))).toEqual([
      'submission.renew-link',
      'submission.end-link',
    ])
  })

  test('two renewals at once leave one link that opens', async () => {
    const { call } = await desk.as('recruiter')
    const id = await storeMessage(desk)
    const renewals = await Promise.all([1, 2, 3].map(() => call('POST /submissions/:id/link', { params: { id } })))
    const done = renewals.filter(({ status }) => status === 204).length
    expect(done).toBeGreaterThan(0)
    expect(await mailsAbout(id)).toHaveLength(done)
    const links = await desk.database.queries
      .selectFrom('application_links')
      .innerJoin('submissions', 'submissions.id', 'submission_id')
      .select('ended_at')
      .where('reference', '=', id)
      .execute()
    expect(links.filter(({ ended_at }) => ended_at === null)).toHaveLength(1)
  })
})

describe.each(DATABASES)('a desk without a mail server on %s', (name) => {
  const desk = deskOn(name)

  test('asks nothing and renews no link, but ends one', async () => {
    const { call } = await desk.as('recruiter')
    const id = await storeMessage(desk)
    const asked = await call('POST /submissions/:id/questions', { params: { id }, body: { question: 'When?' } })
    expect(await asked.json()).toMatchObject({ type: 'urn:problem:mailOff' })
    expect(await (await call('POST /submissions/:id/link', { params: { id } })).json()).toMatchObject({
      type: 'urn:problem:mailOff',
    })
    expect((await call('DELETE /submissions/:id/link', { params: { id } })).status).toBe(204)
  })
})
