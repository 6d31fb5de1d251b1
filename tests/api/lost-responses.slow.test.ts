import { request } from 'node:http'
import { describe, expect, test } from 'vitest'
import { endpoints } from '#contract/endpoints.ts'
import { randomFrom } from '#site/brand/drawing.tsx'
import { aContactMessage } from '../support/builders.ts'
import { startCuttingProxy } from '../support/cutting-proxy.ts'
import { apiOn } from '../support/databases.ts'
import { untilTestEnds } from '../support/during-tests.ts'
import { isLong } from '../support/turns.ts'

const SUBMISSIONS = isLong ? 1000 : 300
const AT_ONCE = 20
const CUT_PART = 0.3
const MAX_TRIES = 50

const api = apiOn('SQLite')

test(`${SUBMISSIONS} submissions whose answers are lost three times in ten are stored once each`, {
  timeout: 120_000,
}, async () => {
  // Seeded randomness: a regular pattern would fall in step with clients that retry together.
  const random = randomFrom(2015)
  const proxy = await untilTestEnds(startCuttingProxy(api.url, () => random() < CUT_PART))
  const waiting = Array.from({ length: SUBMISSIONS }, (_, index) => index)
  const references: string[] = []
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let index = waiting.pop(); index !== undefined; index = waiting.pop())
        references.push(await submitUntilAnswered(proxy.url, index))
    }),
  )
  const rows = await api.database.queries.selectFrom('submissions').select(['reference', 'email']).execute()
  expect(proxy.cuts()).toBeGreaterThan(SUBMISSIONS * CUT_PART)
  expect(references).toHaveLength(SUBMISSIONS)
  expect(rows).toHaveLength(SUBMISSIONS)
  expect(new Set(rows.map(({ email }) => email)).size).toBe(SUBMISSIONS)
  expect(new Set(references)).toEqual(new Set(rows.map(({ reference }) => reference)))
})

describe('while another process holds the key', () => {
  const api = apiOn('PostgreSQL')

  test('senders who wait too long get 503, the others one receipt, and one message is stored', async () => {
    const key = { 'idempotency-key': 'held' }
    const send = async () => {
      const answer = await api.post('contact-us', aContactMessage(), key)
      return { status: answer.status, reference: (await answer.json()).reference as string | undefined }
    }
    const claim = { kind: 'contact-message', body_hash: 'other', reference: 'NQ-2222-2222', language: 'en' } as const
    let sending: ReturnType<typeof send>[] = []
    const killed = api.database.write(async (queries) => {
      const row = { key: 'held', ...claim, created_at: new Date().toISOString() }
      await queries.insertInto('idempotency_keys').values(row).execute()
      sending = Array.from({ length: 50 }, send)
      expect((await Promise.race(sending)).status).toBe(503)
      throw new Error('killed')
    })
    await expect(killed).rejects.toThrow('killed')
    const answers = await Promise.all(sending)
    const references = new Set(answers.flatMap(({ reference }) => reference ?? []))
    expect(references.size).toBe(1)
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201, 503]))
    expect(references).toContain((await send()).reference)
    expect(await api.database.queries.selectFrom('submissions').select('id').execute()).toHaveLength(1)
  })
})

/** With one idempotency key, as the page does. */
async function submitUntilAnswered(url: string, index: number): Promise<string> {
  for (let tries = 1; ; tries++) {
    try {
      return await submit(url, index)
    } catch (error) {
      if (tries === MAX_TRIES) throw error
    }
  }
}

function submit(url: string, index: number): Promise<string> {
  const body = JSON.stringify(aContactMessage({ email: `person-${index}@mail.example` }))
  return new Promise((resolve, reject) => {
    const post = request(
      url + endpoints.submitContactMessage.path,
      {
        method: 'POST',
        // Separate connections, so that a cut affects one submission only.
        agent: false,
        headers: {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
          'idempotency-key': `key-${index}`,
        },
      },
      async (answer) => {
        try {
          let text = ''
          for await (const part of answer) text += part
          if (answer.statusCode !== 201) throw new Error(`Answered ${answer.statusCode}: ${text}`)
          resolve((JSON.parse(text) as { reference: string }).reference)
        } catch (error) {
          reject(error)
        }
      },
    )
    post.on('error', reject)
    post.end(body)
  })
}
