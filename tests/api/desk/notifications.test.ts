import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { DeskCalls } from '#desk/api/calls.ts'
import { scheduleFailed } from '#domain/content/schedules.ts'
import { forgetOldNotifications, notify } from '#domain/notifications/staff/notify.ts'
import { changeRoles } from '#domain/people/people.ts'
import { recordEvent } from '#domain/platform/events/events.ts'
import { erasePerson } from '#domain/submissions/erase.ts'
import { databasesByTurn } from '../../support/databases.ts'
import { type Caller, deskOn } from '../../support/desk-api.ts'
import { makePerson, makeSession } from '../../support/desk-people.ts'
import { findStored, storeApplication, storeMessage } from '../../support/desk-submissions.ts'
import { duringTests } from '../../support/during-tests.ts'
import { aProposal, candidatesOf, proposeTo, shownInterview, tokenOf } from '../../support/interviews.ts'
import { partsOf, type ReceivedMail, startMailServer } from '../../support/mail-server.ts'
import { findRows, updateRows } from '../../support/rows.ts'
import { both, changeSetUp } from '../../support/set-ups.ts'
import { type MailWorker, startMailWorker } from '../../support/workers.ts'

type ResultOf<Key extends keyof DeskCalls> = Awaited<ReturnType<DeskCalls[Key]['handle']>>

const DESK_URL = 'https://desk.nuqta.example'
const MINUTE = 60_000
const HOUR = 60 * MINUTE
/** 10:00 in Cairo. */
const MONDAY = '2026-11-16T08:00:00.000Z'

