import { isUtf8 } from 'node:buffer'
import type { FastifyInstance } from 'fastify'
import { Problem } from '#api/http/problem.ts'

/** Fastify's parser, for UTF-8 only and without repeated keys: taking one of two would be a guess. */
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

export function hasRepeatedKey(json: string): boolean {
  const open: (Set<string> | undefined)[] = []
  let isKeyNext = false
  for (let at = 0; at < json.length; at++) {
    const character = json[at]
    if (character === '"') {
      const end = endOfString(json, at)
      if (isKeyNext) {
        const keys = open.at(-1) as Set<string>
        // Escapes spell one letter in several ways.
        const key: string = JSON.parse(json.slice(at, end + 1))
        if (keys.has(key)) return true
        keys.add(key)
        isKeyNext = false
      }
      at = end
    } else if (character === '{') {
      open.push(new Set())
      isKeyNext = true
    } else if (character === '[') {
      open.push(undefined)
      isKeyNext = false
    } else if (character === '}' || character === ']') {
      open.pop()
      isKeyNext = false
    } else if (character === ',') isKeyNext = open.at(-1) !== undefined
  }
  return false
}

function endOfString(json: string, start: number) {
  let at = start + 1
  while (json[at] !== '"') at += json[at] === '\\' ? 2 : 1
  return at
}
