import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aContactMessage } from '../../tests/support/builders.ts'
import { DATABASES, freshDatabaseOf } from '../../tests/support/databases.ts'
import { openDatabase } from '../platform/database/connection.ts'
import type { Database } from '../platform/database/database.ts'
import { migrate } from '../platform/database/migrate.ts'
import { forgetOldKeys, KeyReused } from './idempotency-keys.ts'
import { listSubmissions } from './list-submissions.ts'
import { type NewSubmission, storeSubmission } from './store.ts'
import type { SubmissionSummary } from './submissions.ts'

const NOON = '2026-03-01T12:00:00.000Z'

interface Sending {
  body: string
  key?: string | undefined
  formerKey?: string | undefined
  at?: string
}

class Refused extends Error {}

describe.each(DATABASES)('storing on %s', (name) => {
  const fresh = freshDatabaseOf(name)
  // Two connections stand for two processes.
  let databases: Database[] = []
  beforeAll(async () => {
    const settings = await fresh()
    databases = [await openDatabase(settings), await openDatabase(settings)]
    await migrate(databases[0]!)
  })
  afterAll(() => Promise.all(databases.map((database) => database.close())))
  beforeEach(empty)

  async function empty() {
    const { queries } = databases[0]!
    await queries.deleteFrom('submissions').execute()
    await queries.deleteFrom('idempotency_keys').execute()
  }

  const stored = () => listSubmissions(databases[0]!.queries)

  function limitedTo(limit: number) {
    let counted = 0
    return {
      counted: () => counted,
      async admit() {
        if (counted >= limit) throw new Refused()
        counted++
      },
    }
  }

  let sendings = 0

  async function send({ body, key, formerKey, at = NOON }: Sending, admit = async () => {}): Promise<string> {
    const database = databases[sendings++ % databases.length]!
    const options = { key, formerKey, admit, now: new Date(at) }
    return storeSubmission(database, aSubmission(body), options).then(
      ({ reference }) => reference,
      (error) => {
        if (error instanceof KeyReused) return 'reused'
        if (error instanceof Refused) return 'refused'
        throw error
      },
    )
  }

  test('hundreds of one millisecond are all stored, and a search finds each of them once, page after page', async () => {
    const bodies = Array.from({ length: 300 }, (_, index) => `crowded ${index}`)
    const references: string[] = []
    // As many at once as both processes have connections.
    while (references.length < bodies.length)
      references.push(
        ...(await Promise.all(bodies.slice(references.length, references.length + 20).map((body) => send({ body })))),
      )
    expect(new Set(references).size).toBe(bodies.length)
    const found: string[] = []
    const { queries } = databases[0]!
    const next = (after?: SubmissionSummary) =>
      listSubmissions(queries, { search: 'crowded' }, { limit: 7, ...(after && { after }) })
    for (let page = await next(); page.length > 0; page = await next(page.at(-1)))
      found.push(...page.map(({ reference }) => reference))
    expect(found.toSorted()).toEqual(references.toSorted())
  })

  test('returning a former receipt claims its own key too, so that no second copy is stored', async () => {
    const { admit, counted } = limitedTo(1)
    const first = await send({ body: 'one', key: 'ten' }, admit)
    const again = { body: 'one', key: 'eleven', formerKey: 'ten' }
    const receipts = await Promise.all(Array.from({ length: 8 }, () => send(again, admit)))
    expect(new Set(receipts)).toEqual(new Set([first]))
    expect(await send({ body: 'one', key: 'eleven' }, admit)).toBe(first)
    expect(await stored()).toHaveLength(1)
    expect(counted()).toBe(1)
  })

  test('the same form under two keys at once is stored once if either names the other', async () => {
    for (let round = 0; round < 10; round++) {
      const earlier = { body: 'one', key: `key-${round}` }
      const later = { body: 'one', key: `key-${round + 1}x`, formerKey: earlier.key }
      const receipts = await Promise.all([send(later), send(earlier), send(later), send(earlier)])
      expect(new Set(receipts).size).toBe(1)
    }
    expect(await stored()).toHaveLength(10)
  })

  test('a former key counts for an hour after the submission, however often it was sent again', async () => {
    const first = await send({ body: 'one', key: 'ten', at: '2026-03-01T10:50:00Z' })
    expect(await send({ body: 'one', key: 'eleven', formerKey: 'ten', at: '2026-03-01T11:40:00Z' })).toBe(first)
    expect(await send({ body: 'one', key: 'eleven', formerKey: 'ten', at: '2026-03-01T11:59:00Z' })).toBe(first)
    expect(await send({ body: 'one', key: 'twelve', formerKey: 'eleven', at: '2026-03-01T12:05:00Z' })).not.toBe(first)
  })

  test('a key is forgotten after eight days', async () => {
    const first = await send({ body: 'one', key: 'key', at: '2026-03-01T10:00:00Z' })
    const forget = (moment: string) => databases[0]!.write((queries) => forgetOldKeys(queries, new Date(moment)))
    await forget('2026-03-09T09:59:00Z')
    expect(await send({ body: 'one', key: 'key' })).toBe(first)
    await forget('2026-03-09T10:01:00Z')
    expect(await send({ body: 'one', key: 'key' })).not.toBe(first)
  })

  const KEYS = ['a', 'b', 'c']
  const sending = fc.record({
    body: fc.constantFrom('one', 'two'),
    key: fc.option(fc.constantFrom(...KEYS), { nil: undefined, freq: 5 }),
    formerKey: fc.option(fc.constantFrom(...KEYS), { nil: undefined }),
  })
  const rounds = fc.array(fc.array(sending, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 4 })

  test('concurrent submissions are linearizable', {
    timeout: 120_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(rounds, fc.integer({ min: 0, max: 5 }), async (rounds, limit) => {
        await empty()
        const { admit, counted } = limitedTo(limit)
        let possible: Model[] = [{ keys: {}, references: [] }]
        for (const round of rounds) {
          const outcomes = await Promise.all(round.map((each) => send(each, admit)))
          possible = possible.flatMap((model) => modelsAfter(model, round, outcomes, limit))
          expect(possible, `no order explains ${JSON.stringify({ round, outcomes })}`).not.toEqual([])
        }
        const references = (await stored()).map(({ reference }) => reference)
        expect(counted()).toBe(references.length)
        for (const model of possible) expect([...model.references].sort()).toEqual([...references].sort())
      }),
      { numRuns: 60, seed: 2015 },
    )
  })
})

