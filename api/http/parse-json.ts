import { isUtf8 } from 'node:buffer'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Problem } from './problem.ts'
import { hasRepeatedKey } from './repeated-keys.ts'

type Done = (error: Error | null, body?: unknown) => void

/**
 * Fastify's own parser, for UTF-8 alone: of other bytes it would make signs that nobody wrote. And then no key twice: taking the first or
 * the last of two would be a guess.
 */
export function parseJson(app: Pick<FastifyInstance, 'getDefaultJsonParser'>) {
  const parse = app.getDefaultJsonParser('remove', 'remove')
  return (request: FastifyRequest, bytes: Buffer, done: Done) => {
    if (!isUtf8(bytes)) return done(new Problem('notUtf8'))
    const text = bytes.toString()
    parse(request, text, (error: Error | null, body?: unknown) => {
      if (error) return done(error)
      if (hasRepeatedKey(text)) return done(new Problem('repeatedField'))
      done(null, body)
    })
  }
}
