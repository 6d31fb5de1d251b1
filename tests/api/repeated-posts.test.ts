import { RouterContextProvider } from 'react-router'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { callApiAt } from '#server/call-api.ts'
import { siteRequest } from '#site/request-context.ts'
import { answerPost } from '#site/submissions/answer-post.server.ts'
import { aContactMessage } from '../support/builders.ts'
import { apiOn, DATABASES } from '../support/databases.ts'

/** What is sent again by going back or reloading, from a page without JavaScript. */

describe.each(DATABASES)('on %s', (name) => {
  const api = apiOn(name)
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
  afterEach(() => void vi.useRealTimers())

  async function postAt(moment: string, subject: string) {
    vi.setSystemTime(new Date(moment))
    const visitorAddress = '127.0.0.1'
    const context = new RouterContextProvider()
    const settings = { publicUrl: '', apiHost: '', cvMaximumBytes: 0, retentionMonths: 12, textsUrl: '' }
    const callApi = callApiAt(api.url, { address: visitorAddress, language: 'en', requestId: 'repeated-posts' })
    const rest = { skipsNotFound: false, onError: () => {} }
    context.set(siteRequest, { language: 'en', settings, callApi, visitorAddress, ...rest })
    const request = new Request('http://site/contact', {
      method: 'POST',
      body: new URLSearchParams(aContactMessage({ subject })),
    })
    const answer = (await answerPost('contact')({ request, context, params: {} } as never)) as Response
    expect(answer.status).toBe(303)
    return answer.headers.get('location')
  }

  const stored = async (subject: string) =>
    (await api.database.queries.selectFrom('contact_messages').select('id').where('subject', '=', subject).execute())
      .length

  test('a form sent again a moment later is stored once, also when the clock strikes between', async () => {
    const first = await postAt('2026-03-01T10:59:50Z', 'across the hour')
    expect(await postAt('2026-03-01T11:00:05Z', 'across the hour')).toBe(first)
    expect(await postAt('2026-03-01T11:30:00Z', 'across the hour')).toBe(first)
    expect(await stored('across the hour')).toBe(1)
  })

  test('the same words an hour and a half later are meant', async () => {
    const first = await postAt('2026-03-01T10:10:00Z', 'any news?')
    expect(await postAt('2026-03-01T11:40:00Z', 'any news?')).not.toBe(first)
    expect(await stored('any news?')).toBe(2)
  })
})
