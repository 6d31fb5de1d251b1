import { beforeAll, describe, expect, test } from 'vitest'
import type { AnyCall } from '#desk/api/call.ts'
import { calls } from '#desk/api/calls.ts'
import { mayDo, mayDoIn, mayDoSomewhere, type Right, type TeamRole } from '#domain/people/rights.ts'
import { teamsOf as findTeams } from '#domain/people/teams.ts'
import { databasesByTurn } from '../../support/databases.ts'
import { type Caller, deskOn, type RunningDesk } from '../../support/desk-api.ts'
import { storeApplication, storeInternship, storeMessage } from '../../support/desk-submissions.ts'
import { aProposal, OUTBOX, proposeTo, SUNDAY } from '../../support/interviews.ts'
import { findRow } from '../../support/rows.ts'
import { aQuestion, both, changeSetUp, readSetUp } from '../../support/set-ups.ts'

type Person = Awaited<ReturnType<RunningDesk['as']>>

const OWN = '1'
const FOREIGN = '2'
const FOREIGN_NAME = 'Canary Farouk'
const FOREIGN_MAIL = 'canary.farouk@mail.example'

const staffCalls = (Object.entries(calls) as [string, AnyCall][]).filter(([, { access }]) => access !== 'everybody')
const ONE_RECORD = /^\w+ \/(submissions|interviews|processes)\/:id/
const methodOf = (key: string) => key.split(' ')[0] as string

const putOnTeam = (call: Caller, members: [Person, TeamRole][], process = OWN, more: object = {}) =>
  changeSetUp(call, { team: members.map(([{ person }, role]) => ({ personId: person.id, role })), ...more }, process)

