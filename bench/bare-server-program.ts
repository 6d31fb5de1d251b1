import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Fastify from 'fastify'
import type { Sent } from './bare-server.ts'

/** Started by bare-server.ts; prints its address. */
const by = process.argv[2]
const [{ body, headers }] = (await once(process, 'message')) as [Sent]
const bytes = Buffer.from(body, 'base64')
const server = by === 'fastify' ? await startFastify() : by === 'node' ? startNode() : startTemplate()
if (!server.listening) await new Promise((resolve) => server.once('listening', resolve))
process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)

function startNode() {
  return createServer((_request, response) => response.writeHead(200, headers).end(bytes)).listen(0, '127.0.0.1')
}

/** Writes the page anew for each request: every text between tags is escaped, and the whole is hashed for its ETag. */
function startTemplate() {
  const pieces = bytes.toString().split(/(<[^>]*>)/)
  return createServer((_request, response) => {
    let html = ''
    for (const [index, piece] of pieces.entries()) html += index % 2 === 1 ? piece : escaped(piece)
    const page = Buffer.from(html)
    const etag = createHash('sha256').update(page).digest('base64url')
    response.writeHead(200, [...headers, 'etag', `"${etag}"`]).end(page)
  }).listen(0, '127.0.0.1')
}

const escaped = (text: string) => text.replace(/</g, '&lt;')

async function startFastify() {
  const app = Fastify()
  const named = Object.fromEntries(headers.flatMap((name, at) => (at % 2 === 0 ? [[name, headers[at + 1]]] : [])))
  app.get('/', (_request, reply) => reply.headers(named).send(bytes))
  await app.listen({ port: 0, host: '127.0.0.1' })
  return app.server
}
