import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { endpoints, FORMER_KEY_HEADER } from '#contract/endpoints.ts'
import { callApiFor } from '#server/call-api.ts'
import { submitPost } from '#site/submissions/submit-post.server.ts'
import { aContactMessage } from '../support/builders.ts'
import { apiOn, DATABASES } from '../support/databases.ts'

/** Forms sent again by going back or reloading, without JavaScript. */

describe.each(DATABASES)('on %s', (name) => {
  const api = apiOn(name)
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
  afterEach(() => void vi.useRealTimers())

  async function postAt(moment: string, subject: string) {
    vi.setSystemTime(new Date(moment))
    const callApi = callApiFor(api.app, '', { address: '127.0.0.1', language: 'en', requestId: 'repeated-posts' })
    const post = { answers: aContactMessage({ subject }), files: [] }
    return submitPost('contact-message', post, { callApi, visitorAddress: '127.0.0.1', cameBy: {} })
  }

  const stored = async (subject: string) =>
    (await api.database.queries.selectFrom('submissions').select('id').where('about', '=', subject).execute()).length

  test('a form sent again a moment later is stored once, also when the clock strikes between', async () => {
    const first = await postAt('2026-03-01T10:59:50Z', 'across the hour')
    expect(first).toHaveProperty('reference')
    expect(await postAt('2026-03-01T11:00:05Z', 'across the hour')).toEqual(first)
    expect(await postAt('2026-03-01T11:30:00Z', 'across the hour')).toEqual(first)
    expect(await stored('across the hour')).toBe(1)
  })

  test('the same words an hour and a half later are meant', async () => {
    const first = await postAt('2026-03-01T10:10:00Z', 'any news?')
    expect(await postAt('2026-03-01T11:40:00Z', 'any news?')).not.toEqual(first)
    expect(await stored('any news?')).toBe(2)
  })

  test("the key of the hour before is the pages' alone: from outside it is not looked at", async () => {
    const receipts = []
    const sendings: Record<string, string>[] = [
      { 'idempotency-key': 'ten' },
      { 'idempotency-key': 'eleven', [FORMER_KEY_HEADER]: 'ten' },
    ]
    for (const headers of sendings) {
      const response = await api.post('contact-us', aContactMessage({ subject: 'from outside' }), headers)
      expect(response.status).toBe(201)
      receipts.push((await response.json()).reference)
    }
    expect(receipts[0]).not.toBe(receipts[1])
  })
})

describe.each(DATABASES)('a limit of one submission on %s', (name) => {
  const api = apiOn(name, { submissionsPerMinute: 1 })

  test('stores one, however many come at once after a former key', async () => {
    const post = (headers: Record<string, string>) =>
      callApiFor(api.app, '', { address: '127.0.0.1', language: 'en', requestId: 'limit' })(
        endpoints.submitContactMessage,
        {
          body: aContactMessage(),
          headers,
        },
      )
    const first = await post({ 'idempotency-key': 'ten' })
    const again = { 'idempotency-key': 'eleven', [FORMER_KEY_HEADER]: 'ten' }
    const receipts = await Promise.all(Array.from({ length: 8 }, () => post(again)))
    expect(new Set(receipts.map((receipt) => JSON.stringify(receipt)))).toEqual(new Set([JSON.stringify(first)]))
    expect(await api.database.queries.selectFrom('submissions').select('id').execute()).toHaveLength(1)
  })
})
