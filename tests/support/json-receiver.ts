import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export interface JsonReceiver<Body> {
  url: string
  received: { path: string; headers: NodeJS.Dict<string | string[]>; body: Body }[]
  stop(): Promise<void>
}

/** Keeps what other programs post to it. */
export async function startJsonReceiver<Body>(): Promise<JsonReceiver<Body>> {
  const received: JsonReceiver<Body>['received'] = []
  const server = createServer(async (request, response) => {
    const body = await text(request)
    received.push({ path: request.url ?? '', headers: request.headers, body: JSON.parse(body || 'null') })
    response.setHeader('content-type', 'application/json')
    response.end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
