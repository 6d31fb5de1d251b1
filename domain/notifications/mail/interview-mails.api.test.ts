import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createCandidates } from '#domain/candidates/candidates.ts'
import { cancelByStaff, changeByStaff, undoLast } from '#domain/hiring/interviews/change.ts'
import { findInterview } from '#domain/hiring/interviews/interviews.ts'
import { propose } from '#domain/hiring/interviews/propose.ts'
import type { Language } from '#texts/languages.ts'
import { databasesByTurn, freshDatabaseOf } from '../../../tests/support/databases.ts'
import { makePerson, type TestPerson } from '../../../tests/support/desk-people.ts'
import { storeApplication } from '../../../tests/support/desk-submissions.ts'
import { aProposal, OUTBOX, SUNDAY, shownInterview, tokenOf } from '../../../tests/support/interviews.ts'
import { type MailServer, partsOf, type ReceivedMail, startMailServer } from '../../../tests/support/mail-server.ts'
import { type MailWorker, startMailWorker } from '../../../tests/support/workers.ts'
import { loadContentOnce } from '../../content/load-content.ts'
import { openDatabase } from '../../platform/database/connection.ts'
import type { Database } from '../../platform/database/database.ts'
import { eraseSubmission } from '../../submissions/erase.ts'
import type { MailSettings } from './transport.ts'

const HOUR = 3_600_000