describe.each(databasesByTurn(1))('notifications on %s', (name) => {
  const desk = deskOn(name, { outbox: { mailDomain: 'nuqta.example', wake() {} } })
  const refused = new Set<string>()
  let tried = 0
  const server = duringTests(() =>
    startMailServer({
      onRecipient(address) {
        if (!refused.has(address)) return
        tried++
        throw Object.assign(new Error('no such mailbox'), { responseCode: 550 })
      },
    }),
  )
  const workers: MailWorker[] = []
  beforeAll(() => {
    for (let made = 0; made < 2; made++)
      workers.push(
        startMailWorker({
          database: desk.database,
          settings: {
            ...{ smtpUrl: server.url, mailTo: ['team@nuqta.example'], mailFrom: 'site@nuqta.example' },
            deskUrl: DESK_URL,
          },
          log: { error() {} },
          clock: () => desk.clock.now,
        }),
      )
  })
  beforeEach(() => {
    desk.clock.now = new Date(MONDAY)
  })
  afterAll(() => Promise.all(workers.map((worker) => worker.stop())))

  /** By two processes at once. */
  const mailsTo = async ({ email }: { email: string }): Promise<ReceivedMail[]> => {
    await Promise.all(workers.map((worker) => worker.runDue()))
    return server.received.filter(({ to }) => to.includes(email))
  }
  const soon = () => desk.clock.pass(10 * MINUTE)
  const read = async <Key extends keyof DeskCalls>(call: Caller, key: Key, params = {}) =>
    (await (await call(key, { params })).json()) as ResultOf<Key>
  /** In a new session: an old one ends while the clock is turned. */
  const signIn = async (person: { id: string }) =>
    desk.callWith(`desk-session=${await makeSession(desk.database, person, desk.clock.now)}`)
  const todayOf = async (call: Caller) => (await read(call, 'GET /today')).notices
  const bellOf = async (call: Caller) => read(call, 'GET /notifications')
  const note = (call: Caller, id: string, mentions: string[], text = 'Please look') =>
    call('POST /submissions/:id/notes', { params: { id }, body: { note: text, mentions } })
  const assign = async (call: Caller, id: string, assigneeId: string | null) => {
    const { version } = await read(call, 'GET /submissions/:id', { id })
    return call('PUT /submissions/:id/assignee', { params: { id }, body: { assigneeId, version } })
  }
  const choose = async (call: Caller, body: object) =>
    expect((await call('PATCH /account/notifications', { body })).status).toBe(204)
  const subjects = (mails: ReceivedMail[]) => mails.map((each) => each.header('subject'))

  test('are on the bell and on Today at once, and mailed ten minutes later as one mail of the record', async () => {
    const [omar, mona] = [await desk.as('recruiter'), await desk.as('reader')]
    const reference = await storeApplication(desk, { fields: { name: 'Sara Adel' } })
    expect((await note(omar.call, reference, [mona.person.id], 'A secret of the team')).status).toBe(200)
    expect((await assign(omar.call, reference, mona.person.id)).status).toBe(200)
    const { items, unread } = await bellOf(mona.call)
    expect(unread).toBe(2)
    expect(items.map(({ kind }) => kind).toSorted()).toEqual(['assignment', 'mention'])
    expect(items[0]).toMatchObject({ submission: { reference, name: 'Sara Adel' }, actorId: omar.person.id })
    expect((await todayOf(mona.call)).count).toBe(2)
    expect(await bellOf(omar.call)).toEqual({ items: [], next: null, unread: 0 })

    desk.clock.pass(9 * MINUTE)
    expect(await mailsTo(mona.person)).toEqual([])
    desk.clock.pass(MINUTE)
    const [mail, ...others] = await mailsTo(mona.person)
    expect(others).toEqual([])
    expect(mail?.header('subject')).not.toContain('Sara')
    const { 'text/plain': text = '', 'text/html': html = '' } = partsOf(mail as ReceivedMail)
    for (const part of [text, html]) {
      expect(part).toContain(omar.person.name)
      expect(part).not.toContain('A secret of the team')
    }
    expect(text.match(/https:\S+/g)).toEqual([`${DESK_URL}/inbox/${reference}`, `${DESK_URL}/account#notifications`])

    await mona.call('GET /submissions/:id', { params: { id: reference } })
    expect(await todayOf(mona.call)).toEqual({ items: [], count: 0 })
    expect((await bellOf(mona.call)).unread).toBe(0)
    await note(omar.call, reference, [mona.person.id])
    soon()
    expect(subjects(await mailsTo(mona.person))).toHaveLength(2)
  })

  test('are mailed in the language of the person', async () => {
    const { call } = await desk.as('recruiter')
    const mona = await makePerson(desk.database, 'recruiter', { language: 'ar', now: desk.clock.now })
    await note(call, await storeMessage(desk), [mona.id])
    soon()
    const [mail] = await mailsTo(mona)
    expect(mail?.header('subject')).toContain('أُشير إليك')
    expect(partsOf(mail as ReceivedMail)['text/html']).toContain('dir="rtl"')
  })

  test('tell nobody of their own act', async () => {
    const { call, person } = await desk.as('recruiter')
    const reference = await storeMessage(desk)
    await note(call, reference, [person.id])
    await assign(call, reference, person.id)
    expect((await bellOf(call)).items).toEqual([])
    soon()
    expect(await mailsTo(person)).toEqual([])
  })

  test('of what is taken back or seen in time are not mailed', async () => {
    const { call } = await desk.as('recruiter')
    const mona = await desk.as('recruiter')
    const [undone, removed, opened] = [await storeMessage(desk), await storeMessage(desk), await storeMessage(desk)]
    const { undo } = (await (await assign(call, undone, mona.person.id)).json()) as { undo: string }
    await call('POST /undo/:id', { params: { id: undo } })
    const added = (await (await note(call, removed, [mona.person.id])).json()) as { id: string }
    await call('DELETE /submissions/:id/notes/:note', { params: { id: removed, note: added.id } })
    await assign(call, opened, mona.person.id)
    await mona.call('GET /submissions/:id', { params: { id: opened } })
    const { items, unread } = await bellOf(mona.call)
    expect([items.map(({ isRead }) => isRead), unread]).toEqual([[true], 0])
    soon()
    expect(await mailsTo(mona.person)).toEqual([])
  })

  test('of many records at once are one mail', async () => {
    const { call } = await desk.as('recruiter')
    const mona = await desk.as('recruiter')
    const references = await Promise.all(Array.from({ length: 22 }, () => storeMessage(desk)))
    const action = { kind: 'assign', assigneeId: mona.person.id }
    expect((await call('POST /submissions/bulk', { body: { references, action } })).status).toBe(200)
    const { items, count } = await todayOf(mona.call)
    expect([items.length, count]).toEqual([8, 22])
    soon()
    const mails = await mailsTo(mona.person)
    expect(mails).toHaveLength(1)
    expect(mails[0]?.header('subject')).toContain('22')
    const { 'text/plain': text = '' } = partsOf(mails[0] as ReceivedMail)
    expect(text.match(/https:\S+inbox/g)).toHaveLength(20)
    expect(text).toContain('2 more')
  })

  test('wait for the end of quiet hours and of days the company is closed', async () => {
    // Thursday at 20:30 in Cairo; Friday is closed, Saturday is not.
    desk.clock.now = new Date('2026-11-19T18:30:00Z')
    const { call } = await desk.as('recruiter')
    const mona = await desk.as('recruiter')
    await note(call, await storeMessage(desk), [mona.person.id])
    for (const moment of ['2026-11-20T10:00:00Z', '2026-11-20T23:00:00Z', '2026-11-21T05:59:00Z']) {
      desk.clock.now = new Date(moment)
      expect(await mailsTo(mona.person)).toEqual([])
    }
    desk.clock.now = new Date('2026-11-21T06:00:00Z')
    expect(await mailsTo(mona.person)).toHaveLength(1)
  })

  test('go out at once, in one morning digest, or not at all, as chosen', async () => {
    const { call, person } = await desk.as('recruiter')
    const mona = await desk.as('recruiter')
    await choose(mona.call, { choices: { mention: 'digest', assignment: 'nothing' } })
    const references = [await storeMessage(desk), await storeMessage(desk), await storeMessage(desk)] as const
    await note(call, references[0], [mona.person.id])
    await note(call, references[1], [mona.person.id])
    await assign(call, references[2], mona.person.id)
    soon()
    expect(await mailsTo(mona.person)).toEqual([])
    // Off in the morning: later that day, once.
    desk.clock.now = new Date('2026-11-17T12:00:00Z')
    const [digest] = await mailsTo(mona.person)
    const { 'text/plain': text = '' } = partsOf(digest as ReceivedMail)
    expect(text.match(/https:\S+\/inbox\/\S+/g)?.toSorted()).toEqual(
      references
        .slice(0, 2)
        .map((reference) => `${DESK_URL}/inbox/${reference}`)
        .toSorted(),
    )
    await note(await signIn(person), references[0], [mona.person.id])
    soon()
    desk.clock.pass(HOUR)
    expect(await mailsTo(mona.person)).toHaveLength(1)
    desk.clock.now = new Date('2026-11-18T06:00:00Z')
    expect(await mailsTo(mona.person)).toHaveLength(2)
    // Nothing new: no empty digest. A clock that jumped back sends none either.
    for (const moment of ['2026-11-19T06:00:00Z', '2026-11-18T06:30:00Z']) {
      desk.clock.now = new Date(moment)
      expect(await mailsTo(mona.person)).toHaveLength(2)
    }
  })

  test('do not try a refused address again and again', async () => {
    const { call } = await desk.as('recruiter')
    const mona = await desk.as('recruiter')
    refused.add(mona.person.email)
    tried = 0
    for (let notes = 0; notes < 5; notes++) {
      await note(call, await storeMessage(desk), [mona.person.id])
      soon()
      expect(await mailsTo(mona.person)).toEqual([])
    }
    expect(tried).toBe(1)
    const settings = async () => read(await signIn(mona.person), 'GET /account/notifications')
    expect(await settings()).toMatchObject({ refusedAt: expect.any(String) })
    refused.delete(mona.person.email)
    desk.clock.pass(24 * HOUR)
    expect(await mailsTo(mona.person)).toHaveLength(1)
    expect(await settings()).toMatchObject({ refusedAt: null })
  })

  test('tell the assignee once that a promise is late, until the sender is answered', async () => {
    const { call, person } = await desk.as('recruiter')
    const mona = await desk.as('recruiter')
    await choose(mona.call, { choices: { assignment: 'nothing' } })
    const reference = await storeMessage(desk)
    await assign(call, reference, mona.person.id)
    await updateRows(desk.database.queries, 'submissions', { reference }, { answer_due_at: '2026-11-16T09:00:00.000Z' })
    expect(await mailsTo(mona.person)).toEqual([])
    desk.clock.pass(2 * HOUR)
    expect(await mailsTo(mona.person)).toEqual([])
    const late = async () =>
      (await bellOf(await signIn(mona.person))).items.filter(({ kind }) => kind === 'late-promise')
    expect(await late()).toHaveLength(1)
    await mailsTo(mona.person)
    expect(await late()).toHaveLength(1)
    const { version } = (await findStored(desk, reference)) as { version: number }
    const body = { by: 'telephone', version }
    const caller = await signIn(person)
    expect((await caller('PUT /submissions/:id/answered', { params: { id: reference }, body })).status).toBe(200)
    expect(await late()).toEqual([])
    desk.clock.now = new Date('2026-11-17T08:00:00Z')
    expect(await mailsTo(mona.person)).toEqual([])
  })

  describe('of a missing scorecard', () => {
    const CARD = {
      version: 0,
      ratings: { criterion1: { step: 2, evidence: '' } },
      recommendation: 3,
      summary: '',
    }
    const asks = ['criterion1', 'criterion2', 'criterion3'].map((id) => ({ id, name: both(id), hint: both('', '') }))
    /** Ends at 12:45 in Cairo. */
    const NOON = '2026-11-16T10:00:00.000Z'
    const HOUR_LATER = '2026-11-16T11:45:00.000Z'

    const hadInterview = async (changes: { job?: number } = {}) => {
      const owner = await desk.as('owner')
      await changeSetUp(owner.call, { criteria: asks })
      const [recruiter, interviewer] = [await desk.as('recruiter'), await desk.as('recruiter')]
      const fields = { job_id: changes.job ?? 1, email: `${randomUUID()}@candidate.example` }
      const reference = await storeApplication(desk, { fields })
      const proposal = aProposal(interviewer.person, {
        slots: [NOON, '2026-11-18T10:00:00.000Z'],
        chooseUntil: '2026-11-16T09:00:00.000Z',
        changeHours: 0,
      })
      expect((await proposeTo(recruiter.call, reference, proposal)).status).toBe(200)
      desk.clock.pass(11_000)
      const shown = await shownInterview(desk, reference)
      await candidatesOf(desk).chooseTime(await tokenOf(desk, reference), shown?.times[0]?.id as string)
      return { reference, recruiter, interviewer, interview: proposal.id }
    }
    const reminders = async (person: { id: string }) =>
      (await bellOf(await signIn(person))).items.filter(({ kind }) => kind === 'scorecard-missing')
    const remindedBy = async ({ person }: { person: { id: string; email: string } }, moment: string) => {
      desk.clock.now = new Date(moment)
      await mailsTo(person)
      return reminders(person)
    }

    test('reminds the interviewer an hour after the end, and once more in the digest', async () => {
      const { interviewer, recruiter, reference } = await hadInterview()
      expect(await remindedBy(interviewer, '2026-11-16T11:44:00.000Z')).toEqual([])
      expect(await remindedBy(interviewer, HOUR_LATER)).toMatchObject([{ submission: { reference } }])
      expect(await reminders(recruiter.person)).toEqual([])
      desk.clock.pass(10 * MINUTE)
      const isReminder = (mail: ReceivedMail) => mail.header('subject')?.includes('Scorecard missing')
      expect((await mailsTo(interviewer.person)).filter(isReminder)).toHaveLength(1)
      await (await signIn(interviewer.person))('GET /submissions/:id', { params: { id: reference } })
      // A day after the end it is for the digest of the next morning, even at night.
      desk.clock.now = new Date('2026-11-17T11:00:00.000Z')
      const before = (await mailsTo(interviewer.person)).length
      expect(await reminders(interviewer.person)).toMatchObject([{ isRead: false, details: { act: 'again' } }])
      desk.clock.pass(HOUR)
      expect(await mailsTo(interviewer.person)).toHaveLength(before)
      desk.clock.now = new Date('2026-11-18T06:00:00.000Z')
      expect(await mailsTo(interviewer.person)).toHaveLength(before + 1)
      desk.clock.now = new Date('2026-11-19T08:00:00.000Z')
      expect(await mailsTo(interviewer.person)).toHaveLength(before + 1)
    })

    test.each(['sent', 'waived'])('reminds nobody whose card is %s', async (state) => {
      const { interviewer, reference } = await hadInterview()
      const params = { id: reference }
      const ratings = Object.fromEntries(asks.map(({ id }) => [id, { step: 2, evidence: '' }]))
      const done =
        state === 'sent'
          ? await interviewer.call('POST /submissions/:id/scorecard/send', { params, body: { ...CARD, ratings } })
          : await interviewer.call('POST /submissions/:id/scorecard/waive', { params })
      expect(done.status).toBe(200)
      expect(await remindedBy(interviewer, HOUR_LATER)).toEqual([])
    })

    test('a draft does not count, and a reminder disappears once the card is sent', async () => {
      const { interviewer, reference } = await hadInterview()
      const params = { id: reference }
      expect((await interviewer.call('PUT /submissions/:id/scorecard', { params, body: CARD })).status).toBe(200)
      expect(await remindedBy(interviewer, HOUR_LATER)).toHaveLength(1)
      const body = {
        ...CARD,
        version: 1,
        ratings: Object.fromEntries(asks.map(({ id }) => [id, { step: 2, evidence: '' }])),
      }
      const call = await signIn(interviewer.person)
      expect((await call('POST /submissions/:id/scorecard/send', { params, body })).status).toBe(200)
      expect(await reminders(interviewer.person)).toEqual([])
      desk.clock.pass(10 * MINUTE)
      expect(subjects(await mailsTo(interviewer.person)).filter((each) => each?.includes('Scorecard'))).toEqual([])
    })

    test('reminds nobody of an interview that was cancelled, or of one that was moved before it takes place', async () => {
      const [cancelled, moved] = [await hadInterview(), await hadInterview()]
      const versionOf = async ({ recruiter, reference }: typeof moved) => {
        const { interviews } = await read(recruiter.call, 'GET /submissions/:id/interviews', { id: reference })
        return interviews[0]?.version as number
      }
      const { call } = cancelled.recruiter
      const query = { version: String(await versionOf(cancelled)) }
      expect((await call('DELETE /interviews/:id', { params: { id: cancelled.interview }, query })).status).toBe(200)
      const change = {
        ...{ people: [moved.interviewer.person.id], startsAt: '2026-11-17T10:00:00.000Z' },
        ...{ place: 'office', location: 'Here', version: await versionOf(moved) },
      }
      expect((await call('PUT /interviews/:id', { params: { id: moved.interview }, body: change })).status).toBe(200)
      expect(await remindedBy(cancelled.interviewer, HOUR_LATER)).toEqual([])
      expect(await reminders(moved.interviewer.person)).toEqual([])
      expect(await remindedBy(moved.interviewer, '2026-11-17T11:45:00.000Z')).toHaveLength(1)
    })

    test('reminds nobody of a person who was erased or declined, of a job without criteria, or after leaving', async () => {
      const [erased, declined, left] = [await hadInterview(), await hadInterview(), await hadInterview()]
      const bare = await hadInterview({ job: 2 })
      const { email } = (await findStored(desk, erased.reference)) as { email: string }
      await erasePerson(desk.database, email, { actor: 'a test', now: desk.clock.now })
      await updateRows(desk.database.queries, 'submissions', { reference: declined.reference }, { stage: 'declined' })
      const owner = await desk.as('owner')
      const params = { id: left.interviewer.person.id }
      expect((await owner.call('DELETE /people/:id', { params })).status).toBe(204)
      for (const { interviewer } of [erased, declined, bare])
        expect(await remindedBy(interviewer, HOUR_LATER)).toEqual([])
      expect(await findRows(desk.database.queries, 'notifications', { person_id: params.id })).toEqual([])
    })
  })

  test('are mailed of the chosen jobs only; the bell has all', async () => {
    const { call } = await desk.as('recruiter')
    const [mona, all] = [await desk.as('recruiter'), await desk.as('recruiter')]
    await choose(mona.call, { jobs: ['1', 'general'] })
    const [own, other, message] = [
      await storeApplication(desk, { fields: { job_id: 1 } }),
      await storeApplication(desk, { fields: { job_id: 2 } }),
      await storeMessage(desk),
    ]
    for (const id of [own, other, message]) await note(call, id, [mona.person.id, all.person.id])
    expect((await bellOf(mona.call)).unread).toBe(3)
    soon()
    const linksTo = async (person: { email: string }) =>
      (await mailsTo(person)).flatMap((mail) => partsOf(mail)['text/plain']?.match(/\/inbox\/[\w-]+/g) ?? [])
    expect((await linksTo(mona.person)).toSorted()).toEqual([`/inbox/${own}`, `/inbox/${message}`].toSorted())
    expect(await linksTo(all.person)).toHaveLength(3)
    expect(await read(mona.call, 'GET /account/notifications')).toMatchObject({ jobs: ['1', 'general'] })
    await choose(mona.call, { jobs: null })
    expect(await read(mona.call, 'GET /account/notifications')).toMatchObject({ jobs: null })
    for (const jobs of [['x'], '1', [1], [`1' or 1`]])
      expect((await mona.call('PATCH /account/notifications', { body: { jobs } })).status).toBe(422)
    const editor = await desk.as('editor')
    expect(await read(editor.call, 'GET /account/notifications')).toMatchObject({ jobsToChoose: [] })
  })

  test('are for those who may still see the record', async () => {
    const { call } = await desk.as('owner')
    const [editor, demoted, gone] = [await desk.as('editor'), await desk.as('reader'), await desk.as('reader')]
    const reference = await storeMessage(desk)
    for (const id of [editor.person.id, 'nobody']) {
      expect((await note(call, reference, [id])).status).toBe(404)
      expect((await assign(call, reference, id)).status).toBe(404)
    }
    await note(call, reference, [demoted.person.id, gone.person.id])
    await desk.database.write((queries) =>
      changeRoles(queries, demoted.person.id, { roles: ['editor'], seen: ['reader'] }),
    )
    expect((await call('DELETE /people/:id', { params: { id: gone.person.id } })).status).toBe(204)
    soon()
    for (const { person } of [editor, demoted, gone]) expect(await mailsTo(person)).toEqual([])
    expect(await bellOf(await signIn(demoted.person))).toEqual({ items: [], next: null, unread: 0 })
    expect(await findRows(desk.database.queries, 'notifications', { person_id: gone.person.id })).toEqual([])
  })

  test('tell an editor of a failed schedule, and nobody else', async () => {
    const [editor, other] = [await desk.as('editor'), await desk.as('editor')]
    const record = { type: 'questions', id: 1 }
    await desk.database.write((queries) =>
      recordEvent(
        queries,
        scheduleFailed,
        { record: `${record.type}/${record.id}`, people: [editor.person.id] },
        desk.clock.now,
      ),
    )
    expect((await bellOf(other.call)).items).toEqual([])
    const { items } = await bellOf(editor.call)
    expect(items).toMatchObject([
      { kind: 'schedule-failed', subject: 'questions/1', title: { en: expect.any(String) } },
    ])
    soon()
    const [mail] = await mailsTo(editor.person)
    expect(partsOf(mail as ReceivedMail)['text/plain']).toContain(`${DESK_URL}/content/questions/1`)
  })

  test('go with the submission, and after 90 days', async () => {
    const { call } = await desk.as('recruiter')
    const mona = await desk.as('recruiter')
    const [erased, old] = [
      await storeMessage(desk, { fields: { email: 'erased@mail.example' } }),
      await storeMessage(desk),
    ]
    await note(call, erased, [mona.person.id])
    await note(call, old, [mona.person.id])
    await erasePerson(desk.database, 'erased@mail.example', { actor: 'a test', now: desk.clock.now })
    expect((await bellOf(mona.call)).items).toMatchObject([{ submission: { reference: old } }])
    desk.clock.pass(91 * 24 * HOUR)
    await desk.database.write((queries) => forgetOldNotifications(queries, desk.clock.now))
    expect(await findRows(desk.database.queries, 'notifications', { person_id: mona.person.id })).toEqual([])
  })

  test('are listed page by page, and marked as read up to the newest shown', async () => {
    const { call, person } = await desk.as('reader')
    const { id } = (await findStored(desk, await storeMessage(desk))) as { id: string }
    await desk.database.write(async (queries) => {
      for (let each = 0; each < 120; each++)
        await notify(queries, {
          kind: 'sender-acted',
          people: [person.id],
          about: { submission: id },
          actorId: null,
          cause: String(each),
          // Several in the same millisecond, as a bulk action makes them.
          now: new Date(desk.clock.now.getTime() + Math.floor(each / 40)),
        })
    })
    const seen: string[] = []
    let until = ''
    let before: string | null = ''
    while (before !== null) {
      const page = (await (
        await call('GET /notifications', { query: before ? { before } : {} })
      ).json()) as ResultOf<'GET /notifications'>
      expect(page.unread).toBe(100)
      until ||= page.items[0]?.at ?? ''
      seen.push(...page.items.map((item) => item.id))
      before = page.next
    }
    expect([seen.length, new Set(seen).size]).toEqual([120, 120])
    const earlier = new Date(Date.parse(until) - 1).toISOString()
    expect((await call('POST /notifications/read', { body: { until: earlier } })).status).toBe(204)
    expect((await bellOf(call)).unread).toBe(40)
    await call('POST /notifications/read', { body: { until } })
    expect((await bellOf(call)).unread).toBe(0)
  })
})

describe('without a mail server', () => {
  const desk = deskOn('SQLite')

  test('a mention waits on the bell, and the settings say that nothing is mailed', async () => {
    const [omar, mona] = [await desk.as('recruiter'), await desk.as('reader')]
    const id = await storeMessage(desk)
    await omar.call('POST /submissions/:id/notes', {
      params: { id },
      body: { note: 'Look', mentions: [mona.person.id] },
    })
    const { unread } = (await (await mona.call('GET /notifications/unread')).json()) as { unread: number }
    expect(unread).toBe(1)
    const settings = (await (await mona.call('GET /account/notifications')).json()) as { areMailed: boolean }
    expect(settings.areMailed).toBe(false)
  })
})