/** The store's contents after one submission at a time. */
interface Model {
  keys: Record<string, { body: string; reference: string }>
  references: string[]
}

/** The models after every order of submissions that explains the outcomes. */
function modelsAfter(model: Model, sendings: Sending[], outcomes: string[], limit: number): Model[] {
  if (sendings.length === 0) return [model]
  const found = sendings.flatMap((sending, index) => {
    const next = modelAfter(model, sending, outcomes[index] as string, limit)
    return next ? modelsAfter(next, sendings.toSpliced(index, 1), outcomes.toSpliced(index, 1), limit) : []
  })
  return [...new Map(found.map((each) => [JSON.stringify(each), each])).values()]
}

function modelAfter(model: Model, { body, key, formerKey }: Sending, outcome: string, limit: number) {
  const [own, former] = [key, key && formerKey].map((each) => (each ? model.keys[each] : undefined))
  const claim = (reference: string): Model => {
    const free = [key, key && formerKey].filter((each): each is string => Boolean(each && !model.keys[each]))
    return {
      ...model,
      keys: { ...model.keys, ...Object.fromEntries(free.sort().map((each) => [each, { body, reference }])) },
    }
  }
  if (own) {
    if (own.body !== body) return outcome === 'reused' ? model : undefined
    return outcome === own.reference ? claim(own.reference) : undefined
  }
  if (former?.body === body) return outcome === former.reference ? claim(former.reference) : undefined
  if (model.references.length >= limit) return outcome === 'refused' ? model : undefined
  const isNew = outcome.startsWith('NQ-') && !model.references.includes(outcome)
  return isNew ? { ...claim(outcome), references: [...model.references, outcome] } : undefined
}

function aSubmission(body: string): NewSubmission {
  return {
    kind: 'contact-message',
    values: aContactMessage({ subject: body }),
    language: 'en',
    marks: [],
    hash: `hash of ${body}`,
  }
}
