import { describe, expect, test } from 'vitest'
import { DATABASES } from '../../support/databases.ts'
import { deskOn } from '../../support/desk-api.ts'
import { storeMessage } from '../../support/desk-submissions.ts'

describe.each(DATABASES)('news of the inbox on %s', (name) => {
  const desk = deskOn(name)

  test('whoever listens is told that something has arrived, and nothing about whom', async () => {
    const { call } = await desk.as('reader')
    const response = await call('GET /events')
    expect(response.headers.get('content-type')).toContain('text/event-stream')
    expect(response.headers.get('cache-control')).toBe('no-store')
    const reader = (response.body as ReadableStream<Uint8Array>).getReader()
    const text = new TextDecoder()
    const nextVersion = async (heard = ''): Promise<string> => {
      const version = /data: (.*)\n\n/.exec(heard)?.[1]
      return version ?? nextVersion(heard + text.decode((await reader.read()).value))
    }
    const before = await nextVersion()
    await storeMessage(desk, { fields: { name: 'Canary' } })
    const after = await nextVersion()
    expect(after).not.toBe(before)
    expect(after).not.toMatch(/canary/i)
    expect(await (await call('GET /inbox/version')).json()).toEqual(JSON.parse(after))
    await reader.cancel()
  })

  test('nobody listens without a session or without the right', async () => {
    expect((await desk.callWith()('GET /events')).status).toBe(401)
    expect((await (await desk.as('editor')).call('GET /events')).status).toBe(403)
  })
})
