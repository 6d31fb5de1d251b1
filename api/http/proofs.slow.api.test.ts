import { type Challenge, solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { afterAll, describe, expect, test } from 'vitest'
import { LANGUAGES } from '#texts/languages.ts'
import { type RunningApi, startApi } from '../../tests/support/api.ts'
import { aCareerApplication, aContactMessage, anInternshipApplication } from '../../tests/support/builders.ts'
import { apiOn, DATABASES, freshDatabaseOf } from '../../tests/support/databases.ts'
import { storedSubmissions } from '../../tests/support/stored.ts'

const MAX_IN_QUIET_TIMES = 3

const challengeIn = async (response: Response) => (await response.json()).challenge as Challenge

async function solve(challenge: Challenge) {
  const solution = await solveChallenge({ challenge, deriveKey })
  return { challenge, solution }
}

const packed = (proof: object) => ({ 'x-proof': Buffer.from(JSON.stringify(proof)).toString('base64') })

describe.each(DATABASES)('a proof of work on %s', (name) => {
  const fresh = freshDatabaseOf(name)
  const running: RunningApi[] = []
  afterAll(() => Promise.all(running.map((api) => api.stop())))

  async function startUnderPressure(count = 1) {
    const database = await fresh()
    const apis: RunningApi[] = []
    for (let number = 0; number < count; number++) {
      const api = await startApi({ ...database, proofAbovePerMinute: MAX_IN_QUIET_TIMES })
      running.push(api)
      apis.push(api)
      for (let form = 0; form <= MAX_IN_QUIET_TIMES; form++) await api.post('contact-us', aContactMessage())
    }
    return apis as [RunningApi, RunningApi]
  }

  test('is not asked for in quiet times, and not looked at', async () => {
    const api = await startApi({ ...(await fresh()), proofAbovePerMinute: MAX_IN_QUIET_TIMES })
    running.push(api)
    for (let form = 0; form < MAX_IN_QUIET_TIMES; form++)
      expect((await api.post('contact-us', aContactMessage(), { 'x-proof': 'none' })).status).toBe(201)
    expect((await api.post('contact-us', aContactMessage())).status).toBe(428)
  })

  test('lets each form in once, whichever process asked for it', async () => {
    const [one, other] = await startUnderPressure(2)
    const stored = async () => (await storedSubmissions(one.database.queries)).length
    for (const language of LANGUAGES) {
      const refused = await one.post('contact-us', aContactMessage(), { 'accept-language': language })
      expect(refused.status).toBe(428)
      const problem = await refused.json()
      expect(problem).toMatchObject({ type: 'urn:problem:proofRequired', challenge: { signature: expect.any(String) } })
      const before = await stored()
      const proof = packed(await solve(problem.challenge))
      expect((await other.post('contact-us', aContactMessage(), proof)).status).toBe(201)
      expect(await stored()).toBe(before + 1)
      for (const api of [one, other]) expect((await api.post('contact-us', aContactMessage(), proof)).status).toBe(428)
      expect(await stored()).toBe(before + 1)
    }
  })

  test('sent with many forms at once, one is stored', async () => {
    const [one, other] = await startUnderPressure(2)
    const proof = packed(await solve(await challengeIn(await one.post('contact-us', aContactMessage()))))
    const responses = await Promise.all(
      [one, other, one, other].map((api) => api.post('internship', anInternshipApplication(), proof)),
    )
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 428, 428, 428])
  })

  test('is required before a CV is read; a stored form gets its receipt again', async () => {
    const [api] = await startUnderPressure()
    const send = (headers: object) =>
      api.postForm('Form', aCareerApplication(), { 'idempotency-key': 'cv', ...headers })
    const references: string[] = []
    for (let time = 0; time < 2; time++) {
      const refused = await send({})
      expect(refused.status).toBe(428)
      const accepted = await send(packed(await solve(await challengeIn(refused))))
      expect(accepted.status).toBe(201)
      references.push((await accepted.json()).reference)
    }
    expect(references[0]).toBe(references[1])
  })
})

describe('a proof that is no good', () => {
  const api = apiOn('SQLite', { proofAbovePerMinute: 1 })

  test('is answered with another challenge', async () => {
    for (let form = 0; form < 2; form++) await api.post('contact-us', aContactMessage())
    const challenge = await challengeIn(await api.post('contact-us', aContactMessage()))
    const { solution } = await solve(challenge)
    const easier = { ...challenge, parameters: { ...challenge.parameters, keyPrefix: '00', keySignature: undefined } }
    const bad: Record<string, string>[] = [
      { 'x-proof': '' },
      { 'x-proof': 'x'.repeat(10_000) },
      packed([]),
      packed({ challenge: null }),
      packed({ challenge: { parameters: {} } }),
      packed({ challenge, solution: null }),
      packed({ challenge, solution: { ...solution, derivedKey: '00' } }),
      packed(await solve(easier)),
      packed({ challenge: { ...challenge, parameters: { ...challenge.parameters, expiresAt: 1 } }, solution }),
      packed({
        challenge: { ...challenge, parameters: { ...challenge.parameters, expiresAt: 9_999_999_999 } },
        solution,
      }),
    ]
    for (const headers of bad) {
      const refused = await api.post('contact-us', aContactMessage(), headers)
      expect(refused.status).toBe(428)
      expect((await challengeIn(refused)).signature).not.toBe(challenge.signature)
    }
    expect((await api.post('contact-us', aContactMessage(), packed({ challenge, solution }))).status).toBe(201)
  })
})
