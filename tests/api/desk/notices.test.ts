import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DeskCalls } from '#desk/api/calls.ts'
import { changeRole } from '#domain/people/people.ts'
import { erasePerson } from '#domain/submissions/erase.ts'
import { DATABASES } from '../../support/databases.ts'
import { type Caller, deskOn } from '../../support/desk-api.ts'
import { makePerson } from '../../support/desk-people.ts'
import { storeApplication, storeMessage } from '../../support/desk-submissions.ts'
import { duringTests } from '../../support/during-tests.ts'
import { partsOf, startMailServer } from '../../support/mail-server.ts'
import { findRows } from '../../support/rows.ts'
import { type MailWorker, startMailWorker } from '../../support/workers.ts'

type ResultOf<Key extends keyof DeskCalls> = Awaited<ReturnType<DeskCalls[Key]['handle']>>

const DESK_URL = 'https://desk.nuqta.example'
const UNTIL_IT_LEAVES = 11_000

describe.each(DATABASES)('a mention or an assignment on %s', (name) => {
  const desk = deskOn(name, { outbox: { mailDomain: 'nuqta.example', wake() {} } })
  const server = duringTests(startMailServer)
  let worker: MailWorker
  beforeAll(() => {
    worker = startMailWorker({
      database: desk.database,
      settings: {
        ...{ smtpUrl: server.url, mailTo: ['team@nuqta.example'], mailFrom: 'site@nuqta.example' },
        deskUrl: DESK_URL,
      },
      log: { error() {} },
      clock: () => desk.clock.now,
    })
  })
  afterAll(() => worker.stop())

  const mailsTo = async ({ email }: { email: string }) => {
    desk.clock.pass(UNTIL_IT_LEAVES)
    await worker.runDue()
    return server.received.filter(({ to }) => to.includes(email))
  }
  const todayOf = async (call: Caller) => ((await (await call('GET /today')).json()) as ResultOf<'GET /today'>).notices
  const note = (call: Caller, id: string, mentions: string[], text = 'Please look') =>
    call('POST /submissions/:id/notes', { params: { id }, body: { note: text, mentions } })
  const assign = async (call: Caller, id: string, assigneeId: string | null) => {
    const { version } = (await (await call('GET /submissions/:id', { params: { id } })).json()) as { version: number }
    return call('PUT /submissions/:id/assignee', { params: { id }, body: { assigneeId, version } })
  }

  test('is shown on Today and mailed with a link, until the submission is opened', async () => {
    const [omar, mona] = [await desk.as('recruiter'), await desk.as('reader')]
    const reference = await storeApplication(desk, { fields: { name: 'Sara Adel' } })
    expect((await note(omar.call, reference, [mona.person.id], 'A secret of the team')).status).toBe(200)
    expect((await assign(omar.call, reference, mona.person.id)).status).toBe(200)
    const { items, count } = await todayOf(mona.call)
    expect(count).toBe(2)
    expect(items.map(({ reason }) => reason).toSorted()).toEqual(['assignment', 'mention'])
    expect(items[0]).toMatchObject({ reference, name: 'Sara Adel', actorId: omar.person.id })
    expect(await todayOf(omar.call)).toEqual({ items: [], count: 0 })

    const [mail, ...others] = await mailsTo(mona.person)
    expect(others).toEqual([])
    const { 'text/plain': text = '', 'text/html': html = '' } = partsOf(mail as NonNullable<typeof mail>)
    for (const part of [text, html]) {
      expect(part).toContain(`${DESK_URL}/inbox/${reference}`)
      expect(part).toContain(omar.person.name)
      expect(part).not.toContain('A secret of the team')
    }
    await mona.call('GET /submissions/:id', { params: { id: reference } })
    expect(await todayOf(mona.call)).toEqual({ items: [], count: 0 })
    expect(await mailsTo(mona.person)).toHaveLength(1)
    await note(omar.call, reference, [mona.person.id])
    expect((await mailsTo(mona.person)).map((each) => each.header('subject'))).toEqual([
      expect.stringContaining('for you'),
      expect.stringContaining(`${omar.person.name} mentioned you (${reference})`),
    ])
  })

  test('is mailed in the language of its person', async () => {
    const { call } = await desk.as('recruiter')
    const mona = await makePerson(desk.database, 'recruiter', { language: 'ar', now: desk.clock.now })
    const reference = await storeMessage(desk)
    await note(call, reference, [mona.id])
    const [mail] = await mailsTo(mona)
    expect(mail?.header('subject')).toContain('إشارة إليك')
    expect(partsOf(mail as NonNullable<typeof mail>)['text/html']).toContain('dir="rtl"')
  })

  test('tells nobody of their own act', async () => {
    const { call, person } = await desk.as('recruiter')
    const reference = await storeMessage(desk)
    await note(call, reference, [person.id])
    await assign(call, reference, person.id)
    expect(await todayOf(call)).toEqual({ items: [], count: 0 })
    expect(await mailsTo(person)).toEqual([])
  })

  test('that is taken back or opened in time is not mailed', async () => {
    const { call } = await desk.as('recruiter')
    const mona = await desk.as('recruiter')
    const [undone, removed, opened] = [await storeMessage(desk), await storeMessage(desk), await storeMessage(desk)]
    const { undo } = (await (await assign(call, undone, mona.person.id)).json()) as { undo: string }
    await call('POST /undo/:id', { params: { id: undo } })
    const added = (await (await note(call, removed, [mona.person.id])).json()) as { id: string }
    await call('DELETE /submissions/:id/notes/:note', { params: { id: removed, note: added.id } })
    await assign(call, opened, mona.person.id)
    await mona.call('GET /submissions/:id', { params: { id: opened } })
    expect(await todayOf(mona.call)).toEqual({ items: [], count: 0 })
    expect(await mailsTo(mona.person)).toEqual([])
  })

  test('is one mail and eight lines, however many are assigned at once', async () => {
    const { call } = await desk.as('recruiter')
    const mona = await desk.as('recruiter')
    const references = await Promise.all(Array.from({ length: 12 }, () => storeMessage(desk)))
    const action = { kind: 'assign', assigneeId: mona.person.id }
    expect((await call('POST /submissions/bulk', { body: { references, action } })).status).toBe(200)
    const { items, count } = await todayOf(mona.call)
    expect([items.length, count]).toEqual([8, 12])
    const mails = await mailsTo(mona.person)
    expect(mails).toHaveLength(1)
    expect(mails[0]?.header('subject')).toContain('12')
    expect(partsOf(mails[0] as NonNullable<(typeof mails)[0]>)['text/plain']).toContain('2 more')
  })

  test('names only colleagues who may read it, also by the time the mail leaves', async () => {
    const { call } = await desk.as('owner')
    const [editor, demoted, gone] = [await desk.as('editor'), await desk.as('reader'), await desk.as('reader')]
    const reference = await storeMessage(desk)
    for (const id of [editor.person.id, 'nobody']) {
      expect((await note(call, reference, [id])).status).toBe(404)
      expect((await assign(call, reference, id)).status).toBe(404)
    }
    await note(call, reference, [demoted.person.id, gone.person.id])
    await desk.database.write((queries) => changeRole(queries, demoted.person.id, { role: 'editor', seen: 'reader' }))
    expect((await call('DELETE /people/:id', { params: { id: gone.person.id } })).status).toBe(204)
    for (const { person } of [editor, demoted, gone]) expect(await mailsTo(person)).toEqual([])
    expect(await findRows(desk.database.queries, 'submission_notices', { person_id: gone.person.id })).toEqual([])
  })

  test('goes with the submission', async () => {
    const { call } = await desk.as('recruiter')
    const mona = await desk.as('recruiter')
    const reference = await storeMessage(desk, { fields: { email: 'erased@mail.example' } })
    await note(call, reference, [mona.person.id])
    await erasePerson(desk.database, 'erased@mail.example', { actor: 'a test', now: desk.clock.now })
    expect(await findRows(desk.database.queries, 'submission_notices', { person_id: mona.person.id })).toEqual([])
    expect(await todayOf(mona.call)).toEqual({ items: [], count: 0 })
    expect(await mailsTo(mona.person)).toEqual([])
  })
})

describe('without a mail server', () => {
  const desk = deskOn('SQLite')

  test('a mention waits on Today, and no mail is enqueued', async () => {
    const [omar, mona] = [await desk.as('recruiter'), await desk.as('reader')]
    const id = await storeMessage(desk)
    await omar.call('POST /submissions/:id/notes', {
      params: { id },
      body: { note: 'Look', mentions: [mona.person.id] },
    })
    const { notices } = (await (await mona.call('GET /today')).json()) as ResultOf<'GET /today'>
    expect(notices.count).toBe(1)
    expect(await findRows(desk.database.queries, 'queued_jobs', { kind: 'account-mail' })).toEqual([])
  })
})
