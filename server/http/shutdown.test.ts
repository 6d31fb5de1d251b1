import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { createHttpServer } from './create-server.ts'
import { drainRequests } from './shutdown.ts'

const NOTICE_MILLISECONDS = 50

/** A proxy has connections of earlier requests, and sends a form once on whichever it takes. */
test('a form on an idle connection of a proxy is answered after the port has closed', async () => {
  const app = createHttpServer({ trustProxy: [], logLevel: 'silent', publicUrl: undefined })
  app.post('/form', () => 'stored')
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const idle = await Promise.all(Array.from({ length: 4 }, () => open(port)))
  for (const socket of idle) expect(await send(socket)).toContain('stored')

  const drained = drainRequests(app, NOTICE_MILLISECONDS)
  while (await isOpen(port)) await pause(5)
  for (const socket of idle) expect(await send(socket)).toMatch(/connection: close[\s\S]*stored/i)
  await drained
  await app.close()
})

test('a request already on the wire is answered, and its response ends the connection', async () => {
  const app = createHttpServer({ trustProxy: [], logLevel: 'silent', publicUrl: undefined })
  app.post('/form', () => 'stored')
  await app.listen({ port: 0, host: '127.0.0.1' })
  const socket = await open((app.server.address() as AddressInfo).port)
  expect(await send(socket)).toMatch(/connection: keep-alive[\s\S]*stored/i)

  const answer = send(socket)
  const closed = once(socket, 'close')
  const drained = drainRequests(app, NOTICE_MILLISECONDS)
  expect(await answer).toMatch(/connection: close[\s\S]*stored/i)
  await Promise.all([closed, drained])
  await app.close()
})

test('connections that stay idle do not hold up the end', { timeout: 10_000 }, async () => {
  const app = createHttpServer({ trustProxy: [], logLevel: 'silent', publicUrl: undefined })
  app.post('/form', () => 'stored')
  await app.listen({ port: 0, host: '127.0.0.1' })
  const socket = await open((app.server.address() as AddressInfo).port)
  await send(socket)
  const closed = once(socket, 'close')
  await drainRequests(app, NOTICE_MILLISECONDS)
  await closed
  await app.close()
})

async function open(port: number) {
  const socket = connect({ port, host: '127.0.0.1' })
  onTestFinished(() => void socket.destroy())
  await once(socket, 'connect')
  return socket
}

const isOpen = (port: number) =>
  open(port).then(
    (socket) => {
      socket.destroy()
      return true
    },
    () => false,
  )

async function send(socket: Socket) {
  socket.write('POST /form HTTP/1.1\r\nHost: site.example\r\nContent-Length: 0\r\n\r\n')
  const [answer] = await Promise.race([once(socket, 'data'), once(socket, 'close').then(() => ['closed'])])
  return String(answer)
}