describe.each(databasesByTurn(0))('teams on %s', (name) => {
  const desk = deskOn(name, { outbox: OUTBOX })
  let recruiter: Person
  beforeAll(async () => {
    desk.clock.now = SUNDAY
    recruiter = await desk.as('recruiter')
  })

  /** Two applications with an interview each; the interviewer is asked for the first alone. */
  async function twoJobs() {
    const [manager, interviewer] = [await desk.as([]), await desk.as([])]
    const members: [Person, TeamRole][] = [
      [manager, 'hiring-manager'],
      [interviewer, 'interviewer'],
    ]
    expect((await putOnTeam(recruiter.call, members)).status).toBe(200)
    const own = await storeApplication(desk, { fields: { job_id: Number(OWN) } })
    const unasked = await storeApplication(desk, { fields: { job_id: Number(OWN), name: 'Not Asked' } })
    const foreign = await storeApplication(desk, {
      fields: { job_id: Number(FOREIGN), name: FOREIGN_NAME, email: FOREIGN_MAIL },
    })
    const ask = async (reference: string, person: Person) => {
      const proposal = aProposal(person.person)
      expect((await proposeTo(recruiter.call, reference, proposal)).status).toBe(200)
      return proposal.id
    }
    const interviews = { own: await ask(own, interviewer), foreign: await ask(foreign, recruiter) }
    // Nothing that was proposed can be undone any more.
    desk.clock.pass(60_000)
    return { manager, interviewer, own, unasked, foreign, interviews }
  }

  describe('each call of the table', () => {
    let made: Awaited<ReturnType<typeof twoJobs>>
    let people: [string, Person][]
    beforeAll(async () => {
      made = await twoJobs()
      people = [
        ['owner', await desk.as('owner')],
        ['recruiter', await desk.as('recruiter')],
        ['editor', await desk.as('editor')],
        ['reader', await desk.as('reader')],
        ['hiring manager', made.manager],
        ['interviewer', made.interviewer],
        ['nobody', await desk.as([])],
      ]
    })

    const idsOf = (key: string) => {
      const { own, foreign, interviews } = made
      if (key.includes(' /interviews/:id')) return [interviews.own, interviews.foreign] as const
      if (key.includes(' /processes/:id')) return [OWN, FOREIGN] as const
      return [own, foreign] as const
    }

    async function outcome(call: Caller, key: string, id: string) {
      const params = Object.fromEntries([...key.matchAll(/:(\w+)/g)].map(([, each]) => [each, 'nobody']))
      const body = methodOf(key) === 'GET' ? undefined : {}
      const response = await call(key, { params: { ...params, id }, body })
      const isStream = response.headers.get('content-type')?.startsWith('text/event-stream')
      const text = isStream ? '' : await response.text()
      if (isStream) await response.body?.cancel()
      const problem = /"type":"urn:problem:(\w+)"/.exec(text)?.[1] ?? ''
      return { status: response.status, problem, text }
    }

    // Sign out last: it ends the session.
    const ordered = staffCalls.toSorted(([a], [b]) => Number(a.includes('sign-out')) - Number(b.includes('sign-out')))

    test.each(['owner', 'recruiter', 'editor', 'reader', 'hiring manager', 'interviewer', 'nobody'])(
      'lets a person in by right and by job: %s',
      async (who) => {
        const [, { person, call }] = people.find(([each]) => each === who) as [string, Person]
        const holder = { roles: person.roles, teams: await teamsOf(desk, person.id) }
        const wrong: unknown[] = []
        for (const [key, { access }] of ordered) {
          const right = access as Right
          const isOneRecord = ONE_RECORD.test(key)
          const [own, foreign] = idsOf(key)
          for (const [id, process] of [
            [own, OWN],
            [foreign, FOREIGN],
          ] as const) {
            if (!isOneRecord && process === FOREIGN) continue
            // Erasing or signing out would end what the others are asked about.
            const { status, problem, text } = await outcome(call, key, isOneRecord ? id : 'nobody')
            const isEverywhere = access === 'signed-in' || mayDo(holder.roles, right)
            const expected = isEverywhere
              ? 'in'
              : !mayDoSomewhere(holder, right)
                ? 'notAllowed'
                : !isOneRecord
                  ? 'in'
                  : !mayDoIn(holder, process, 'submissions.read')
                    ? 'notFound'
                    : mayDoIn(holder, process, right)
                      ? 'in'
                      : 'notAllowed'
            const given =
              problem === 'notAllowed' || (problem === 'notFound' && expected === 'notFound') ? problem : 'in'
            if (given !== expected) wrong.push([key, process, expected, status, problem])
            // No response has anything of another job.
            const knowsForeign = mayDo(holder.roles, 'submissions.read')
            if (!knowsForeign && /canary|Canary/.test(text)) wrong.push([key, 'names the foreign candidate'])
            if (!knowsForeign && text.includes(made.foreign) && id !== foreign)
              wrong.push([key, 'names the foreign record'])
          }
        }
        expect(wrong).toEqual([])
      },
    )
  })

  test('a hiring manager sees the applications of the job, an interviewer those they are asked about', async () => {
    const { manager, interviewer, own, unasked, foreign } = await twoJobs()
    const listed = async ({ call }: Person, query: Record<string, string> = {}) =>
      ((await (await call('GET /submissions', { query })).json()) as { items: { reference: string }[] }).items.map(
        ({ reference }) => reference,
      )
    const ofManager = await listed(manager)
    expect(ofManager).toContain(own)
    expect(ofManager).toContain(unasked)
    expect(ofManager).not.toContain(foreign)
    expect(await listed(interviewer)).toEqual([own])
    expect(await listed(manager, { search: 'Canary' })).toEqual([])
    expect(await listed(manager, { job: FOREIGN })).toEqual([])
    const open = ({ call }: Person, id: string) => call('GET /submissions/:id', { params: { id } })
    expect((await open(manager, unasked)).status).toBe(200)
    const statuses = [
      await open(interviewer, unasked),
      await open(manager, foreign),
      await open(manager, 'NQ-0000-0000'),
    ]
    const problems = await Promise.all(statuses.map(async (each) => ((await each.json()) as { type: string }).type))
    // Exactly as an unknown one.
    expect(new Set(problems)).toEqual(new Set(['urn:problem:notFound']))
  })

  test('an interviewer gets no letters, no confidential answers and no decline reasons; a manager only what is allowed', async () => {
    const { manager, interviewer, own } = await twoJobs()
    const { id } = await findRow(desk.database.queries, 'submissions', { reference: own })
    await desk.database.write((queries) =>
      queries
        .insertInto('submission_job_answers')
        .values({
          ...{ submission_id: id, question_id: 'salary0001', position: 0, kind: 'short', is_knock_out: 0 },
          ...{ question: 'Which salary?', answer: 'Twentythousand', is_confidential: 0 },
        })
        .execute(),
    )
    const questions = [aQuestion({ id: 'salary0001', text: both('Which salary?'), isConfidential: true })]
    const setUp = (shown: object) => changeSetUp(recruiter.call, { questions, shown })
    expect((await setUp({ salaries: false, reasons: false })).status).toBe(200)
    const letter = { language: 'en', subject: 'Letterwords', body: 'Letterwords', replyTo: 'team' }
    const pageOf = async ({ call }: Person) => (await call('GET /submissions/:id', { params: { id: own } })).text()
    const { version } = JSON.parse(await pageOf(recruiter)) as { version: number }
    const wrote = await recruiter.call('POST /submissions/:id/letters', {
      params: { id: own },
      body: { ...letter, version },
    })
    expect(wrote.status).toBe(200)
    const moved = (await wrote.json()) as { version: number }
    const declined = await recruiter.call('PUT /submissions/:id/stage', {
      params: { id: own },
      body: { stage: 'declined', reason: 'spam', why: 'Whywords', version: moved.version },
    })
    expect(declined.status).toBe(200)
    const seenBy = async (person: Person) => {
      const text = await pageOf(person)
      return ['Letterwords', 'Twentythousand', '"spam"', 'Whywords'].filter((word) => text.includes(word))
    }
    expect(await seenBy(recruiter)).toEqual(['Letterwords', 'Twentythousand', '"spam"', 'Whywords'])
    expect(await seenBy(manager)).toEqual(['Letterwords'])
    expect(await seenBy(interviewer)).toEqual([])
    const found = async ({ call }: Person) =>
      ((await (await call('GET /submissions', { query: { search: 'Twentythousand' } })).json()) as { total: number })
        .total
    expect(await found(interviewer)).toBe(0)
    expect((await setUp({ salaries: true, reasons: true })).status).toBe(200)
    expect(await seenBy(manager)).toEqual(['Letterwords', 'Twentythousand', '"spam"', 'Whywords'])
    expect(await seenBy(interviewer)).toEqual([])
    await setUp({ salaries: false, reasons: false })
  })

  test('a hiring manager notes, moves without a letter and proposes interviews to the team; an interviewer only notes', async () => {
    const { manager, interviewer, own, unasked } = await twoJobs()
    const note = ({ call }: Person) =>
      call('POST /submissions/:id/notes', { params: { id: own }, body: { note: 'Good' } })
    expect([(await note(manager)).status, (await note(interviewer)).status]).toEqual([200, 200])
    const move = ({ call }: Person, body: object) =>
      call('PUT /submissions/:id/stage', { params: { id: unasked }, body: { version: 1, ...body } })
    const letter = { language: 'en', subject: 'No', body: 'No', replyTo: 'team' }
    expect((await move(manager, { stage: 'declined', reason: 'spam', letter })).status).toBe(403)
    const moved = await move(manager, { stage: 'in-review' })
    expect(moved.status).toBe(200)
    const { undo } = (await moved.json()) as { undo: string }
    expect((await manager.call('POST /undo/:id', { params: { id: undo } })).status).toBe(200)
    const outsider = await desk.as('editor')
    expect((await proposeTo(manager.call, unasked, aProposal(outsider.person))).status).toBe(404)
    const times = { slots: ['2026-03-05T09:00:00.000Z'] }
    expect((await proposeTo(manager.call, unasked, aProposal(interviewer.person, times))).status).toBe(200)
    // Being asked is what lets an interviewer see it.
    expect((await interviewer.call('GET /submissions/:id', { params: { id: unasked } })).status).toBe(200)
  })

  test('only colleagues who see a record can be named about it', async () => {
    const { manager, interviewer, own, unasked } = await twoJobs()
    const mention = (id: string, { person }: Person) =>
      recruiter.call('POST /submissions/:id/notes', { params: { id }, body: { note: 'See', mentions: [person.id] } })
    expect((await mention(unasked, manager)).status).toBe(200)
    expect((await mention(own, interviewer)).status).toBe(200)
    expect((await mention(unasked, interviewer)).status).toBe(404)
  })

  test('leaving a team ends the sight at once: list, open record, notifications, undo and event stream', async () => {
    const { manager, interviewer, own, unasked } = await twoJobs()
    await manager.call('GET /submissions/:id', { params: { id: own } })
    const before = (await manager
      .call('PUT /submissions/:id/stage', {
        params: { id: unasked },
        body: { stage: 'in-review', version: 1 },
      })
      .then((response) => response.json())) as { undo: string }
    await recruiter.call('POST /submissions/:id/notes', {
      params: { id: own },
      body: { note: 'See', mentions: [manager.person.id] },
    })
    const unread = async () =>
      ((await (await manager.call('GET /notifications/unread')).json()) as { unread: number }).unread
    expect(await unread()).toBe(2)
    const news = async () => (await (await manager.call('GET /inbox/version')).json()) as Record<string, string>
    const heard = await news()
    expect(heard.version).not.toBe('')
    const stream = ((await manager.call('GET /events')).body as ReadableStream<Uint8Array>).getReader()
    const read = async () => new TextDecoder().decode((await stream.read()).value)
    for (let text = ''; !text.includes('data:'); ) text += await read()

    expect((await putOnTeam(recruiter.call, [[interviewer, 'interviewer']])).status).toBe(200)
    let last = ''
    while (!last.includes('"version":""')) last = await read()
    await stream.cancel()
    expect((await news()).rights).not.toBe(heard.rights)
    expect(await unread()).toBe(0)
    expect((await manager.call('GET /submissions')).status).toBe(403)
    const open = { params: { id: own }, body: { state: '' } }
    expect((await manager.call('PUT /submissions/:id/presence', open)).status).toBe(403)
    expect((await manager.call('POST /undo/:id', { params: { id: before.undo } })).status).toBe(403)
    // On another team the former job stays unknown.
    expect((await putOnTeam(recruiter.call, [[manager, 'hiring-manager']], FOREIGN)).status).toBe(200)
    expect((await manager.call('PUT /submissions/:id/presence', open)).status).toBe(404)
    expect((await manager.call('POST /undo/:id', { params: { id: before.undo } })).status).toBe(404)
    await putOnTeam(recruiter.call, [], FOREIGN)
  })

  test('what happens elsewhere changes no version that a team hears', async () => {
    const { manager } = await twoJobs()
    const version = async () =>
      ((await (await manager.call('GET /inbox/version')).json()) as { version: string }).version
    const before = await version()
    await storeMessage(desk)
    await storeApplication(desk, { fields: { job_id: Number(FOREIGN) } })
    expect(await version()).toBe(before)
    await storeApplication(desk, { fields: { job_id: Number(OWN) } })
    expect(await version()).not.toBe(before)
  })

  test('internships and general applications have a team, too', async () => {
    const [forInterns, forGeneral] = [await desk.as([]), await desk.as([])]
    expect((await putOnTeam(recruiter.call, [[forInterns, 'hiring-manager']], 'internship')).status).toBe(200)
    expect((await putOnTeam(recruiter.call, [[forGeneral, 'hiring-manager']], 'general')).status).toBe(200)
    const internship = await storeInternship(desk)
    const general = await storeApplication(desk, { fields: { job_id: undefined } })
    const message = await storeMessage(desk)
    const statuses = async ({ call }: Person) =>
      Promise.all(
        [internship, general, message].map(
          async (id) => (await call('GET /submissions/:id', { params: { id } })).status,
        ),
      )
    expect(await statuses(forInterns)).toEqual([200, 404, 404])
    expect(await statuses(forGeneral)).toEqual([404, 200, 404])
  })

  test('a team is saved with the version that was seen, and refuses unknown people, doubles and too many', async () => {
    const colleague = await desk.as('editor')
    const { version } = await readSetUp(recruiter.call, FOREIGN)
    const member = { personId: colleague.person.id, role: 'interviewer' }
    const save = (team: object[], seen = version) => changeSetUp(recruiter.call, { team, version: seen }, FOREIGN)
    for (const team of [[{ ...member, personId: 'nobody' }], [member, { ...member, role: 'hiring-manager' }]])
      expect((await save(team)).status).toBe(422)
    expect((await save(Array.from({ length: 31 }, () => member))).status).toBe(422)
    expect((await save([member])).status).toBe(200)
    expect((await save([])).status).toBe(409)
    // Without a team in the request it stays.
    expect((await changeSetUp(recruiter.call, {}, FOREIGN)).status).toBe(200)
    expect(await readSetUp(recruiter.call, FOREIGN)).toMatchObject({ team: [member] })
  })

  test('an interview whose interviewer has left the team needs another', async () => {
    const { manager, interviews } = await twoJobs()
    const needs = async () => {
      const listed = (await (await recruiter.call('GET /interviews')).json()) as {
        interviews: { id: string; needsInterviewer: boolean }[]
      }
      return listed.interviews.find(({ id }) => id === interviews.own)?.needsInterviewer
    }
    expect(await needs()).toBe(false)
    expect((await putOnTeam(recruiter.call, [[manager, 'hiring-manager']])).status).toBe(200)
    expect(await needs()).toBe(true)
  })

  test('a copy of a job has no team, and a removed person is on none', async () => {
    const { manager } = await twoJobs()
    const copied = await recruiter.call('POST /jobs/:id/duplicate', {
      params: { id: OWN },
      body: { key: '00000000-0000-4000-8000-000000000001' },
    })
    const { id } = (await copied.json()) as { id: number }
    expect(await readSetUp(recruiter.call, String(id))).toMatchObject({ team: [] })
    const owner = await desk.as('owner')
    expect((await owner.call('DELETE /people/:id', { params: { id: manager.person.id } })).ok).toBe(true)
    const { team } = (await readSetUp(recruiter.call)) as unknown as { team: { personId: string }[] }
    expect(team.map(({ personId }) => personId)).not.toContain(manager.person.id)
  })
})

const teamsOf = ({ database }: RunningDesk, personId: string) => findTeams(database.queries, personId)
