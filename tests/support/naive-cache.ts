import { createServer, type IncomingHttpHeaders, request as send } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

interface Kept {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
}

const KEEPS = /^(?=.*\bpublic\b)(?!.*\b(?:no-store|no-cache|private)\b).*\b(?:s-maxage|max-age)=[1-9]/

/** Keeps whatever `Cache-Control` allows, for as long as it runs, by address alone: it ignores `Vary`, `Set-Cookie` and cookies. */
export async function startNaiveCache(site: string) {
  const kept = new Map<string, Kept>()
  const server = createServer(async (incoming, outgoing) => {
    const { method = 'GET', url = '/', headers } = incoming
    const known = method === 'GET' ? kept.get(url) : undefined
    const response = known ?? (await ask(site + url, method, headers, await buffer(incoming)))
    if (method === 'GET' && KEEPS.test(response.headers['cache-control'] ?? '')) kept.set(url, response)
    outgoing.writeHead(response.status, { ...response.headers, 'x-kept': known ? 'yes' : 'no' }).end(response.body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

function ask(url: string, method: string, headers: IncomingHttpHeaders, body: Buffer) {
  return new Promise<Kept>((resolve, reject) => {
    // Every variant would be kept under one address.
    const asked = send(url, { method, headers: { ...headers, 'accept-encoding': 'identity' } }, async (response) =>
      resolve({ status: response.statusCode ?? 0, headers: response.headers, body: await buffer(response) }),
    )
    asked.on('error', reject)
    asked.end(body)
  })
}
