import { randomUUID } from 'node:crypto'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DeskCalls } from '#desk/api/calls.ts'
import { copyAll } from '#domain/candidates/acts.ts'
import { eraseSubmission } from '#domain/submissions/erase.ts'
import { currentToken, linkSecretOf } from '#domain/submissions/links.ts'
import { databasesByTurn } from '../../support/databases.ts'
import { type Caller, deskOn } from '../../support/desk-api.ts'
import { storeApplication, storeMessage } from '../../support/desk-submissions.ts'
import { duringTests } from '../../support/during-tests.ts'
import { startMailServer } from '../../support/mail-server.ts'
import { findRows } from '../../support/rows.ts'
import { type MailWorker, startMailWorker } from '../../support/workers.ts'

type One = Awaited<ReturnType<DeskCalls['GET /submissions/:id']['handle']>>

const DAY = 24 * 60 * 60 * 1000
const TEAM = 'team@nuqta.example'
const letter = {
  language: 'en',
  subject: 'Your application to {company}',
  body: 'Hello {name},\n\nnot this time: {job}.',
  replyTo: 'team',
}

describe.each(databasesByTurn(1))('letters on %s', (name) => {
  const desk = deskOn(name, { outbox: { mailDomain: 'nuqta.example', wake() {} }, teamAddress: TEAM })
  let worker: MailWorker
  const complaints: unknown[] = []

  const server = duringTests(startMailServer)
  beforeAll(async () => {
    worker = startMailWorker({
      database: desk.database,
      settings: { smtpUrl: server.url, mailTo: [TEAM], mailFrom: 'site@nuqta.example', confirmationsPerDay: 1000 },
      log: { error: (details) => void complaints.push(details) },
      clock: () => desk.clock.now,
    })
  })
  afterAll(async () => {
    await worker.stop()
  })

  let people = 0
  const newEmail = () => `applicant-${++people}@mail.example`
  const apply = (fields: object) => storeApplication(desk, { fields })
  const open = async (call: Caller, id: string) =>
    (await (await call('GET /submissions/:id', { params: { id } })).json()) as One
  const decline = (call: Caller, id: string, body: object = {}) =>
    call('PUT /submissions/:id/stage', {
      params: { id },
      body: { stage: 'declined', reason: 'not-a-match', version: 1, letter, ...body },
    })
  const takeBack = async (call: Caller, id: string) => (await call('POST /undo/:id', { params: { id } })).json()
  const mailsTo = async (email: string) => {
    await worker.sendDue()
    expect(complaints).toEqual([])
    // Two spellings of one mailbox are one person.
    return server.received.filter(({ to }) => String(to).toLowerCase().includes(email))
  }

  test('a letter that declines waits for two working days, then goes out once for all jobs of a person', async () => {
    const { call } = await desk.as('recruiter')
    const email = newEmail()
    const [first, second] = [await apply({ email, job_id: 1 }), await apply({ email: email.toUpperCase(), job_id: 2 })]
    expect(await (await decline(call, first)).json()).toMatchObject({ stage: 'declined', letters: 1 })
    expect(await (await decline(call, second)).json()).toMatchObject({ stage: 'declined', letters: 0 })
    desk.clock.pass(DAY / 2)
    expect(await mailsTo(email)).toEqual([])
    desk.clock.pass(5 * DAY)
    const mails = await mailsTo(email)
    expect(mails).toHaveLength(1)
    expect(mails[0]?.header('reply-to')).toContain(TEAM)
    expect((await open((await desk.as('recruiter')).call, first)).letters).toMatchObject([
      { kind: 'decline', sentAt: expect.any(String) },
    ])
  })

  test('undo within the time sends nothing and puts the stage back', async () => {
    const { call } = await desk.as('recruiter')
    const email = newEmail()
    const id = await apply({ email })
    const { undo } = (await (await decline(call, id)).json()) as { undo: string }
    const other = await desk.as('recruiter')
    expect((await other.call('POST /undo/:id', { params: { id: undo } })).status).toBe(404)
    expect(await takeBack(call, undo)).toEqual({ undone: 1, kept: 0, lettersWithdrawn: 1, lettersSent: 0 })
    expect((await call('POST /undo/:id', { params: { id: undo } })).status).toBe(404)
    expect(await open(call, id)).toMatchObject({ stage: 'new', declineReason: null, letters: [] })
    desk.clock.pass(6 * DAY)
    expect(await mailsTo(email)).toEqual([])
  })

  test('undo of another step leaves a letter alone that waits', async () => {
    const { call, person } = await desk.as('recruiter')
    const email = newEmail()
    const id = await apply({ email })
    await decline(call, id)
    const action = { kind: 'assign', assigneeId: person.id }
    const assigned = (await (await call('POST /submissions/bulk', { body: { references: [id], action } })).json()) as {
      undo: string
    }
    expect(await takeBack(call, assigned.undo)).toMatchObject({ undone: 1, lettersWithdrawn: 0 })
    expect(await open(call, id)).toMatchObject({ stage: 'declined', assigneeId: null, letters: [{ sentAt: null }] })
    desk.clock.pass(6 * DAY)
    expect(await mailsTo(email)).toHaveLength(1)
  })

  test('undo of going on after all declines again, with the letter that was withdrawn, at its time', async () => {
    const { call } = await desk.as('recruiter')
    const { call: colleague, person } = await desk.as('recruiter')
    const email = newEmail()
    const id = await apply({ email })
    await decline(colleague, id, { letter: { ...letter, replyTo: 'me' } })
    const [waiting] = (await open(call, id)).letters
    const moved = await call('PUT /submissions/:id/stage', { params: { id }, body: { stage: 'in-review', version: 2 } })
    expect((await open(call, id)).letters).toEqual([])
    const { undo } = (await moved.json()) as { undo: string }
    expect(await takeBack(call, undo)).toMatchObject({ undone: 1, kept: 0 })
    const { subject, body, sendAt } = waiting as NonNullable<typeof waiting>
    expect(await open(call, id)).toMatchObject({
      stage: 'declined',
      letters: [{ subject, body, sendAt, sentAt: null, authorId: person.id }],
    })
    desk.clock.pass(6 * DAY)
    const mails = await mailsTo(email)
    expect(mails.map((mail) => mail.header('reply-to'))).toEqual([expect.stringContaining(person.email)])
  })

  test('undo says how many letters had left already', async () => {
    const { call } = await desk.as('recruiter')
    const email = newEmail()
    const id = await apply({ email })
    const declined = await decline(call, id, { letter: { ...letter, afterWorkingDays: 0 } })
    desk.clock.pass(11_000)
    expect(await mailsTo(email)).toHaveLength(1)
    const { undo } = (await declined.json()) as { undo: string }
    expect(await takeBack(call, undo)).toEqual({ undone: 1, kept: 0, lettersWithdrawn: 0, lettersSent: 1 })
    expect(await open(call, id)).toMatchObject({ stage: 'new', letters: [{ sentAt: expect.any(String) }] })
  })

  test('a letter that declines is an answer: reopening makes no promise late', async () => {
    const { call } = await desk.as('recruiter')
    const id = await apply({ email: newEmail() })
    await decline(call, id)
    desk.clock.pass(20 * DAY)
    await worker.sendDue()
    const { call: later } = await desk.as('recruiter')
    const { sentAt } = (await open(later, id)).letters[0] as One['letters'][number]
    const body = { stage: 'in-review', version: 2 }
    const moved = await (await later('PUT /submissions/:id/stage', { params: { id }, body })).json()
    expect(moved).toMatchObject({ stage: 'in-review', dueAt: null })
    expect(await open(later, id)).toMatchObject({ answeredAt: sentAt, dueAt: null })
    await takeBack(later, (moved as { undo: string }).undo)
    expect(await open(later, id)).toMatchObject({ stage: 'declined', answeredAt: null })
  })

  test('an answer that is sent again because no response came is one letter', async () => {
    const { call } = await desk.as('recruiter')
    const email = newEmail()
    const id = await storeMessage(desk, { fields: { email } })
    const body = { ...letter, body: 'Hello {name}', version: 1, id: randomUUID() }
    const send = (changes: object = {}, caller = call) =>
      caller('POST /submissions/:id/letters', { params: { id }, body: { ...body, ...changes } })
    const first = await (await send()).json()
    expect(first).toMatchObject({ id: body.id })
    const again = await send()
    expect([again.status, await again.json()]).toEqual([200, first])
    // An existing letter's id opens and changes nothing for another person.
    expect((await send({ body: 'Another text' })).status).toBe(409)
    expect((await send({}, (await desk.as('recruiter')).call)).status).toBe(409)
    expect((await open(call, id)).letters).toHaveLength(1)
    desk.clock.pass(DAY)
    expect(await mailsTo(email)).toHaveLength(1)
  })

  test('an answer that is sent twice at once is one letter, and both are told so', async () => {
    const { call } = await desk.as('recruiter')
    for (let round = 0; round < 5; round++) {
      const id = await storeMessage(desk)
      const body = { ...letter, body: 'Hello {name}', version: 1, id: randomUUID() }
      const send = () => call('POST /submissions/:id/letters', { params: { id }, body })
      const responses = await Promise.all([send(), send()])
      expect(responses.map(({ status }) => status)).toEqual([200, 200])
      expect((await open(call, id)).letters).toHaveLength(1)
    }
  })

  test('an answer under the id of another mail is a conflict', async () => {
    const { call } = await desk.as('recruiter')
    const id = await storeMessage(desk)
    const mail = { id: randomUUID(), reference: id, message_id: '<taken@nuqta.example>', kind: 'question' as const }
    await desk.database.queries
      .insertInto('mails')
      .values({ ...mail, created_at: desk.clock.now.toISOString(), language: 'en' })
      .execute()
    const body = { ...letter, body: 'Hello {name}', version: 1, id: mail.id }
    const { status } = await call('POST /submissions/:id/letters', { params: { id }, body })
    await desk.database.queries.deleteFrom('mails').where('id', '=', mail.id).execute()
    expect(status).toBe(409)
  })

  test('a letter about two applications still goes out when one of them is erased', async () => {
    const { call } = await desk.as('owner')
    const email = newEmail()
    const [first, second] = [await apply({ email, job_id: 1 }), await apply({ email, job_id: 2 })]
    await decline(call, first)
    await decline(call, second)
    await eraseSubmission(desk.database, first, { actor: 'candidate', now: desk.clock.now })
    expect(await open(call, second)).toMatchObject({ letters: [{ kind: 'decline', sentAt: null }] })
    desk.clock.pass(6 * DAY)
    const mails = await mailsTo(email)
    expect(mails).toHaveLength(1)
    expect(mails[0]?.source).not.toContain(first)
    const again = await desk.as('recruiter')
    expect(await open(again.call, second)).toMatchObject({ letters: [{ sentAt: expect.any(String) }] })
  })

  test('two colleagues who answer at once write one letter, and the other is told', async () => {
    const [one, other] = [await desk.as('recruiter'), await desk.as('recruiter')]
    const id = await storeMessage(desk, { fields: { email: newEmail() } })
    const body = { ...letter, body: 'Hello {name}', version: 1 }
    const answers = await Promise.all(
      [one, other].map(({ call }) => call('POST /submissions/:id/letters', { params: { id }, body })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    // A client that lost the response sends it again.
    expect((await one.call('POST /submissions/:id/letters', { params: { id }, body })).status).toBe(409)
    expect((await open(one.call, id)).letters).toHaveLength(1)
  })

  test('sorted by who waits longest, what is changed and exported is what the list shows', async () => {
    const { call } = await desk.as('recruiter')
    const email = newEmail()
    const [waiting, done] = [
      await storeMessage(desk, { fields: { email } }),
      await storeMessage(desk, { fields: { email } }),
    ]
    await call('PUT /submissions/:id/stage', { params: { id: done }, body: { stage: 'archived', version: 1 } })
    const filters = { search: email, order: 'waiting' }
    const listed = (await (await call('GET /submissions', { query: filters })).json()) as {
      items: { reference: string }[]
    }
    expect(listed.items.map(({ reference }) => reference)).toEqual([waiting])
    const action = { kind: 'stage', stage: 'archived' }
    const preview = await call('POST /submissions/bulk/preview', { body: { filters, action } })
    expect(await preview.json()).toMatchObject({ changing: 1 })
    const exported = await call('POST /export', { body: { ...filters, format: 'json' } })
    expect(await exported.json()).toHaveLength(1)
  })

  test('going on after all withdraws it too, and somebody with an offer is never declined by mail', async () => {
    const { call } = await desk.as('recruiter')
    const email = newEmail()
    const id = await apply({ email })
    await decline(call, id)
    await call('PUT /submissions/:id/stage', { params: { id }, body: { stage: 'offer', version: 2 } })
    const other = await apply({ email })
    expect(await (await decline(call, other)).json()).toMatchObject({ stage: 'declined', letters: 0 })
    desk.clock.pass(6 * DAY)
    expect(await mailsTo(email)).toEqual([])
  })

  test('an answer goes to the visitor, replies come to its author, and it can be withdrawn at first', async () => {
    const { call, person } = await desk.as('recruiter')
    const email = newEmail()
    const id = await storeMessage(desk, { fields: { email, name: 'منى {job} <b>السيد</b>' }, language: 'ar' })
    const body = { language: 'ar', subject: 'رد على {reference}', body: 'مرحبًا {name}،\n\nشكرًا.', replyTo: 'me' }
    const write = async (given: object) => {
      const { version } = await open(call, id)
      return call('POST /submissions/:id/letters', { params: { id }, body: { ...given, version } })
    }
    expect((await write({ ...body, body: 'About {job} and {salary}' })).status).toBe(422)
    expect((await write({ ...body, subject: ' ' })).status).toBe(422)

    const withdrawn = (await (await write(body)).json()) as { id: string }
    const withdraw = (given: string) =>
      call('DELETE /submissions/:id/letters/:letter', { params: { id, letter: given } })
    expect((await withdraw(withdrawn.id)).status).toBe(204)
    expect(await open(call, id)).toMatchObject({ stage: 'new', answeredAt: null, dueAt: expect.any(String) })
    const sent = (await (await write(body)).json()) as { id: string }
    expect((await open(call, id)).stage).toBe('answered')
    desk.clock.pass(11_000)
    const mails = await mailsTo(email)
    expect(mails).toHaveLength(1)
    expect(mails[0]?.header('reply-to')).toContain(person.email)
    // The record shows what left, whatever changes afterwards.
    const [kept] = (await open(call, id)).letters
    await desk.database.write((queries) =>
      queries
        .updateTable('submissions')
        .set({ name: 'منى {job} Renamed', email: newEmail() })
        .where('reference', '=', id)
        .execute(),
    )
    expect((await open(call, id)).letters[0]).toEqual(kept)
    expect(kept).toMatchObject({ subject: `رد على ${id}`, sentTo: email, authorId: person.id, isRefused: false })
    expect(kept?.body).toContain('منى {job}')
    const token = (await currentToken(desk.database.queries, await linkSecretOf(desk.database), id)) ?? ''
    const copy = unzipSync(await copyAll(desk.database, { token, language: 'en', now: desk.clock.now }))
    expect(JSON.parse(Buffer.from(copy['application.json'] as Uint8Array).toString())).toMatchObject({
      letters: [{ subject: kept?.subject, body: kept?.body, sent_to: email }],
    })
    expect((await withdraw(sent.id)).status).toBe(409)
    const preview = (await (await call('POST /submissions/:id/letters/preview', { params: { id }, body })).json()) as {
      html: string
      text: string
      unfilled: string[]
    }
    expect(preview.html).not.toContain('<b>')
    expect(preview.text).toContain('منى {job}')
    expect(preview.unfilled).toEqual([])
    await eraseSubmission(desk.database, id, { actor: 'a test', now: desk.clock.now })
    expect(await findRows(desk.database.queries, 'letters', { id: sent.id })).toEqual([])
  })

  test('many at once: counted before, typed above thirty, taken back afterwards', async () => {
    const { call } = await desk.as('recruiter')
    const references: string[] = []
    for (let sent = 0; sent < 31; sent++) references.push(await storeMessage(desk, { fields: { email: newEmail() } }))
    const action = { kind: 'stage', stage: 'archived' }
    const preview = await call('POST /submissions/bulk/preview', { body: { references, action } })
    expect(await preview.json()).toMatchObject({ changing: 31, skipped: 0, people: 31, mustTypeCount: true })
    const bulk = (body: object) => call('POST /submissions/bulk', { body })
    expect((await bulk({ references, action })).status).toBe(409)
    expect((await bulk({ references, action, count: 30 })).status).toBe(409)
    expect((await bulk({ action })).status).toBe(422)
    const done = (await (await bulk({ references, action, count: 31 })).json()) as { changed: number; undo: string }
    expect(done).toMatchObject({ changed: 31, skipped: 0 })
    const changedSince = references[0] as string
    await call('PUT /submissions/:id/answered', { params: { id: changedSince }, body: { by: 'whatsapp', version: 2 } })
    expect(await takeBack(call, done.undo)).toMatchObject({ undone: 30, kept: 1 })
    expect((await open(call, changedSince)).stage).toBe('answered')
    expect((await open(call, references[1] as string)).stage).toBe('new')
  })

  test('withdrawing an answer leaves alone what somebody has changed since', async () => {
    const { call } = await desk.as('recruiter')
    const id = await storeMessage(desk, { fields: { email: newEmail() } })
    const body = { ...letter, body: 'Hello {name}', version: 1 }
    const sent = (await (await call('POST /submissions/:id/letters', { params: { id }, body })).json()) as {
      id: string
      version: number
    }
    await call('PUT /submissions/:id/stage', { params: { id }, body: { stage: 'archived', version: sent.version } })
    const withdrawn = await call('DELETE /submissions/:id/letters/:letter', { params: { id, letter: sent.id } })
    expect(withdrawn.status).toBe(204)
    expect(await open(call, id)).toMatchObject({ stage: 'archived', answeredAt: null })
  })

  test('many are declined at once, each in the language in which they wrote', async () => {
    const { call } = await desk.as('recruiter')
    const [english, arabic] = [newEmail(), newEmail()]
    const references = [
      await storeApplication(desk, { fields: { email: english }, language: 'en' }),
      await storeApplication(desk, { fields: { email: arabic }, language: 'ar' }),
    ]
    const texts = {
      en: { subject: 'Your application', body: 'Hello {name}' },
      ar: { subject: 'طلبك', body: 'مرحبًا {name}' },
    }
    const action = (own: object) => ({
      kind: 'stage',
      stage: 'declined',
      reason: 'not-a-match',
      letter: { texts: own, replyTo: 'team', afterWorkingDays: 0 },
    })
    const bulk = (own: object) => call('POST /submissions/bulk', { body: { references, action: action(own) } })
    expect((await bulk({ ...texts, ar: { subject: 'طلبك', body: '{salary}' } })).status).toBe(422)
    expect((await bulk({ en: texts.en })).status).toBe(422)
    expect(await (await bulk(texts)).json()).toMatchObject({ changed: 2, letters: 2 })
    desk.clock.pass(11_000)
    expect((await mailsTo(english)).map((mail) => mail.header('subject'))).toEqual([texts.en.subject])
    expect((await mailsTo(arabic)).map((mail) => mail.header('subject'))).toEqual([texts.ar.subject])
  })

  test('all that the filters find is changed at once, and what they find is counted before', async () => {
    const { call } = await desk.as('recruiter')
    const email = newEmail()
    for (let sent = 0; sent < 3; sent++) await storeMessage(desk, { fields: { email } })
    const filters = { search: email, form: 'contact-message' }
    const action = { kind: 'stage', stage: 'archived' }
    const preview = await call('POST /submissions/bulk/preview', { body: { filters, action } })
    expect(await preview.json()).toMatchObject({ changing: 3, isTooMany: false })
    expect(await (await call('POST /submissions/bulk', { body: { filters, action } })).json()).toMatchObject({
      changed: 3,
    })
    const exported = await call('POST /export', { body: { ...filters, stage: 'archived', format: 'json' } })
    expect(await exported.json()).toHaveLength(3)
  })

  test('without a mail server no letter is sent, and declining still works', async () => {
    const { call } = await desk.as('recruiter')
    const id = await apply({ email: newEmail() })
    expect((await decline(call, id, { letter: undefined })).status).toBe(200)
  })
})
