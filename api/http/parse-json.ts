import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Problem } from './problem.ts'
import { hasRepeatedKey } from './repeated-keys.ts'

type Done = (error: Error | null, body?: unknown) => void

/** Fastify's own parser, and then no key twice: taking the first or the last of two would be a guess. */
export function parseJson(app: Pick<FastifyInstance, 'getDefaultJsonParser'>) {
  const parse = app.getDefaultJsonParser('remove', 'remove')
  return (request: FastifyRequest, text: string, done: Done) => {
    parse(request, text, (error: Error | null, body?: unknown) => {
      if (error) return done(error)
      if (hasRepeatedKey(text)) return done(new Problem('repeatedField'))
      done(null, body)
    })
  }
}
