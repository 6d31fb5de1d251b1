import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, expect, test } from 'vitest'
import { databasesByTurn, freshDatabaseOf } from '../../support/databases.ts'
import { deskOn, startDesk } from '../../support/desk-api.ts'
import { storeMessage } from '../../support/desk-submissions.ts'

const MAY_LISTEN = 200
const MORE_THAN_MAY_LISTEN = 250
const AT_ONCE = 25

/** The versions of an event stream, one after the other. */
function listen({ body }: Response) {
  const reader = (body as ReadableStream<Uint8Array>).getReader()
  const text = new TextDecoder()
  const nextVersion = async (heard = ''): Promise<string> => {
    const version = /data: (.*)\n\n/.exec(heard)?.[1]
    return version ?? nextVersion(heard + text.decode((await reader.read()).value))
  }
  return { reader, nextVersion }
}

describe.each(databasesByTurn(1))('news of the inbox on %s', (name) => {
  const desk = deskOn(name)
  const fresh = freshDatabaseOf(name)

  test('a listener hears that something has arrived, and nothing about the sender', async () => {
    const { call } = await desk.as('reader')
    const response = await call('GET /events')
    expect(response.headers.get('content-type')).toContain('text/event-stream')
    expect(response.headers.get('cache-control')).toBe('no-store')
    const { reader, nextVersion } = listen(response)
    const before = await nextVersion()
    await storeMessage(desk, { fields: { name: 'Canary' } })
    const after = await nextVersion()
    expect(after).not.toBe(before)
    expect(after).not.toMatch(/canary/i)
    expect(await (await call('GET /inbox/version')).json()).toEqual(JSON.parse(after))
    await reader.cancel()
  })

  test('a signed-out person hears nothing more', async () => {
    const { call } = await desk.as('reader')
    const other = await desk.as('reader')
    const readers = [listen(await call('GET /events')).reader, listen(await other.call('GET /events')).reader]
    await call('POST /sign-out')
    desk.clock.pass(31 * 60_000)
    await storeMessage(desk, { fields: { name: 'Canary' } })
    for (const reader of readers) {
      let heard = ''
      for (let part = await reader.read(); !part.done; part = await reader.read())
        heard += new TextDecoder().decode(part.value)
      expect(heard.match(/data: /g)).toHaveLength(1)
    }
  })

  test('a desk that is stopped lets its listeners go', async () => {
    const stopped = await startDesk(await fresh())
    const { call } = await stopped.as('reader')
    const reader = ((await call('GET /events')).body as ReadableStream<Uint8Array>).getReader()
    await reader.read()
    const stopping = stopped.stop()
    for (let part = await reader.read(); !part.done; ) part = await reader.read()
    await stopping
  })

  test('clients that leave before the first event hold no slot', async () => {
    const { call, cookie } = await desk.as('reader')
    const { port } = new URL(desk.url)
    const leave = async () => {
      const socket = connect(Number(port), '127.0.0.1')
      await once(socket, 'connect')
      socket.write(`GET /api/events HTTP/1.1\r\nHost: localhost:${port}\r\nCookie: ${cookie}\r\n\r\n`)
      socket.write('', () => socket.resetAndDestroy())
      await once(socket, 'close')
    }
    for (let left = 0; left < MORE_THAN_MAY_LISTEN; left += AT_ONCE)
      await Promise.all(Array.from({ length: AT_ONCE }, leave))
    const response = await call('GET /events')
    expect(response.status).toBe(200)
    await response.body?.cancel()
  })

  test('one person in 200 windows takes no stream from colleagues', { tags: 'slow' }, async () => {
    const owner = await desk.as('owner')
    const first = await owner.call('GET /events')
    const { reader, nextVersion } = listen(first)
    const before = await nextVersion()
    const { call } = await desk.as('reader')
    const streams: Response[] = []
    while (streams.length < MAY_LISTEN)
      streams.push(...(await Promise.all(Array.from({ length: AT_ONCE }, () => call('GET /events')))))
    const statuses = streams.map(({ status }) => status).sort()
    expect(statuses).toEqual([...Array(20).fill(200), ...Array(MAY_LISTEN - 20).fill(503)])
    const second = await owner.call('GET /events')
    expect(second.status).toBe(200)
    // The order of arrivals in one moment is random, and the newest makes the version.
    desk.clock.pass(1000)
    await storeMessage(desk, { fields: { name: 'Canary' } })
    expect(await nextVersion()).not.toBe(before)
    await reader.cancel()
    for (const stream of [...streams, second]) await stream.body?.cancel()
  })

  test('listening needs a session, and tells of submissions only those who may see them', async () => {
    expect((await desk.callWith()('GET /events')).status).toBe(401)
    const editor = await desk.as('editor')
    expect(await (await editor.call('GET /inbox/version')).json()).toMatchObject({ version: '' })
  })
})
