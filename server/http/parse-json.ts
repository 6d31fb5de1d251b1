import { isUtf8 } from 'node:buffer'
import type { FastifyInstance } from 'fastify'
import { Problem } from '#api/http/problem.ts'
import { hasRepeatedKey } from './repeated-keys.ts'

/**
 * Bodies of the guest API and of the desk: Fastify's own parser, for UTF-8 only, since it would replace other bytes by characters that
 * nobody wrote; and no key twice, since taking the first or the last of two would be a guess.
 */
export function parseJsonBodies(app: FastifyInstance) {
  const parse = app.getDefaultJsonParser('remove', 'remove')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, bytes: Buffer, done) => {
    if (!isUtf8(bytes)) return done(new Problem('notUtf8'))
    const text = bytes.toString()
    parse(request, text, (error: Error | null, body?: unknown) => {
      if (error) return done(error)
      if (hasRepeatedKey(text)) return done(new Problem('repeatedField'))
      done(null, body)
    })
  })
}
