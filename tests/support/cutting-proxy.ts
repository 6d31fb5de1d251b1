import type { AddressInfo } from 'node:net'
import { connect, createServer, type Socket } from 'node:net'

interface CuttingProxy {
  url: string
  cuts: () => number
  stop: () => Promise<void>
}

/** Forwards requests and cuts some connections before their response. */
export async function startCuttingProxy(target: string, isCut: () => boolean): Promise<CuttingProxy> {
  const { hostname, port } = new URL(target)
  const sockets = new Set<Socket>()
  let cuts = 0
  const proxy = createServer((client) => {
    const server = connect(Number(port), hostname)
    for (const socket of [client, server]) {
      sockets.add(socket)
      socket.on('close', () => sockets.delete(socket))
      socket.on('error', () => {})
    }
    client.pipe(server)
    server.once('data', (answer) => {
      if (isCut()) {
        cuts += 1
        client.destroy()
        server.destroy()
        return
      }
      client.write(answer)
      server.pipe(client)
    })
    client.on('close', () => server.destroy())
    server.on('close', () => client.end())
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    cuts: () => cuts,
    stop: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy()
        proxy.close(() => resolve())
      }),
  }
}
