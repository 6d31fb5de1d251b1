import { unzipSync } from 'fflate'
import { beforeAll, describe, expect, test } from 'vitest'
import { createCandidates } from '#domain/candidates/candidates.ts'
import { currentToken, linkSecretOf } from '#domain/submissions/links.ts'
import { DATABASES } from '../../support/databases.ts'
import { type Caller, deskOn } from '../../support/desk-api.ts'
import { storeApplication } from '../../support/desk-submissions.ts'
import { both, changeSetUp } from '../../support/set-ups.ts'

const CRITERIA = ['criterion1', 'criterion2', 'criterion3'].map((id) => ({ id, name: both(id), hint: both('', '') }))
const SECRET = 'drew the grid on paper'

const aCard = (changes: object = {}) => ({
  version: 0,
  ratings: {
    criterion1: { step: 4, evidence: SECRET },
    criterion2: { step: 2, evidence: '' },
    criterion3: { step: 0, evidence: '' },
  },
  recommendation: 3,
  summary: '',
  ...changes,
})

/** Without the words of another card. */
const OWN = {
  summary: 'mine',
  ratings: Object.fromEntries(CRITERIA.map(({ id }) => [id, { step: 2, evidence: '' }])),
}

interface Cards {
  criteria: { id: string }[]
  own: { version: number; sentAt: string | null; additions: object[] } | null
  others: object[]
  hiddenFrom: string[]
}

