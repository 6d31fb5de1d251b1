import { beforeAll, describe, expect, test } from 'vitest'
import { DATABASES } from '../../support/databases.ts'
import { type Caller, deskOn } from '../../support/desk-api.ts'
import { storeApplication, storeInternship } from '../../support/desk-submissions.ts'
import { aQuestion, both, CHOICE, changeSetUp, readSetUp, withStage } from '../../support/set-ups.ts'

const SCREEN = { id: 'phonescreen', kind: 'in-review', name: both('Phone screen', 'مكالمة أولى') }

describe.each(DATABASES)('the set-up of a job on %s', (name) => {
  const desk = deskOn(name)
  let call: Caller
  beforeAll(async () => {
    call = (await desk.as('recruiter')).call
  })

  const open = async (id: string) =>
    (await (await call('GET /submissions/:id', { params: { id } })).json()) as {
      stage: string
      step: string
      stageName: object | null
      version: number
      timeline: { kind: string; actorId: string | null; details: Record<string, unknown> }[]
    }
  const move = async (id: string, stage: string, step: string) =>
    call('PUT /submissions/:id/stage', { params: { id }, body: { stage, step, version: (await open(id)).version } })

  test('a job without a set-up has the company’s stages and asks nothing', async () => {
    const setUp = await readSetUp(call, '2')
    expect(setUp).toMatchObject({ version: 0, questions: [], criteria: [] })
    expect(setUp.stages.map(({ id }) => id)).toEqual([
      'new',
      'in-review',
      'interview',
      'offer',
      'hired',
      'declined',
      'withdrawn',
    ])
  })

  test('an application goes through a stage of the job, and moves along when it is removed', async () => {
    const id = await storeApplication(desk, { fields: { job_id: 1 } })
    expect((await changeSetUp(call, { stages: await withStage(call, SCREEN) })).status).toBe(200)
    expect((await move(id, 'in-review', 'phonescreen')).status).toBe(200)
    const inScreen = await open(id)
    expect(inScreen).toMatchObject({ stage: 'in-review', step: 'phonescreen', stageName: SCREEN.name })
    const column = await call('GET /submissions', { query: { job: '1', step: 'phonescreen' } })
    expect(((await column.json()) as { items: object[] }).items).toMatchObject([{ reference: id }])

    const { stages } = await readSetUp(call)
    const left = stages.filter(({ id }) => id !== 'phonescreen')
    const refused = await changeSetUp(call, { stages: left })
    expect(await refused.json()).toMatchObject({
      type: 'urn:problem:stageNotEmpty',
      details: { stages: [{ id: 'phonescreen', count: 1 }] },
    })
    const saved = await changeSetUp(call, { stages: left, moves: { phonescreen: 'in-review' } })
    expect(await saved.json()).toMatchObject({ moved: 1 })
    const after = await open(id)
    expect(after).toMatchObject({ stage: 'in-review', step: '', stageName: null, version: inScreen.version + 1 })
    expect(after.timeline.findLast(({ kind }) => kind === 'step')).toMatchObject({
      actorId: null,
      details: { bySetUp: true, fromName: SCREEN.name },
    })
    // A colleague drags a card to it meanwhile.
    expect(await (await move(id, 'in-review', 'phonescreen')).json()).toMatchObject({ type: 'urn:problem:stageGone' })
  })

  test('moves between stages of one kind can be undone', async () => {
    const stage = { ...SCREEN, id: 'secondtalk', kind: 'interview' }
    await changeSetUp(call, { stages: await withStage(call, stage) })
    const id = await storeApplication(desk, { fields: { job_id: 1 } })
    await move(id, 'interview', '')
    const moved = (await (await move(id, 'interview', 'secondtalk')).json()) as { undo: string }
    expect(await open(id)).toMatchObject({ stage: 'interview', step: 'secondtalk' })
    expect((await call('POST /undo/:id', { params: { id: moved.undo } })).status).toBe(200)
    expect(await open(id)).toMatchObject({ stage: 'interview', step: '' })
  })

  test('a stage of another job is refused', async () => {
    await changeSetUp(call, { stages: await withStage(call, { ...SCREEN, id: 'onlyofone' }) })
    const id = await storeApplication(desk, { fields: { job_id: 2 } })
    expect((await move(id, 'in-review', 'onlyofone')).status).toBe(409)
  })

  test('the first of two editors is kept, the second sees it', async () => {
    const { version, stages, questions, criteria } = await readSetUp(call)
    const body = { version, stages, questions, criteria, moves: {} }
    const params = { id: '1' }
    const [one, other] = await Promise.all([
      call('PUT /processes/:id', { params, body: { ...body, questions: [aQuestion()] } }),
      call('PUT /processes/:id', { params, body: { ...body, questions: [CHOICE] } }),
    ])
    expect([one.status, other.status].toSorted()).toEqual([200, 409])
    const refused = one.status === 409 ? one : other
    expect(await refused.json()).toMatchObject({ details: { current: { version: version + 1 } } })
  })

  test.each([
    [
      'eleven questions',
      { questions: Array.from({ length: 11 }, (_, index) => aQuestion({ id: `question${index}` })) },
    ],
    ['one language', { questions: [aQuestion({ text: both('Only English', '') })] }],
    ['a choice of one', { questions: [{ ...CHOICE, options: CHOICE.options.slice(0, 1), knockOut: [] }] }],
    ['a flag on every answer', { questions: [{ ...CHOICE, knockOut: CHOICE.options.map(({ id }) => id) }] }],
    ['the same question twice', { questions: [aQuestion(), aQuestion()] }],
    [
      'two criteria',
      { criteria: ['criterion1', 'criterion2'].map((id) => ({ id, name: both('A'), hint: both('', '') })) },
    ],
    ['no company stage', { stages: [] }],
  ])('%s is refused with a sentence for its field', async (_, changes) => {
    const response = await changeSetUp(call, changes)
    expect(response.status).toBe(422)
    expect(Object.keys(((await response.json()) as { errors: object }).errors)).not.toEqual([])
  })

  test('only a known job has a set-up, and only those who manage jobs see it', async () => {
    const notFound = await call('GET /processes/:id', { params: { id: '4711' } })
    expect(notFound.status).toBe(404)
    for (const role of ['reader', 'editor'] as const) {
      const other = await desk.as(role)
      expect((await other.call('GET /processes/:id', { params: { id: '1' } })).status).toBe(403)
    }
  })

  test('internships and general applications have stages, but no questions', async () => {
    await storeInternship(desk)
    const response = await changeSetUp(call, { questions: [aQuestion()] }, 'internship')
    expect(await response.json()).toMatchObject({ errors: { questions: ['questionsOnlyForJobs'] } })
    const { counts } = await readSetUp(call, 'internship')
    expect(counts).toEqual([{ id: 'new', count: 1 }])
  })

  test('a copy of a job has its set-up and texts, once, and no applications', async () => {
    await changeSetUp(call, { questions: [CHOICE] })
    const body = { key: '7b5a4b1e-6c8f-4b54-9d6e-0a4f5b1c2d3e' }
    const first = await (await call('POST /jobs/:id/duplicate', { params: { id: '1' }, body })).json()
    const again = await (await call('POST /jobs/:id/duplicate', { params: { id: '1' }, body })).json()
    expect(again).toEqual(first)
    const { id } = first as { id: number }
    const copy = await readSetUp(call, String(id))
    expect(copy.questions).toMatchObject([{ text: CHOICE.text, options: CHOICE.options }])
    expect(copy.questions).not.toMatchObject([{ id: CHOICE.id }])
    expect(copy.counts).toEqual([])
    const editor = await desk.as('editor')
    const params = { type: 'jobs', id: String(id) }
    const record = (await (await editor.call('GET /content/:type/:id', { params })).json()) as {
      isPublished: boolean
      parts: Record<string, { fields: Record<string, unknown> }>
    }
    expect(record.isPublished).toBe(false)
    expect(record.parts.shared?.fields).toMatchObject({ requisition: '', closes_on: null })
  })
})

