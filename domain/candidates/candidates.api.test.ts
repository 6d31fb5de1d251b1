import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { enqueueNews } from '#domain/notifications/mail/news.ts'
import { enqueueMail } from '#domain/notifications/mail/outbox.ts'
import { openDatabase } from '#domain/platform/database/connection.ts'
import type { Stage, SubmissionKind } from '#domain/platform/database/tables.ts'
import { changeInBulk, undo } from '#domain/submissions/bulk.ts'
import { purgeOld } from '#domain/submissions/erase.ts'
import { changeStage, currentOf, markAnswered } from '#domain/submissions/handling.ts'
import { enqueueLetter } from '#domain/submissions/letters.ts'
import { listSubmissions } from '#domain/submissions/list-submissions.ts'
import { movesFrom, stagesOf, UNDO_MINUTES } from '#domain/submissions/stages.ts'
import { findSubmission } from '#domain/submissions/submissions.ts'
import * as deskTexts from '#texts/desk/en/index.ts'
import { textsIn } from '#texts/index.ts'
import { DATABASES, freshDatabaseOf } from '../../tests/support/databases.ts'
import { storeApplication, storeMessage } from '../../tests/support/desk-submissions.ts'
import { duringTests } from '../../tests/support/during-tests.ts'
import { findRows } from '../../tests/support/rows.ts'
import { MAX_MAILS_PER_MAILBOX } from '../platform/strangers-mails.ts'
import { currentToken, forgetDeadLinks, linkSecretOf } from '../submissions/links.ts'
import { correct, takeBack, withdraw } from './acts.ts'
import { findApplication } from './find.ts'
import { askForLink, enqueueAskedLinks } from './lost-link.ts'
import { standingOf } from './standing.ts'

const RECRUITER = { id: 'a', roles: ['recruiter' as const], teams: [] }

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

