import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Fastify from 'fastify'
import type { Sent } from './bare-server.ts'

/** Started by bare-server.ts; prints its address. */
const [by, sent = '{}'] = process.argv.slice(2)
const { body, headers } = JSON.parse(sent) as Sent
const bytes = Buffer.from(body, 'base64')
const server = by === 'node' ? startNode() : await startFastify()
if (!server.listening) await new Promise((resolve) => server.once('listening', resolve))
process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)

function startNode() {
  return createServer((_request, response) => response.writeHead(200, headers).end(bytes)).listen(0, '127.0.0.1')
}

async function startFastify() {
  const app = Fastify()
  const named = Object.fromEntries(headers.flatMap((name, at) => (at % 2 === 0 ? [[name, headers[at + 1]]] : [])))
  app.get('/', (_request, reply) => reply.headers(named).send(bytes))
  await app.listen({ port: 0, host: '127.0.0.1' })
  return app.server
}
