import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { createHttpServer } from './create-server.ts'
import { drainRequests } from './shutdown.ts'

const app = createHttpServer({ trustProxy: ['127.0.0.1'], logLevel: 'silent', publicUrl: undefined })
app.get('/address', (request) => request.ip)
let url = ''
beforeAll(async () => {
  await app.listen({ port: 0, host: '127.0.0.1' })
  url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}/address`
})
afterAll(() => app.close())

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['192.0.2.1:1001', '192.0.2.1'],
  ['203.0.113.9, 192.0.2.1:1002', '192.0.2.1'],
  ['2001:db8::1', '2001:db8::1'],
  ['[2001:db8::1]', '2001:db8::1'],
  ['[2001:db8::1]:1003', '2001:db8::1'],
  ['192.0.2.1:1001, 127.0.0.1:1004', '192.0.2.1'],
])('behind a proxy that writes %s the visitor is %s', async (written, address) => {
  const response = await fetch(url, { headers: { 'x-forwarded-for': written } })
  expect(await response.text()).toBe(address)
})

test.each<[string, number, string, string[]]>([
  ['it is anybody', 4, '127.0.0.3', []],
  ['it is a proxy', 6, '127.0.0.3', ['127.0.0.3/32']],
  ['it is this machine', 6, '127.0.0.1', []],
])('of six connections of one address, where eight fit and %s, %i are taken', async (_who, taken, from, trustProxy) => {
  const server = createHttpServer({ trustProxy, logLevel: 'silent', publicUrl: undefined })
  server.server.maxConnections = 8
  server.get('/address', (request) => request.ip)
  await server.listen({ port: 0, host: '127.0.0.1' })
  onTestFinished(() => server.close())
  const { port } = server.server.address() as AddressInfo
  const ask = async (localAddress: string) => {
    const socket = connect({ port, host: '127.0.0.1', localAddress })
    onTestFinished(() => void socket.destroy())
    return (await responseOn(socket)).startsWith('HTTP/1.1 200 ')
  }
  const answers: boolean[] = []
  for (let connection = 0; connection < 6; connection++) answers.push(await ask(from))
  expect(answers.filter(Boolean)).toHaveLength(taken)
  // Another client still gets in.
  expect(await ask('127.0.0.2')).toBe(true)
})

test.each([
  ['closed', (server: typeof app) => server.close()],
  ['drained', (server: typeof app) => drainRequests(server)],
])(
  'a connection without a request does not hold up a server that is %s',
  async (_how, close) => {
    const server = createHttpServer({ trustProxy: [], logLevel: 'silent', publicUrl: undefined })
    await server.listen({ port: 0, host: '127.0.0.1' })
    const socket = connect({ port: (server.server.address() as AddressInfo).port, host: '127.0.0.1' })
    const ended = once(socket, 'close')
    await once(server.server, 'connection')
    await close(server)
    await ended
  },
  10_000,
)

/** Empty if the server hangs up; otherwise the connection stays open. */
async function responseOn(socket: Socket) {
  socket.on('error', () => {})
  socket.write('GET /address HTTP/1.1\r\nHost: site.example\r\n\r\n')
  const [chunk] = await Promise.race([once(socket, 'data'), once(socket, 'close').then(() => [''])])
  return String(chunk)
}