describe.each(DATABASES)('scorecards on %s', (name) => {
  const desk = deskOn(name)
  let call: Caller
  beforeAll(async () => {
    call = (await desk.as('owner')).call
    await changeSetUp(call, { criteria: CRITERIA })
  })

  const anApplication = () => storeApplication(desk, { fields: { job_id: 1 } })
  const read = async (by: Caller, id: string) => {
    const response = await by('GET /submissions/:id/scorecards', { params: { id } })
    const text = await response.text()
    return { text, cards: JSON.parse(text) as Cards }
  }
  const send = (by: Caller, id: string, changes: object = {}) =>
    by('POST /submissions/:id/scorecard/send', { params: { id }, body: aCard(changes) })

  test('others’ cards stay on the server until one’s own is sent', async () => {
    const id = await anApplication()
    const [karim, nadia] = [await desk.as('recruiter'), await desk.as('recruiter')]
    expect((await send(karim.call, id)).status).toBe(200)
    const before = await read(nadia.call, id)
    expect(before.cards).toMatchObject({ own: null, others: [], hiddenFrom: [karim.person.id] })
    expect(before.text).not.toContain(SECRET)
    expect(before.text).not.toContain('"step":4')
    const draft = await nadia.call('PUT /submissions/:id/scorecard', {
      params: { id },
      body: aCard(OWN),
    })
    expect(draft.status).toBe(200)
    expect((await read(nadia.call, id)).text).not.toContain(SECRET)
    // A draft is nobody else's.
    expect((await read(karim.call, id)).text).not.toContain('mine')
    expect((await send(nadia.call, id, { version: 1, ...OWN })).status).toBe(200)
    expect((await read(nadia.call, id)).text).toContain(SECRET)
    // The page of the application says that a card was sent, and nothing of it.
    const page = await (await karim.call('GET /submissions/:id', { params: { id } })).text()
    expect(page).not.toContain(SECRET)
  })

  test('a card sent twice is sent once, and is never changed', async () => {
    const id = await anApplication()
    const { call: own } = await desk.as('recruiter')
    const [first, second] = await Promise.all([send(own, id), send(own, id)])
    const statuses = [first.status, second.status].toSorted()
    expect(statuses[0]).toBe(200)
    expect([200, 409]).toContain(statuses[1])
    expect((await send(own, id)).status).toBe(200)
    const changed = await send(own, id, { version: 2, summary: 'better' })
    expect(await changed.json()).toMatchObject({ type: 'urn:problem:scorecardSent' })
    const params = { id }
    const { cards } = await read(own, id)
    const body = { version: cards.own?.version, text: 'She called back.' }
    expect((await own('POST /submissions/:id/scorecard/additions', { params, body })).status).toBe(200)
    expect((await read(own, id)).cards.own).toMatchObject({ additions: [{ text: 'She called back.' }] })
    const { timeline } = (await (await call('GET /submissions/:id', { params })).json()) as {
      timeline: { kind: string }[]
    }
    expect(timeline.filter(({ kind }) => kind === 'scorecard')).toHaveLength(1)
  })

  test.each([
    ['no step', { ratings: {} }, 'ratings.criterion1.step'],
    [
      'the highest step without evidence',
      { ratings: { ...aCard().ratings, criterion1: { step: 4, evidence: ' ' } } },
      'ratings.criterion1.evidence',
    ],
    ['no recommendation', { recommendation: null }, 'recommendation'],
  ])('a card with %s is not sent', async (_, changes, field) => {
    const id = await anApplication()
    const { call: own } = await desk.as('recruiter')
    const refused = await send(own, id, changes)
    expect(refused.status).toBe(422)
    expect(Object.keys(((await refused.json()) as { errors: object }).errors)).toContain(field)
  })

  test('two windows: the second sees the first', async () => {
    const id = await anApplication()
    const { call: own } = await desk.as('recruiter')
    const params = { id }
    await own('PUT /submissions/:id/scorecard', { params, body: aCard() })
    const other = await own('PUT /submissions/:id/scorecard', { params, body: aCard({ summary: 'other window' }) })
    expect(await other.json()).toMatchObject({ type: 'urn:problem:conflict', details: { current: { version: 1 } } })
  })

  test('a card keeps the criteria that it was begun with', async () => {
    const id = await anApplication()
    const { call: own } = await desk.as('recruiter')
    const params = { id }
    await own('PUT /submissions/:id/scorecard', { params, body: aCard() })
    await changeSetUp(call, { criteria: CRITERIA.map((each) => ({ ...each, id: `new${each.id}` })) })
    expect((await read(own, id)).cards.criteria.map((each) => each.id)).toEqual(CRITERIA.map((each) => each.id))
    expect((await send(own, id, { version: 1 })).status).toBe(200)
    await changeSetUp(call, { criteria: CRITERIA })
  })

  test('a job without criteria has no scorecards, and says so', async () => {
    const id = await storeApplication(desk, { fields: { job_id: 2 } })
    expect(await (await send(call, id)).json()).toMatchObject({ status: 409, type: 'urn:problem:noCriteria' })
  })

  test('those who decide may read without rating, and then rate no more', async () => {
    const id = await anApplication()
    const [karim, nadia] = [await desk.as('recruiter'), await desk.as('recruiter')]
    await send(karim.call, id)
    expect((await nadia.call('POST /submissions/:id/scorecard/waive', { params: { id } })).status).toBe(200)
    expect((await read(nadia.call, id)).text).toContain(SECRET)
    expect((await send(nadia.call, id, { version: 1 })).status).toBe(409)
    expect((await read(karim.call, id)).cards.others).toEqual([])
  })

  test('readers and editors neither see nor write cards', async () => {
    const id = await anApplication()
    for (const role of ['reader', 'editor'] as const) {
      const other = await desk.as(role)
      expect((await other.call('GET /submissions/:id/scorecards', { params: { id } })).status).toBe(403)
      expect((await send(other.call, id)).status).toBe(403)
    }
  })

  test('the candidate’s copy has sent cards, with the role instead of the name', async () => {
    const id = await anApplication()
    const [karim, nadia] = [await desk.as('recruiter'), await desk.as('recruiter')]
    await send(karim.call, id)
    await nadia.call('PUT /submissions/:id/scorecard', { params: { id }, body: aCard({ summary: 'a draft' }) })
    const { database } = desk
    const token = (await currentToken(database.queries, await linkSecretOf(database), id)) as string
    const archive = await createCandidates(database, () => desk.clock.now).copy(token, 'en')
    const copy = new TextDecoder().decode(unzipSync(archive)['application.json'])
    expect(JSON.parse(copy)).toMatchObject({
      scorecards: [
        { by: 'interviewer', recommendation: 'rather yes', ratings: [{ step: 'beyond', evidence: SECRET }, {}, {}] },
      ],
    })
    expect(copy).not.toContain(karim.person.name)
    expect(copy).not.toContain('a draft')
  })

  test('erasing the application erases its cards', async () => {
    const id = await anApplication()
    await send(call, id)
    const { email } = (await (await call('GET /submissions/:id', { params: { id } })).json()) as { email: string }
    const body = { email, typedEmail: email }
    expect((await call('POST /erasure', { body })).status).toBe(200)
    const left = await desk.database.queries.selectFrom('scorecards').selectAll().execute()
    const known = await desk.database.queries.selectFrom('submissions').select('id').execute()
    expect(left.filter(({ submission_id }) => !known.some((each) => each.id === submission_id))).toEqual([])
  })

  test('the reason of a decision goes into the record', async () => {
    const id = await anApplication()
    const why = 'Three cards say yes.'
    await call('PUT /submissions/:id/stage', { params: { id }, body: { stage: 'offer', why, version: 1 } })
    const { timeline } = (await (await call('GET /submissions/:id', { params: { id } })).json()) as {
      timeline: { kind: string; details: object }[]
    }
    expect(timeline.findLast(({ kind }) => kind === 'stage')).toMatchObject({ details: { why } })
  })
})
