import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { databasesByTurn } from '../../support/databases.ts'
import { type Caller, deskOn } from '../../support/desk-api.ts'
import { storeApplication, storeMessage } from '../../support/desk-submissions.ts'
import {
  aProposal,
  candidatesOf,
  OUTBOX,
  proposeTo,
  SUNDAY,
  shownInterview,
  tokenOf,
} from '../../support/interviews.ts'
import { updateRows } from '../../support/rows.ts'

const HOUR = 3_600_000
const TOLD = 11_000

describe.each(databasesByTurn(1))('interviews on %s', (name) => {
  const desk = deskOn(name, { outbox: OUTBOX })
  let call: Caller
  let me: { id: string }
  const newApplication = () => storeApplication(desk, { fields: { email: `${randomUUID()}@candidate.example` } })
  const json = async (response: Response) => (await response.json()) as Record<string, unknown>
  const stored = async (reference: string) => {
    const body = await json(await call('GET /submissions/:id/interviews', { params: { id: reference } }))
    return (body.interviews as { id: string; version: number; state: string; startsAt: string; people: string[] }[]).at(
      -1,
    )
  }
  const proposed = async (changes: Parameters<typeof aProposal>[1] = {}) => {
    const reference = await newApplication()
    const response = await proposeTo(call, reference, aProposal(me, changes))
    expect(response.status).toBe(200)
    desk.clock.pass(TOLD)
    return reference
  }
  const choose = async (reference: string, index = 0) => {
    const slot = (await shownInterview(desk, reference))?.times[index]?.id ?? 'none'
    return candidatesOf(desk).chooseTime(await tokenOf(desk, reference), slot)
  }

  beforeEach(async () => {
    desk.clock.now = SUNDAY
    const signedIn = await desk.as('recruiter')
    call = signedIn.call
    me = signedIn.person
  })

  test('a proposal moves the stage, is told ten seconds later, and disappears when it is undone before', async () => {
    const reference = await newApplication()
    const proposal = aProposal(me)
    const answer = await json(await proposeTo(call, reference, proposal))
    expect(answer).toMatchObject({ stage: 'interview' })
    expect(await shownInterview(desk, reference)).toBeNull()
    expect((await call('DELETE /interviews/:id/last-change', { params: { id: proposal.id } })).status).toBe(204)
    const after = await json(await call('GET /submissions/:id', { params: { id: reference } }))
    expect(after).toMatchObject({ stage: 'new', answeredAt: null })
    expect(await stored(reference)).toBeUndefined()
  })

  test('the same proposal sent twice is one, a second one is refused, and one may stand in for another', async () => {
    const reference = await newApplication()
    const first = aProposal(me)
    expect((await proposeTo(call, reference, first)).status).toBe(200)
    expect((await proposeTo(call, reference, first)).status).toBe(200)
    const second = aProposal(me, { slots: ['2026-03-05T09:00:00.000Z'] })
    const refused = await proposeTo(call, reference, second)
    expect(refused.status).toBe(409)
    expect((await json(refused)).type).toBe('urn:problem:interviewOpen')
    desk.clock.pass(TOLD)
    expect((await proposeTo(call, reference, { ...second, replaces: first.id })).status).toBe(200)
    expect((await shownInterview(desk, reference))?.times).toHaveLength(2)
    desk.clock.pass(TOLD)
    expect((await shownInterview(desk, reference))?.times).toHaveLength(1)
  })

  test('several candidates get the same times at once, and the first who chooses has one', async () => {
    const [first, second, booked, decided] = [
      await newApplication(),
      await newApplication(),
      await proposed({ slots: ['2026-03-08T09:00:00.000Z'] }),
      await newApplication(),
    ]
    const message = await storeMessage(desk)
    await updateRows(desk.database.queries, 'submissions', { reference: decided }, { stage: 'declined' })
    const references = [first, second, booked, decided, message, 'NQ-AAAA-AAAA']
    const proposal = aProposal(me)
    const propose = (body: object = {}) =>
      call('POST /interviews/together', { body: { ...proposal, references, ...body } as never })
    const preview = await json(await call('GET /interviews/together', { query: { reference: references } }))
    expect((preview.candidates as { omission: string | null }[]).map(({ omission }) => omission)).toEqual([
      ...[null, null, 'interviewOpen', 'decided', 'message'],
    ])
    for (let tries = 0; tries < 2; tries++)
      expect(await json(await propose())).toMatchObject({
        proposed: [{ reference: first }, { reference: second }],
        omitted: [
          { reference: booked, why: 'interviewOpen' },
          { reference: decided, why: 'decided' },
          { reference: message, why: 'message' },
        ],
      })
    expect(await stored(first)).toMatchObject({ state: 'proposed' })
    desk.clock.pass(TOLD)
    const shown = (await shownInterview(desk, second))?.times[0]
    expect(await choose(first)).toBe(true)
    const late = candidatesOf(desk).chooseTime(await tokenOf(desk, second), shown?.id as string)
    await expect(late).rejects.toMatchObject({ reason: 'taken' })
    expect((await shownInterview(desk, second))?.times.map(({ isTaken }) => isTaken)).toEqual([true, false])
    expect(await choose(second, 1)).toBe(true)
  })

  test('times for several are taken back before anybody was told, and refused as a whole when one is past', async () => {
    const references = [await newApplication(), await newApplication()]
    const proposal = aProposal(me)
    const propose = (body: object) =>
      call('POST /interviews/together', { body: { ...proposal, references, ...body } as never })
    const past = await propose({ slots: ['2026-02-28T09:00:00.000Z'] })
    expect([past.status, (await json(past)).type]).toEqual([422, 'urn:problem:interviewPast'])
    for (const wrong of [{ references: [] }, { references: Array(51).fill('x') }, { slots: [] }, { people: [] }])
      expect((await propose(wrong)).status).toBe(422)
    expect(await stored(references[0] as string)).toBeUndefined()
    const { proposed: made } = (await json(await propose({}))) as { proposed: { id: string }[] }
    const ids = made.map(({ id }) => id)
    const undo = () => call('POST /interviews/together/undo', { body: { ids: [...ids, 'nothing'] } })
    expect(await json(await undo())).toEqual({ undone: 2 })
    expect(await json(await undo())).toEqual({ undone: 0 })
    for (const reference of references) {
      expect(await stored(reference)).toBeUndefined()
      expect(await json(await call('GET /submissions/:id', { params: { id: reference } }))).toMatchObject({
        stage: 'new',
      })
    }
    await propose({ id: randomUUID() })
    desk.clock.pass(TOLD)
    expect(await json(await undo())).toEqual({ undone: 0 })
  })

  test('a busy interviewer is named with the next free time, a time that is gone is refused', async () => {
    await choose(await proposed())
    const other = await newApplication()
    const busy = await proposeTo(call, other, aProposal(me, { slots: ['2026-03-03T09:30:00.000Z'] }))
    expect(busy.status).toBe(409)
    const problem = await json(busy)
    expect(problem.details).toEqual({
      startsAt: '2026-03-03T09:30:00.000Z',
      personId: me.id,
      until: '2026-03-03T09:45:00.000Z',
      next: '2026-03-03T10:00:00.000Z',
    })
    const past = await proposeTo(call, other, aProposal(me, { slots: ['2026-02-28T09:00:00.000Z'] }))
    expect((await json(past)).type).toBe('urn:problem:interviewPast')
    const crooked = await proposeTo(call, other, aProposal(me, { slots: ['2026-03-05T09:07:00.000Z'] }))
    expect((await json(crooked)).errors).toEqual({ 'slots.0': ['quarterOnly'] })
    const noLink = await proposeTo(call, other, aProposal(me, { location: 'javascript:alert(1)' }))
    expect((await json(noLink)).errors).toEqual({ location: ['linkFormat'] })
  })

  test('a candidate chooses, sees the link only then, moves twice at most, and only until the limit', async () => {
    const slots = [3, 4, 5, 8].map((day) => `2026-03-0${day}T09:00:00.000Z`)
    const reference = await proposed({ slots })
    expect((await shownInterview(desk, reference))?.location).toBe('')
    expect(await choose(reference)).toBe(true)
    const chosen = await shownInterview(desk, reference)
    expect(chosen).toMatchObject({ state: 'chosen', location: 'https://meet.nuqta.example/room', canMove: true })
    expect(await choose(reference, 0)).toBe(true)
    expect(await choose(reference, 2)).toBe(true)
    expect((await shownInterview(desk, reference))?.canMove).toBe(false)
    await expect(choose(reference)).rejects.toMatchObject({ reason: 'moves-used' })
    desk.clock.now = new Date('2026-03-07T10:00:00.000Z')
    const token = await tokenOf(desk, reference)
    await expect(candidatesOf(desk).cancelInterview(token)).rejects.toMatchObject({ reason: 'too-late' })
  })

  test('a letter names the chosen time by {interview}, which has no value before', async () => {
    const reference = await proposed()
    const valuesOf = async () => json(await call('GET /submissions/:id/letters/values', { params: { id: reference } }))
    expect(await valuesOf()).toMatchObject({ en: { interview: '' } })
    await choose(reference)
    expect(await valuesOf()).toMatchObject({ en: { interview: 'Tuesday 3 March at 11:00 (Cairo time, UTC+2)' } })
    const version = (await json(await call('GET /submissions/:id', { params: { id: reference } }))).version
    const letter = { language: 'ar', subject: 'x', body: '{interview}', replyTo: 'team', version }
    expect((await call('POST /submissions/:id/letters', { params: { id: reference }, body: letter })).status).toBe(200)
  })

  test('cancelling keeps the application and frees the interviewer; withdrawing cancels', async () => {
    const reference = await proposed()
    await choose(reference)
    await candidatesOf(desk).cancelInterview(await tokenOf(desk, reference))
    expect(await stored(reference)).toMatchObject({ state: 'cancelled', cancelledBy: 'candidate' })
    expect(await json(await call('GET /submissions/:id', { params: { id: reference } }))).toMatchObject({
      stage: 'interview',
    })
    const other = await proposed()
    await choose(other)
    await candidatesOf(desk).withdraw(await tokenOf(desk, other))
    expect(await stored(other)).toMatchObject({ state: 'cancelled' })
  })

  test('staff move and cancel, the candidate sees it ten seconds later, and undo brings back what was', async () => {
    const reference = await proposed()
    await choose(reference)
    const before = await stored(reference)
    const id = before?.id ?? ''
    const change = { place: 'office', location: 'Room 2', people: [me.id], startsAt: '2026-03-09T08:00:00.000Z' }
    const version = before?.version
    expect((await call('PUT /interviews/:id', { params: { id }, body: { ...change, version } })).status).toBe(200)
    expect((await shownInterview(desk, reference))?.chosen?.startsAt).toBe('2026-03-03T09:00:00.000Z')
    expect((await call('DELETE /interviews/:id/last-change', { params: { id } })).status).toBe(204)
    const restored = await stored(reference)
    expect(restored).toMatchObject({ startsAt: '2026-03-03T09:00:00.000Z', place: 'video' })
    const query = { version: String(restored?.version) }
    expect((await call('DELETE /interviews/:id', { params: { id }, query: { version: '1' } })).status).toBe(409)
    expect((await call('DELETE /interviews/:id', { params: { id }, query })).status).toBe(200)
    expect((await shownInterview(desk, reference))?.state).toBe('chosen')
    desk.clock.pass(TOLD)
    expect((await shownInterview(desk, reference))?.state).toBe('cancelled')
    expect((await call('DELETE /interviews/:id/last-change', { params: { id } })).status).toBe(409)
  })

  test('fifty at once want one slot: one gets it, the others are told, their other times stay open', async () => {
    const references = await Promise.all(Array.from({ length: 50 }, newApplication))
    for (const reference of references) expect((await proposeTo(call, reference, aProposal(me))).status).toBe(200)
    desk.clock.pass(TOLD)
    const results = await Promise.allSettled(references.map((reference) => choose(reference)))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const result of results)
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ reason: 'taken' })
    const loser = references[results.findIndex(({ status }) => status === 'rejected')] as string
    const times = (await shownInterview(desk, loser))?.times
    expect(times?.map(({ isTaken }) => isTaken)).toEqual([true, false])
  })

  test('an interviewer is never booked twice, although two proposals overlap', async () => {
    const one = await proposed({ slots: ['2026-03-10T09:00:00.000Z'], chooseUntil: '2026-03-02T14:00:00.000Z' })
    const overlapping = await proposed({ slots: ['2026-03-11T09:00:00.000Z'] })
    // As if two colleagues had offered overlapping times in the same moment.
    await desk.database.queries
      .updateTable('interview_slots')
      .set({ starts_at: '2026-03-10T09:30:00.000Z', ends_at: '2026-03-10T10:15:00.000Z' })
      .where('starts_at', '=', '2026-03-11T09:00:00.000Z')
      .execute()
    const results = await Promise.allSettled([choose(one), choose(overlapping)])
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  test('a guessed token, a foreign slot, a time that has passed and a late choice are refused', async () => {
    const [reference, other] = [await proposed(), await proposed({ slots: ['2026-03-12T09:00:00.000Z'] })]
    const candidates = candidatesOf(desk)
    const foreign = (await shownInterview(desk, other))?.times[0]?.id ?? ''
    await expect(candidates.chooseTime('A'.repeat(32), foreign)).rejects.toMatchObject({ fault: 'unknown' })
    const token = await tokenOf(desk, reference)
    await expect(candidates.chooseTime(token, foreign)).rejects.toMatchObject({ reason: 'unknown' })
    const slot = (await shownInterview(desk, reference))?.times[0]?.id ?? ''
    desk.clock.now = new Date('2026-03-02T14:00:01.000Z')
    await expect(candidates.chooseTime(token, slot)).rejects.toMatchObject({ reason: 'closed' })
  })

  test('none of the times suits, and a call is asked for; both are on the record', async () => {
    const reference = await proposed()
    const token = await tokenOf(desk, reference)
    expect(await candidatesOf(desk).refuseTimes(token, ' ')).toBeDefined()
    expect(await candidatesOf(desk).refuseTimes(token, 'Only in the evening')).toBeUndefined()
    expect(await stored(reference)).toMatchObject({ state: 'proposed', unsuitable: 'Only in the evening' })
    const wanted = { phone: '01012345678', times: 'After five' }
    expect(await candidatesOf(desk).askToBeCalled(token, { ...wanted, phone: 'none' })).toHaveProperty('phone')
    expect(await candidatesOf(desk).askToBeCalled(token, wanted)).toBeUndefined()
    const list = await json(await call('GET /interviews'))
    expect((list.calls as { reference: string }[]).map((each) => each.reference)).toContain(reference)
    expect((await call('PUT /submissions/:id/call-request', { params: { id: reference } })).status).toBe(204)
    expect((await call('PUT /submissions/:id/call-request', { params: { id: reference } })).status).toBe(409)
  })

  test('a feed names initials and job, and ends with its address, its owner’s role or account', async () => {
    const reference = await newApplication()
    await proposeTo(call, reference, aProposal(me))
    desk.clock.pass(TOLD)
    await choose(reference)
    const { address } = await json(await call('POST /account/calendar'))
    const feed = await fetch(String(address))
    expect(feed.headers.get('content-type')).toContain('text/calendar')
    const text = (await feed.text()).replaceAll('\r\n ', '')
    expect(text).toContain('DTSTART:20260303T090000Z')
    expect(text).toMatch(/SUMMARY;LANGUAGE=en:Interview: \S\. ?\S?\.?\\, /)
    expect(text).not.toContain('candidate.example')
    expect((await fetch(`${String(address).slice(0, -6)}AA.ics`)).status).toBe(404)
    expect((await call('DELETE /account/calendar')).status).toBe(204)
    expect((await fetch(String(address))).status).toBe(404)
  })

  test('a removed colleague’s interview needs an interviewer', async () => {
    const colleague = await desk.as('recruiter')
    const reference = await proposed({ people: [colleague.person.id], slots: ['2026-03-15T09:00:00.000Z'] })
    await choose(reference)
    const owner = await desk.as('owner')
    await owner.call('DELETE /people/:id', { params: { id: colleague.person.id } })
    const list = await json(await call('GET /interviews'))
    const own = (list.interviews as { submission: { reference: string }; needsInterviewer: boolean }[]).find(
      ({ submission }) => submission.reference === reference,
    )
    expect(own?.needsInterviewer).toBe(true)
    desk.clock.pass(HOUR)
  })
})