describe.each(DATABASES)('on %s', (name) => {
  const fresh = freshDatabaseOf(name)
  const clock = { now: new Date('2026-03-02T09:00:00Z') }
  const pass = (milliseconds: number) => {
    clock.now = new Date(clock.now.getTime() + milliseconds)
  }
  const database = duringTests(async () => openDatabase(await fresh()))

  const whole = async (reference: string) => {
    const found = await findSubmission(database.queries, reference)
    if (!found) throw new Error(`${reference} is gone`)
    return found
  }
  const tokenOf = async (reference: string) =>
    (await currentToken(database.queries, await linkSecretOf(database), reference)) as string
  const seen = async (reference: string) => standingOf(database.queries, await whole(reference), clock.now)
  const move = (reference: string, to: Stage) =>
    database.write((queries) => changeStage(queries, reference, { to }, { actorId: null, now: clock.now }))
  const answer = (reference: string) =>
    database.write((queries) => markAnswered(queries, reference, 'telephone', { actorId: null, now: clock.now }))
  /** Candidates of a shown stage that can be reached in one or two moves. */
  const wayTo = (kind: SubmissionKind, stage: Stage): Stage[] => {
    if (stage === 'new') return kind === 'contact-message' ? ['archived', 'new'] : ['in-review', 'new']
    return stage === 'answered' || movesFrom(kind, 'new').includes(stage) ? [stage] : ['offer', stage]
  }
  const confirmationLeaves = async (reference: string) => {
    const mail = {
      kind: 'confirmation',
      createdAt: clock.now.toISOString(),
      mailDomain: 'x.example',
      id: `confirmation ${reference}`,
    } as const
    const submission = await whole(reference)
    await database.write((queries) => enqueueMail(queries, submission, mail))
    await letterLeaves(mail.id)
  }
  const writeLetter = async (reference: string, kind: 'answer' | 'decline') => {
    const letter = { kind, language: 'en', subject: 'S', body: 'B', replyTo: 'team', sendAt: clock.now } as const
    const submission = await whole(reference)
    return database.write((queries) =>
      enqueueLetter(queries, submission, letter, { mailDomain: 'x.example' }, { actorId: null, now: clock.now }),
    )
  }
  const letterLeaves = (id: string) =>
    database.write((queries) =>
      queries.updateTable('mails').set({ sent_at: clock.now.toISOString() }).where('id', '=', id).execute(),
    )

  test('each stage tells on the page and by mail what the product says, and not while it can be undone', async () => {
    const told = readFileSync('docs/product.md', 'utf8').split('10.4.1 ')[1]?.split('\n\n')[1] ?? ''
    const rows = new Map(
      told
        .split('\n')
        .map((row) => row.split('|').map((cell) => cell.trim()))
        .map(([, stage = '', page = '', mail = '']) => [stage, { page, mail }]),
    )
    const names = deskTexts.submissions.stages
    const pages = textsIn('en').application.stages
    for (const kind of ['contact-message', 'career-application'] as const)
      for (const stage of stagesOf(kind)) {
        const reference = await (kind === 'contact-message' ? storeMessage : storeApplication)({ database, clock })
        await confirmationLeaves(reference)
        for (const step of wayTo(kind, stage)) {
          pass(MINUTE)
          await (step === 'answered' ? answer(reference) : move(reference, step))
          await enqueueNews(database, { mailDomain: 'x.example' }, clock.now)
          expect(await seen(reference)).toMatchObject({ stage: 'received', isOwed: true })
        }
        pass(UNDO_MINUTES * MINUTE - 1)
        expect((await seen(reference)).stage).toBe('received')
        pass(1)
        await enqueueNews(database, { mailDomain: 'x.example' }, clock.now)
        const { page, mail } = rows.get(names[stage]) ?? { page: '', mail: '' }
        const { stage: shown } = await seen(reference)
        expect([stage, page.startsWith('as before') ? 'received' : pages[shown]]).toEqual([
          stage,
          page.startsWith('as before') ? shown : page.split(/[;,]/)[0],
        ])
        const news = await findRows(database.queries, 'mails', { reference, kind: 'news' })
        expect([stage, news.length]).toEqual([stage, mail === '' ? 0 : 1])
      }
  })

  test('an undone move is as if it had never happened', async () => {
    const reference = await storeApplication({ database, clock })
    const { created_at } = await whole(reference)
    const handling = { actorId: 'a', now: clock.now }
    const { undo: step } = await database.write(async (queries) =>
      changeInBulk(
        queries,
        [await currentOf(queries, reference, {})],
        { kind: 'stage', stage: 'in-review' },
        undefined,
        handling,
      ),
    )
    pass(MINUTE)
    await database.write((queries) => undo(queries, step, RECRUITER, undefined, { ...handling, now: clock.now }))
    pass(2 * UNDO_MINUTES * MINUTE)
    expect(await seen(reference)).toMatchObject({ stage: 'received', since: created_at })
  })

  test.each(['interview', 'offer'] as const)('an applicant in %s waits until answered', async (stage) => {
    const reference = await storeApplication({ database, clock })
    await move(reference, stage)
    const waiting = async () =>
      (await listSubmissions(database.queries, { isWaiting: true })).some((each) => each.reference === reference)
    expect(await waiting()).toBe(true)
    await answer(reference)
    expect(await waiting()).toBe(false)
    expect((await seen(reference)).isOwed).toBe(true)
    pass(UNDO_MINUTES * MINUTE)
    expect(await seen(reference)).toMatchObject({ isOwed: false, answeredBy: { channel: 'telephone' } })
  })

  test('a message that is new again waits again, with a new date if the sender knew the answer', async () => {
    const [mistaken, answered] = [await storeMessage({ database, clock }), await storeMessage({ database, clock })]
    const { answer_due_at } = await whole(mistaken)
    await Promise.all([answer(mistaken), answer(answered)])
    await move(mistaken, 'new')
    pass(5 * DAY)
    await move(answered, 'new')
    const listed = await listSubmissions(database.queries, { isWaiting: true }, { order: 'waiting' })
    expect(listed.map(({ reference }) => reference)).toEqual(expect.arrayContaining([mistaken, answered]))
    expect(await whole(mistaken)).toMatchObject({ stage: 'new', answered_at: null, answer_due_at })
    expect((await whole(answered)).answer_due_at > clock.now.toISOString()).toBe(true)
    // The former answer stays on the page while this can be undone.
    expect((await seen(answered)).stage).toBe('answered')
    pass(UNDO_MINUTES * MINUTE)
    expect(await seen(answered)).toMatchObject({ stage: 'received', isOwed: true })
  })

  test('an answer that the form did not ask for yet is stored when it is corrected', async () => {
    const reference = await storeApplication({ database, clock })
    const { id } = await whole(reference)
    await database.write((queries) =>
      queries.deleteFrom('submission_answers').where('submission_id', '=', id).where('field', '=', 'major').execute(),
    )
    const corrected = { field: 'major', answer: 'Statistics', now: clock.now, token: await tokenOf(reference) }
    expect(await correct(database, corrected)).toEqual({ isChanged: true })
    expect(await correct(database, corrected)).toEqual({ isChanged: false })
    expect((await whole(reference)).answers).toMatchObject({ major: 'Statistics' })
  })

  test('a sender with an interview letter is not told that a letter will come', async () => {
    const reference = await storeApplication({ database, clock })
    const early = await writeLetter(reference, 'answer')
    await letterLeaves(early.id)
    pass(4 * DAY)
    await move(reference, 'interview')
    pass(UNDO_MINUTES * MINUTE)
    expect((await seen(reference)).isWritten).toBe(false)
    pass(MINUTE)
    const { id } = await writeLetter(reference, 'answer')
    expect((await seen(reference)).isWritten).toBe(false)
    await letterLeaves(id)
    expect(await seen(reference)).toMatchObject({ stage: 'interview', isWritten: true })
  })

  test('a sender invited before the stage moved is not told that a letter will come', async () => {
    const reference = await storeApplication({ database, clock })
    const { id } = await writeLetter(reference, 'answer')
    await letterLeaves(id)
    pass(DAY)
    await move(reference, 'in-review')
    await move(reference, 'interview')
    pass(UNDO_MINUTES * MINUTE)
    expect(await seen(reference)).toMatchObject({ stage: 'interview', isWritten: true })
  })

  test('a declined application looks the same until the letter is sent', async () => {
    const reference = await storeApplication({ database, clock })
    await move(reference, 'in-review')
    pass(MINUTE)
    await move(reference, 'declined')
    const { id } = await writeLetter(reference, 'decline')
    pass(2 * DAY)
    expect((await seen(reference)).stage).toBe('in-review')
    await letterLeaves(id)
    expect(await seen(reference)).toMatchObject({ stage: 'decision', outcome: 'declined' })
  })

  test('past stages show whether there was an interview', async () => {
    const [straight, met, notMet] = await Promise.all([1, 2, 3].map(() => storeApplication({ database, clock })))
    const through = async (reference: string | undefined, ...stages: Stage[]) => {
      for (const stage of stages) {
        pass(MINUTE)
        await move(reference as string, stage)
      }
      pass(UNDO_MINUTES * MINUTE)
      return seen(reference as string)
    }
    expect(await through(straight, 'declined')).toMatchObject({ stage: 'decision', hadInterview: false })
    expect(await through(met, 'in-review', 'interview', 'declined')).toMatchObject({ hadInterview: true })
    expect(await through(notMet, 'interview', 'in-review', 'declined')).toMatchObject({ hadInterview: false })
  })

  test('a decline without a letter shows once it can no longer be undone', async () => {
    const reference = await storeApplication({ database, clock })
    await move(reference, 'declined')
    expect((await seen(reference)).stage).toBe('received')
    pass(UNDO_MINUTES * MINUTE)
    expect((await seen(reference)).stage).toBe('decision')
  })

  test('declined a second time without a letter, the letter of the first time does not show it sooner', async () => {
    const reference = await storeApplication({ database, clock })
    await move(reference, 'declined')
    const { id } = await writeLetter(reference, 'decline')
    pass(MINUTE)
    await letterLeaves(id)
    pass(MINUTE)
    await move(reference, 'in-review')
    expect((await seen(reference)).stage).toBe('decision')
    pass(UNDO_MINUTES * MINUTE)
    await move(reference, 'declined')
    expect((await seen(reference)).stage).toBe('in-review')
    pass(UNDO_MINUTES * MINUTE)
    expect(await seen(reference)).toMatchObject({ stage: 'decision', outcome: 'declined' })
  })

  test('an offer shows once a letter was sent, and a hired sender sees it', async () => {
    const reference = await storeApplication({ database, clock })
    await move(reference, 'interview')
    pass(MINUTE)
    await move(reference, 'offer')
    pass(UNDO_MINUTES * MINUTE)
    expect((await seen(reference)).stage).toBe('interview')
    const { id } = await writeLetter(reference, 'answer')
    pass(MINUTE)
    await letterLeaves(id)
    expect(await seen(reference)).toMatchObject({ stage: 'decision', outcome: 'offered' })
    await move(reference, 'hired')
    expect(await seen(reference)).toMatchObject({ stage: 'decision', outcome: 'offered' })
  })

  test('a message is received, then answered', async () => {
    const reference = await storeMessage({ database, clock })
    expect((await seen(reference)).stage).toBe('received')
    pass(MINUTE)
    await expect(move(reference, 'answered')).rejects.toThrow('not-allowed')
    await answer(reference)
    pass(MINUTE)
    await move(reference, 'archived')
    expect((await seen(reference)).stage).toBe('received')
    pass(UNDO_MINUTES * MINUTE)
    expect(await seen(reference)).toMatchObject({ stage: 'answered', answeredBy: { channel: 'telephone' } })
  })

  test('withdrawing a declined application stops its letter', async () => {
    const reference = await storeApplication({ database, clock })
    await move(reference, 'in-review')
    pass(MINUTE)
    await move(reference, 'declined')
    const { id } = await writeLetter(reference, 'decline')
    pass(MINUTE)
    const token = await tokenOf(reference)
    await withdraw(database, { token, now: clock.now })
    expect(await database.queries.selectFrom('mails').select('id').where('id', '=', id).execute()).toEqual([])
    pass(MINUTE)
    await takeBack(database, { token, now: clock.now })
    expect((await whole(reference)).stage).toBe('in-review')
  })

  test('a withdrawal is taken back within a day and not later', async () => {
    const reference = await storeApplication({ database, clock })
    const token = await tokenOf(reference)
    await withdraw(database, { token, now: clock.now })
    pass(DAY)
    await expect(takeBack(database, { token, now: clock.now })).rejects.toThrow('not-allowed')
    // A second press does not restart the deadline.
    await withdraw(database, { token, now: clock.now })
    expect((await seen(reference)).takeBackUntil).toBeUndefined()
  })

  test('a withdrawal by the staff can only be undone by the staff', async () => {
    const reference = await storeApplication({ database, clock })
    await move(reference, 'withdrawn')
    pass(UNDO_MINUTES * MINUTE)
    await expect(takeBack(database, { token: await tokenOf(reference), now: clock.now })).rejects.toThrow('not-allowed')
  })

  test('after the retention the link answers 410, and later 404', async () => {
    const reference = await storeApplication({ database, clock })
    const token = await tokenOf(reference)
    pass(400 * DAY)
    await purgeOld(database, 12, { now: clock.now })
    expect(await findApplication(database.queries, token)).toEqual({ state: 'erased' })
    await database.write((queries) => forgetDeadLinks(queries, clock.now.toISOString()))
    expect(await findApplication(database.queries, token)).toEqual({ state: 'unknown' })
  })

  test('a link request is stored alike for every address, done by the next worker, and dropped after a day', async () => {
    const reference = await storeApplication({ database, clock })
    const { id, email } = await whole(reference)
    const stored = () => database.queries.selectFrom('link_requests').selectAll().execute()
    const first = await tokenOf(reference)
    await askForLink(database, { reference, email: 'stranger@mail.example' }, clock.now)
    await askForLink(database, { reference: 'NQ-2222-2222', email }, clock.now)
    expect((await stored()).map(({ submission_id }) => submission_id)).not.toContain(id)
    expect((await stored()).map((row) => Object.values(row).map((value) => value.length))).toEqual([
      [36, 36, 24],
      [36, 36, 24],
    ])
    await enqueueAskedLinks(database, { mailDomain: 'x.example' }, clock.now)
    expect(await stored()).toEqual([])
    expect(await tokenOf(reference)).toBe(first)

    await askForLink(database, { reference, email }, clock.now)
    pass(DAY)
    await enqueueAskedLinks(database, { mailDomain: 'x.example' }, clock.now)
    expect([await stored(), await tokenOf(reference)]).toEqual([[], first])
    await askForLink(database, { reference, email }, clock.now)
    await enqueueAskedLinks(database, { mailDomain: 'x.example' }, clock.now)
    expect(await tokenOf(reference)).not.toBe(first)
  })

  test('links asked for at once are one, and only so many are sent in a day', async () => {
    const reference = await storeApplication({ database, clock })
    const { email } = await whole(reference)
    const ask = async () => {
      await askForLink(database, { reference, email }, clock.now)
      await enqueueAskedLinks(database, { mailDomain: 'x.example' }, clock.now)
    }
    const first = await tokenOf(reference)
    for (let time = 0; time < 2 * MAX_MAILS_PER_MAILBOX; time++) {
      await Promise.all([ask(), ask()])
      pass(MINUTE)
    }
    const mails = await findRows(database.queries, 'mails', { reference, kind: 'link' })
    expect(mails.length).toBeLessThanOrEqual(MAX_MAILS_PER_MAILBOX)
    const open = await database.queries
      .selectFrom('application_links')
      .select('hash')
      .where('submission_id', '=', (await whole(reference)).id)
      .where('ended_at', 'is', null)
      .execute()
    expect(open).toHaveLength(1)
    expect(await findApplication(database.queries, first)).toEqual({ state: 'ended' })
    expect((await findApplication(database.queries, await tokenOf(reference))).state).toBe('open')
  })
})
