import type { AddressInfo } from 'node:net'
import Fastify from 'fastify'
import { startApi } from '../tests/support/api.ts'

/** Started by server-process.ts; tells its address, then answers questions about itself. */
const [program, settings = '{}'] = process.argv.slice(2)
const { body, ...changes } = JSON.parse(settings)
const { url, stop } = program === 'bare' ? await startBare(body) : await startApi({ logLevel: 'info', ...changes })

process.on('message', async (question) => {
  if (question === 'memory') {
    globalThis.gc?.()
    process.send?.(process.memoryUsage.rss() / 1024 / 1024)
  }
  if (question === 'stop') {
    await stop()
    process.exit()
  }
})
process.send?.(url)

/** A route that does nothing but return the same bytes. */
async function startBare(text: string) {
  const app = Fastify()
  const bytes = Buffer.from(text)
  app.get('/', (_request, reply) => reply.type('application/json; charset=utf-8').send(bytes))
  await app.listen({ port: 0, host: '127.0.0.1' })
  return { url: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`, stop: () => app.close() }
}
