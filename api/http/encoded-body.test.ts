import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterEach, describe, expect, test } from 'vitest'
import { EncodedBody } from './encoded-body.ts'

const TEXT = '<p>Nuqta</p>'.repeat(500)
const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

async function serve(body: EncodedBody, extraHeaders: string[] = []) {
  const server = createServer((incoming, outgoing) => void body.write(incoming, outgoing, extraHeaders))
  servers.push(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return async (headers: Record<string, string> = {}, method = 'GET') => {
    const asking = request({ port, host: '127.0.0.1', method, headers, agent: false }).end()
    const [response] = await once(asking, 'response')
    const pieces: Buffer[] = []
    for await (const piece of response) pieces.push(piece)
    return {
      status: response.statusCode,
      headers: response.headers as IncomingHttpHeaders,
      bytes: Buffer.concat(pieces),
    }
  }
}

const aBody = (text = TEXT, ...others: [isCompressible?: boolean, status?: number]) =>
  new EncodedBody(Buffer.from(text), { 'content-type': 'text/html' }, ...others)

describe('encodings', () => {
  test.each([
    ['br, gzip', 'br'],
    ['gzip', 'gzip'],
    ['GZIP', 'gzip'],
    ['*', 'br'],
    ['*;q=0', undefined],
    ['br;q=0, *', 'gzip'],
    ['br;q=0.0, gzip;q=0', undefined],
    ['gzip;q=0.001', 'gzip'],
    ['deflate, zstd', undefined],
    ['', undefined],
    [`${'x,'.repeat(2_000)}gzip`, undefined],
  ])('%s is answered in %s', async (accepted, encoding) => {
    const { headers, bytes } = await (await serve(aBody()))({ 'accept-encoding': accepted })
    expect(headers['content-encoding']).toBe(encoding)
    const unpack = { br: brotliDecompressSync, gzip: gunzipSync, identity: (packed: Buffer) => packed }
    expect(unpack[(encoding ?? 'identity') as keyof typeof unpack](bytes).toString()).toBe(TEXT)
    expect(headers['content-length']).toBe(String(bytes.length))
  })

  test('a file that compression would not shrink is sent as it is', async () => {
    for (const body of [aBody('short'), aBody(TEXT, false)]) {
      const { headers } = await (await serve(body))({ 'accept-encoding': 'br, gzip' })
      expect(headers['content-encoding']).toBeUndefined()
    }
  })
})

describe('shared reads', () => {
  const varied = Array.from({ length: 4_000 }, (_, index) => `<p>${(index * 7919) % 1009}</p>`).join('')
  const inBrotli = { 'accept-encoding': 'br' }

  /** Polls for the tighter copy: the time it takes is not promised. */
  async function askUntilTighter(ask: Awaited<ReturnType<typeof serve>>, first: number) {
    let answer = await ask(inBrotli)
    while (answer.bytes.length === first) answer = await ask(inBrotli)
    return answer
  }

  test('is compressed again in the background, with another ETag', async () => {
    const ask = await serve(aBody(varied))
    const first = await ask(inBrotli)
    const later = await askUntilTighter(ask, first.bytes.length)
    expect(later.bytes.length).toBeLessThan(first.bytes.length)
    expect(brotliDecompressSync(later.bytes).toString()).toBe(varied)
    expect(later.headers.etag).not.toBe(first.headers.etag)
  })

  test('answers 304 to a client that has the response', async () => {
    const ask = await serve(aBody(varied))
    const first = await ask(inBrotli)
    const later = await askUntilTighter(ask, first.bytes.length)
    for (const { headers } of [first, later])
      expect((await ask({ ...inBrotli, 'if-none-match': headers.etag as string })).status).toBe(304)
  })

  test('is not compressed again when that would take seconds', async () => {
    const body = aBody(varied.repeat(20))
    const ask = await serve(body)
    const { etag } = (await ask(inBrotli)).headers
    // A small tight body behind the others shows that the large one was never queued.
    for (let times = 0; times < 12; times++) await ask(inBrotli)
    const small = await serve(aBody(varied))
    await askUntilTighter(small, (await small(inBrotli)).bytes.length)
    expect((await ask(inBrotli)).headers.etag).toBe(etag)
  })
})

describe('tags', () => {
  test('each encoding has its own, the same bytes have the same, other bytes another', async () => {
    const tagOf = async (body: EncodedBody, encoding: string) =>
      (await (await serve(body))({ 'accept-encoding': encoding })).headers.etag
    const tags = await Promise.all(['br', 'gzip', 'identity'].map((encoding) => tagOf(aBody(), encoding)))
    expect(new Set(tags).size).toBe(3)
    expect(await tagOf(aBody(), 'br')).toBe(tags[0])
    expect(await tagOf(aBody(`${TEXT}!`), 'br')).not.toBe(tags[0])
  })

  test('a client with the current ETag gets 304', async () => {
    const ask = await serve(aBody(), ['x-request-id', 'abc'])
    const { etag = '' } = (await ask()).headers
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, ' * ']) {
      const again = await ask({ 'if-none-match': known })
      expect([again.status, again.bytes.length, again.headers.etag]).toEqual([304, 0, etag])
      expect(again.headers).toMatchObject({ 'x-request-id': 'abc' })
      expect(again.headers).not.toHaveProperty('content-type')
    }
    for (const unknown of ['"other"', etag.slice(1, -1), ''])
      expect((await ask({ 'if-none-match': unknown })).status).toBe(200)
  })

  test.each([404, 410, 500])('a response with status %s has no ETag and is never 304', async (status) => {
    const ask = await serve(aBody(TEXT, true, status))
    const first = await ask()
    expect([first.status, first.headers.etag]).toEqual([status, undefined])
    expect((await ask({ 'if-none-match': '*' })).status).toBe(status)
  })

  test('the tag of one encoding does not stand for another', async () => {
    const ask = await serve(aBody())
    const { etag = '' } = (await ask({ 'accept-encoding': 'br' })).headers
    expect((await ask({ 'accept-encoding': 'gzip', 'if-none-match': etag })).status).toBe(200)
  })
})

test('HEAD has the headers of GET and no bytes', async () => {
  const ask = await serve(aBody())
  const [get, head] = [await ask({ 'accept-encoding': 'br' }), await ask({ 'accept-encoding': 'br' }, 'HEAD')]
  expect(head.bytes).toHaveLength(0)
  expect({ ...head.headers, date: '' }).toEqual({ ...get.headers, date: '' })
})

test('the status and headers of each response are sent along', async () => {
  const ask = await serve(aBody(TEXT, true, 404), ['set-cookie', 'a=1', 'set-cookie', 'b=2'])
  const { status, headers } = await ask()
  expect(status).toBe(404)
  expect(headers).toMatchObject({ 'content-type': 'text/html', 'set-cookie': ['a=1', 'b=2'] })
})

test('concurrent requests for a new encoding all get it', async () => {
  const ask = await serve(aBody())
  const responses = await Promise.all(Array.from({ length: 20 }, () => ask({ 'accept-encoding': 'gzip' })))
  for (const { bytes } of responses) expect(gunzipSync(bytes).toString()).toBe(TEXT)
})