describe.each(DATABASES)('closing a job on %s', (name) => {
  const desk = deskOn(name, { outbox: { mailDomain: 'nuqta.example', wake() {} } })

  test('everybody who waits is declined with a letter, and an open offer stays', async () => {
    const { call } = await desk.as('recruiter')
    const stageOf = async (id: string) =>
      ((await (await call('GET /submissions/:id', { params: { id } })).json()) as { stage: string }).stage
    const [waiting, offered] = [
      await storeApplication(desk, { fields: { job_id: 1, email: 'one@mail.example' } }),
      await storeApplication(desk, { fields: { job_id: 1, email: 'two@mail.example' } }),
    ]
    await call('PUT /submissions/:id/stage', { params: { id: offered }, body: { stage: 'offer', version: 1 } })
    const params = { id: '1' }
    const preview = await (await call('POST /jobs/:id/close/preview', { params })).json()
    expect(preview).toMatchObject({ count: 1, offers: 1, mustTypeCount: false, first: { stage: 'new' } })
    const letters = { new: 'closed', 'in-review': 'closed', interview: 'decline' }
    const outdated = await call('POST /jobs/:id/close', { params, body: { letters, count: 7 } })
    expect(await outdated.json()).toMatchObject({ type: 'urn:problem:countChanged', details: { count: 1 } })
    const closed = (await (await call('POST /jobs/:id/close', { params, body: { letters, count: 1 } })).json()) as {
      undo: string[]
    }
    expect(closed).toMatchObject({ isClosed: true, declined: 1, letters: 1 })
    expect([await stageOf(waiting), await stageOf(offered)]).toEqual(['declined', 'offer'])
    const { jobs } = (await (await call('GET /jobs')).json()) as { jobs: { id: number; isOpen: boolean }[] }
    expect(jobs.find(({ id }) => id === 1)).toMatchObject({ isOpen: false })
    await call('POST /undo/:id', { params: { id: closed.undo[0] as string } })
    expect(await stageOf(waiting)).toBe('new')
  })
})
