import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Faults of another guest API. */
export type Fault = 'fails' | 'nonsense' | 'silent'

export interface BrokenApi {
  url: string
  /** Broken paths with their fault; others answer `[]` or `{ "data": [] }`. */
  fault: Fault | ((path: string) => Fault | object)
  stop: () => Promise<void>
}

/** A stand-in for the guest API, for API_HOST. */
export async function startBrokenApi(fault: BrokenApi['fault'] = 'fails'): Promise<BrokenApi> {
  const server = createServer((request, response) => answer(api.fault, request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const api: BrokenApi = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    fault,
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
  return api
}

function answer(fault: BrokenApi['fault'], request: IncomingMessage, response: ServerResponse) {
  const path = new URL(request.url ?? '/', 'http://api').pathname
  const what = typeof fault === 'function' ? fault(path) : fault
  const allow = {
    'access-control-allow-origin': request.headers.origin ?? '*',
    'access-control-allow-credentials': 'true',
    'access-control-allow-headers': 'accept-language,content-type,x-xsrf-token,x-request-id,idempotency-key',
  }
  if (request.method === 'OPTIONS') return response.writeHead(204, allow).end()
  if (what === 'silent') return
  if (what === 'fails') return response.writeHead(500, { ...allow, 'content-type': 'application/json' }).end('{}')
  const body = what === 'nonsense' ? '<h1>It works!</h1>' : JSON.stringify(what)
  response.writeHead(200, { ...allow, 'content-type': 'application/json' }).end(body)
}
