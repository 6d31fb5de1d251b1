import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { DeskCalls } from '#desk/api/calls.ts'
import { keepSums } from '#domain/hiring/reports/keep-sums.ts'
import type { Sums } from '#domain/hiring/reports/sums.ts'
import { eraseSubmission } from '#domain/submissions/erase.ts'
import { DATABASES } from '../../support/databases.ts'
import { type Caller, deskOn, type Query } from '../../support/desk-api.ts'
import { storeApplication, storeInternship, storeMessage } from '../../support/desk-submissions.ts'
import { repeatableRandom } from '../../support/random.ts'
import { changeSetUp } from '../../support/set-ups.ts'

type Report = Awaited<ReturnType<DeskCalls['GET /reports']['handle']>>

const DAY = 86_400_000
const FORMS = ['career-application', 'internship-application']
const OPEN = ['new', 'in-review', 'interview', 'offer']
const SOURCES = ['linkedin', 'blog.example', null]

describe.each(DATABASES)('reports on %s', (name) => {
  const desk = deskOn(name)
  const report = async (call: Caller, query: Query = {}): Promise<Report> =>
    (await call('GET /reports', { query })).json()
  const listed = async (call: Caller, query: Query) => {
    const { total } = await (
      await call('GET /submissions', { query: { form: FORMS, samples: 'no', limit: '1', ...query } })
    ).json()
    return total as number
  }
  const stored = async (daysAgo: number, kind: 'job' | 'general' | 'internship', source: string | null = null) => {
    const now = new Date(desk.clock.now.getTime() - daysAgo * DAY)
    if (kind === 'internship') return storeInternship(desk, { now, cameBy: { source } })
    const fields = kind === 'job' ? { job_id: 1 } : {}
    return storeApplication(desk, { now, fields, cameBy: { source, heard_of: source ? 'friend' : null } })
  }
  const move = async (call: Caller, id: string, stage: string, more: object = {}) => {
    const { version } = await (await call('GET /submissions/:id', { params: { id } })).json()
    const answer = await call('PUT /submissions/:id/stage', { params: { id }, body: { stage, version, ...more } })
    return answer.status === 200 ? ((await answer.json()).undo as string | null) : null
  }

  /** Each figure beside the length of the list that it links to. */
  async function expectListsFor(call: Caller, query: Query) {
    const shown = await report(call, query)
    const period = { since: shown.since, until: shown.until, ...query }
    const count = (filters: Query) => listed(call, { ...period, ...filters })
    expect(shown.applied).toBe(await count({}))
    expect(shown.open).toBe(await count({ stage: OPEN }))
    expect(shown.unanswered).toBe(await count({ stage: OPEN, answer: 'none' }))
    expect(shown.withdrawn).toBe(await count({ stage: 'withdrawn' }))
    expect(shown.hired).toBe(await count({ stage: 'hired' }))
    expect(shown.firstAnswer.late).toBe(await count({ answer: 'late' }))
    for (const { stage, count: figure } of shown.reached) expect(figure).toBe(await count({ reached: stage }))
    for (const [day, figure] of shown.firstAnswer.days.entries())
      expect(figure).toBe(await count({ answer: String(day) }))
    for (const { key, count: figure } of shown.declined)
      expect(figure).toBe(await count({ stage: 'declined', reason: key || 'none' }))
    for (const { source, applied, interview, hired } of shown.sources) {
      const from = { source: source || 'none' }
      expect([applied, interview, hired]).toEqual([
        await count(from),
        await count({ ...from, reached: 'interview' }),
        await count({ ...from, stage: 'hired' }),
      ])
    }
    for (const { key, count: figure } of shown.heardOf) expect(figure).toBe(await count({ heard: key }))
    for (const { from, until, applied } of shown.arrivals) expect(applied).toBe(await count({ since: from, until }))
    return shown
  }

  test('a period is named by its days until today', async () => {
    const { call } = await desk.as('recruiter')
    const ofDays = async (days: string) => (await call('GET /reports', { query: { days } })).status
    expect(await Promise.all(['1', '90', '4000'].map(ofDays))).toEqual([200, 200, 200])
    expect(await Promise.all(['0', '-1', '1.5', '4001', 'x', ''].map(ofDays))).toEqual(Array(6).fill(422))
  })

  test('every figure is the length of its list, after any moves, undone ones, answers and erasures', async () => {
    const { call } = await desk.as('recruiter')
    const random = repeatableRandom()
    const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)] as Item
    const references: string[] = []
    const arrive = async () =>
      references.push(await stored(Math.floor(random() * 200), pick(['job', 'general', 'internship']), pick(SOURCES)))
    for (let index = 0; index < 20; index++) await arrive()
    await storeMessage(desk)
    const undos: string[] = []
    const steps: (() => Promise<unknown>)[] = [
      arrive,
      async () => {
        const undo = await move(call, pick(references), pick([...OPEN, 'hired', 'declined', 'withdrawn']), {})
        if (undo) undos.push(undo)
      },
      async () => {
        const id = undos.pop()
        if (id) await call('POST /undo/:id', { params: { id } })
      },
      async () => {
        const params = { id: pick(references) }
        const { version } = await (await call('GET /submissions/:id', { params })).json()
        await call('PUT /submissions/:id/answered', { params, body: { by: 'telephone', version } })
      },
      async () => {
        const [gone] = references.splice(Math.floor(random() * references.length), 1)
        if (gone) await eraseSubmission(desk.database, gone, { actor: 'test', now: desk.clock.now })
      },
      () => keepSums(desk.database, desk.clock.now),
    ]
    for (let turn = 0; turn < 60; turn++) await pick(steps)()
    const before = await expectListsFor(call, {})
    await keepSums(desk.database, desk.clock.now)
    expect(await report(call)).toEqual(before)
    const today = desk.clock.now.toISOString().slice(0, 10)
    const since = new Date(desk.clock.now.getTime() - 20 * DAY).toISOString().slice(0, 10)
    await expectListsFor(call, { since, until: today })
    await expectListsFor(call, { job: '1' })
  })

  test('months that a former release summed, without arrivals by day, are not trusted, and are summed anew', async () => {
    const { call } = await desk.as('recruiter')
    for (const daysAgo of [40, 60, 61, 200]) await stored(daysAgo, 'internship')
    await keepSums(desk.database, desk.clock.now)
    const before = await report(call)
    const months = () =>
      desk.database.queries.selectFrom('report_sums').selectAll().where('period', 'like', 'month %').execute()
    for (const { period, sums } of await months()) {
      const former = JSON.parse(sums)
      for (const process of Object.keys(former)) delete former[process].arrivals
      former.internship &&= { ...former.internship, sources: { arrivals: [1, 0, 0] } }
      const row = { sums: JSON.stringify(former) }
      await desk.database.queries.updateTable('report_sums').set(row).where('period', '=', period).execute()
    }
    expect(await report(call)).toEqual(before)
    await keepSums(desk.database, desk.clock.now)
    expect(await report(call)).toEqual(before)
    const arrivals = (await months()).flatMap(({ sums }) => Object.values(JSON.parse(sums) as Sums))
    expect(arrivals.length).toBeGreaterThan(0)
    for (const { applied, arrivals: byDay } of arrivals)
      expect(Object.values(byDay).reduce((all, count) => all + count, 0)).toBe(applied)
  })

  test('a letter answers when it has left, a move that was undone was none, and medians need five', async () => {
    const { call } = await desk.as('recruiter')
    const shown = await report(call, { job: '2' })
    expect(shown).toMatchObject({ applied: 0, hiredMedian: null, firstAnswer: { answered: 0, median: null } })
    const since = new Date(desk.clock.now.getTime() - 2.5 * DAY)
    const all: string[] = []
    for (let index = 0; index < 5; index++)
      all.push(await storeApplication(desk, { fields: { job_id: 2 }, now: since }))
    const [first = '', ...others] = all
    const contact = randomUUID()
    const undo = await move(call, first, 'interview')
    expect((await report(call, { job: '2' })).reached[2]).toEqual({ stage: 'interview', count: 1 })
    await call('POST /undo/:id', { params: { id: undo as string } })
    expect((await report(call, { job: '2' })).reached[2]).toEqual({ stage: 'interview', count: 0 })
    for (const id of others) {
      const { version } = await (await call('GET /submissions/:id', { params: { id } })).json()
      await call('PUT /submissions/:id/answered', { params: { id }, body: { by: 'telephone', version } })
    }
    expect((await report(call, { job: '2' })).firstAnswer).toMatchObject({ answered: 4, median: null })
    await call('POST /submissions/:id/contacts', {
      params: { id: first },
      body: { id: contact, by: 'whatsapp', act: 'contacted' },
    })
    expect((await report(call, { job: '2' })).firstAnswer).toMatchObject({ answered: 5, median: 2 })
    await call('DELETE /submissions/:id/contacts/:contact', { params: { id: first, contact } })
    expect((await report(call, { job: '2' })).firstAnswer).toMatchObject({ answered: 4 })
  })

  test('a hiring manager gets the figures of that job alone, an interviewer none', async () => {
    const recruiter = await desk.as('recruiter')
    const [manager, interviewer] = [await desk.as([]), await desk.as([])]
    await stored(0, 'job')
    await stored(0, 'general')
    const team = [
      { personId: manager.person.id, role: 'hiring-manager' },
      { personId: interviewer.person.id, role: 'interviewer' },
    ]
    expect((await changeSetUp(recruiter.call, { team }, '1')).status).toBe(200)
    const all = await report(recruiter.call)
    const own = await report(manager.call)
    expect(own.jobs.map(({ job }) => job)).toEqual(['1'])
    expect(own.applied).toBe(all.jobs.find(({ job }) => job === '1')?.applied)
    expect(await report(manager.call, { job: 'general' })).toMatchObject({ applied: 0 })
    expect(await report(interviewer.call)).toMatchObject({ applied: 0, jobs: [] })
  })

  test('odd periods and jobs are empty or refused, never a failure', async () => {
    const { call } = await desk.as('reader')
    expect(await report(call, { since: '2999-01-01' })).toMatchObject({ applied: 0, arrivals: [] })
    expect(await report(call, { since: '2026-05-02', until: '2026-05-01' })).toMatchObject({ applied: 0 })
    expect(await report(call, { until: '1000-01-01' })).toMatchObject({ applied: 0 })
    expect(await report(call, { job: "x'; --" })).toMatchObject({ applied: 0 })
    expect((await call('GET /reports', { query: { since: 'soon' } })).status).toBe(422)
    const { call: editor } = await desk.as('editor')
    expect((await editor('GET /reports')).status).toBe(403)
  })
})