describe.each(databasesByTurn(0))('the mails about interviews on %s', (name) => {
  const fresh = freshDatabaseOf(name)
  let database: Database
  let mailServer: MailServer
  let worker: MailWorker
  let person: TestPerson
  const clock = { now: SUNDAY }
  const pass = (milliseconds: number) => {
    clock.now = new Date(clock.now.getTime() + milliseconds)
  }
  const settings = (): MailSettings => ({
    smtpUrl: mailServer.url,
    mailTo: ['staff@nuqta.example'],
    mailFrom: 'jobs@nuqta.example',
    deskUrl: 'https://desk.nuqta.example',
    urlOf: (path: string, language: Language) => `https://nuqta.example${language === 'ar' ? '/ar' : ''}${path}`,
  })
  const start = () => startMailWorker({ database, settings: settings(), log: { error() {} }, clock: () => clock.now })
  const handling = () => ({ actorId: person.id, now: clock.now, mailDomain: OUTBOX.mailDomain })
  const mailsTo = (address: string) => mailServer.received.filter(({ to }) => to.includes(address))
  const newMails = async (address: string) => {
    const before = mailsTo(address).length
    await worker.sendDue()
    return mailsTo(address).slice(before)
  }
  const calendarIn = (mail: ReceivedMail | undefined) => {
    const type = Object.keys(partsOf(mail as ReceivedMail)).find((each) => each.startsWith('text/calendar'))
    return type ? (partsOf(mail as ReceivedMail)[type] ?? '').replace(/\r?\n /g, '') : undefined
  }

  beforeEach(async () => {
    clock.now = SUNDAY
    database = await openDatabase(await fresh())
    await loadContentOnce(database, 'content')
    mailServer = await startMailServer()
    worker = start()
    person = await makePerson(database, 'recruiter', { now: SUNDAY })
  })
  afterEach(async () => {
    await worker.stop()
    await mailServer.stop()
    await database.close()
  })

  const email = 'salma+jobs@mail.example'
  async function proposed(language: Language = 'en') {
    const reference = await storeApplication(
      { database, clock, outbox: OUTBOX },
      { fields: { email, job_id: '1' }, language },
    )
    await worker.sendDue()
    const body = aProposal(person, {
      slots: ['2026-03-04T09:00:00.000Z', '2026-03-05T10:00:00.000Z'],
      chooseUntil: '2026-03-02T14:00:00.000Z',
    })
    await database.write((queries) => propose(queries, reference, body, handling()))
    return { reference, id: body.id }
  }
  const candidates = () => createCandidates(database, () => clock.now, OUTBOX)
  async function booked(language: Language = 'en') {
    const made = await proposed(language)
    pass(11_000)
    await worker.sendDue()
    const kept = { database, clock } as never
    const slot = (await shownInterview(kept, made.reference))?.times[0]?.id ?? ''
    const token = await tokenOf(kept, made.reference)
    await candidates().chooseTime(token, slot)
    return { ...made, token }
  }
  const versionOf = async (id: string) => Number((await findInterview(database.queries, id))?.version)

  test('times are mailed after ten seconds with a link, and never after undo', async () => {
    const { id } = await proposed()
    expect(await newMails(email)).toHaveLength(0)
    await database.write((queries) => undoLast(queries, id, handling()))
    pass(11_000)
    expect(await newMails(email)).toHaveLength(0)
    await proposed('ar')
    pass(11_000)
    const [mail] = await newMails(email)
    const { 'text/plain': text = '' } = partsOf(mail as ReceivedMail)
    expect(text).toMatch(/https:\/\/nuqta\.example\/ar\/application\/[\w-]{32}/)
    expect(text).not.toContain('meet.nuqta.example')
    expect(calendarIn(mail)).toBeUndefined()
  })

  test('everybody gets an invitation that Gmail and Outlook take: one UID, its method in the type, UTC, no other address', async () => {
    const { id } = await booked()
    const [toCandidate] = await newMails(email)
    const source = toCandidate?.source ?? ''
    expect(source).toMatch(/content-type: text\/calendar;[\s\S]{0,60}method=REQUEST/i)
    const file = calendarIn(toCandidate) ?? ''
    expect(file).toContain('METHOD:REQUEST')
    expect(file).toContain(`UID:interview-${id}@nuqta.example`)
    expect(file).toContain('SEQUENCE:1')
    expect(file).toContain('DTSTART:20260304T090000Z')
    expect(file).toContain('DTEND:20260304T094500Z')
    expect(file).toMatch(/ORGANIZER;CN="Nuqta":mailto:jobs@nuqta\.example/)
    expect(file).toContain(`:mailto:${email}`)
    expect(file).toContain('meet.nuqta.example')
    expect(file).not.toContain(person.email)
    const staff = mailsTo(person.email).map(calendarIn)
    expect(staff).toHaveLength(1)
    expect(staff[0]).toContain(`UID:interview-${id}@nuqta.example`)
    expect(staff[0]).not.toContain(email)
  })

  test('a move has a higher sequence, a cancellation is CANCEL, and what is undone is never mailed', async () => {
    const { id } = await booked()
    await worker.sendDue()
    const wanted = { people: [person.id], place: 'office' as const, location: 'Room 2' }
    const move = async () => {
      const version = await versionOf(id)
      const change = { ...wanted, startsAt: '2026-03-09T08:00:00.000Z', version }
      await database.write((queries) => changeByStaff(queries, id, change, handling()))
    }
    await move()
    await database.write((queries) => undoLast(queries, id, handling()))
    pass(11_000)
    expect(await newMails(email)).toHaveLength(0)
    await move()
    pass(11_000)
    const [moved] = await newMails(email)
    expect(calendarIn(moved)).toMatch(/SEQUENCE:2[\s\S]*DTSTART:20260309T080000Z/)
    const version = await versionOf(id)
    await database.write((queries) => cancelByStaff(queries, id, version, handling()))
    pass(11_000)
    const [cancelled] = await newMails(email)
    expect(cancelled?.source).toMatch(/method=CANCEL/i)
    expect(calendarIn(cancelled)).toMatch(/METHOD:CANCEL[\s\S]*SEQUENCE:3[\s\S]*STATUS:CANCELLED/)
    expect(calendarIn(mailsTo(person.email).at(-1))).toContain('METHOD:CANCEL')
  })

  test('a reminder leaves a day before, once although two processes send, also after the server was off', async () => {
    await booked()
    await worker.sendDue()
    clock.now = new Date(Date.parse('2026-03-03T09:00:00.000Z') - HOUR)
    expect(await newMails(email)).toHaveLength(0)
    clock.now = new Date(Date.parse('2026-03-03T09:00:00.000Z') + 6 * HOUR)
    const other = start()
    const before = [mailsTo(email).length, mailsTo(person.email).length]
    await Promise.all([worker.sendDue(), other.sendDue()])
    await other.stop()
    expect([mailsTo(email).length, mailsTo(person.email).length]).toEqual(before.map((count) => count + 1))
  })

  test('no reminder of what was cancelled, moved or is over', async () => {
    const { token } = await booked()
    await candidates().cancelInterview(token)
    await worker.sendDue()
    clock.now = new Date('2026-03-03T10:00:00.000Z')
    expect(await newMails(email)).toHaveLength(0)
    expect(await newMails(person.email)).toHaveLength(0)
    const rows = await database.queries
      .selectFrom('queued_jobs')
      .select('id')
      .where('id', 'like', 'interview %')
      .execute()
    expect(rows).toEqual([])
  })

  test('an erased application leaves the interviewer’s calendar, and nothing of it stays in the queue', async () => {
    const { id, reference } = await booked()
    await worker.sendDue()
    await eraseSubmission(database, reference, { actor: person.id, now: clock.now, outbox: {} })
    const [mail] = await newMails(person.email)
    expect(calendarIn(mail)).toContain('METHOD:CANCEL')
    expect(calendarIn(mail)).toContain(`UID:interview-${id}@nuqta.example`)
    for (const table of ['interviews', 'interview_people', 'interview_offers', 'interviewer_quarters'] as const)
      expect(await database.queries.selectFrom(table).selectAll().execute()).toEqual([])
    expect(
      await database.queries.selectFrom('queued_jobs').select('id').where('id', 'like', 'interview%').execute(),
    ).toEqual([])
  })
})
