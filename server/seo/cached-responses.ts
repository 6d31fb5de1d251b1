import type { FastifyReply, FastifyRequest } from 'fastify'
import { EncodedBody } from '#api/http/encoded-body.ts'

// For what no edition tells: another API host's content, the passing of time.
const FRESH_MILLISECONDS = 10 * 60_000
const RETRY_SECONDS = 30

interface Kept {
  body: EncodedBody
  edition: unknown
  madeAt: number
}

/** A document is made once for each edition of the content; while it cannot be made, the last one stands. */
export function keepAnswers(edition: () => unknown, headers: Record<string, string>, clock: () => number = Date.now) {
  const kept = new Map<string, Kept>()

  return async function answer(
    request: FastifyRequest,
    reply: FastifyReply,
    name: string,
    contentType: string,
    make: () => string | Promise<string>,
  ) {
    const found = kept.get(name)
    const isFresh = found && found.edition === edition() && clock() - found.madeAt < FRESH_MILLISECONDS
    const body = isFresh ? found.body : await makeAnew(name, contentType, make).catch(() => found?.body)
    if (!body) return reply.code(503).headers(headers).header('retry-after', RETRY_SECONDS).send()
    return body.send(request, reply)
  }

  async function makeAnew(name: string, contentType: string, make: () => string | Promise<string>) {
    const madeFor = { edition: edition(), madeAt: clock() }
    const body = new EncodedBody(Buffer.from(await make()), {
      ...headers,
      'content-type': contentType,
      'cache-control': 'public, max-age=600',
      vary: 'Accept-Encoding',
    })
    kept.set(name, { body, ...madeFor })
    return body
  }
}
