import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ContentVersion } from '#domain/catalogue/content-version.ts'
import type { Language } from '#texts/languages.ts'
import { EncodedBody } from './http/encoded-body.ts'
import { languageOf } from './http/language.ts'
import { Problem } from './http/problem.ts'
import { tokenCookieFor } from './http/xsrf.ts'

export interface AnswersOptions {
  edition: () => ContentVersion
  vary: string
  isSecure: boolean
}

export type Answers = ReturnType<typeof rememberAnswers>

// Enough for every address of a large company in both languages; a list of 20,000 projects does not push everything else out.
const MOST_BYTES_KEPT = 48 * 1024 * 1024

/**
 * An answer is made once for its address, language and edition, then its bytes are sent from memory: no query, no JSON.
 * `name` is the address in canonical form, so that odd spellings of it share one entry.
 */
export function rememberAnswers({ edition, vary, isSecure }: AnswersOptions) {
  let kept = new Map<string, EncodedBody>()
  let keptFor = edition()
  let bytesKept = 0

  return async function answer(
    request: FastifyRequest,
    reply: FastifyReply,
    name: string,
    make: (language: Language) => Promise<unknown>,
  ) {
    const language = languageOf(request)
    const body = recall(`${language} ${name}`) ?? (await makeAndKeep(language, name, make))
    const cookie = tokenCookieFor(request, isSecure)
    return body.send(request, reply, cookie ? ['set-cookie', cookie, ...PRIVATE] : SHARED)
  }

  function recall(key: string) {
    if (edition() !== keptFor) {
      kept = new Map()
      bytesKept = 0
      keptFor = edition()
    }
    const body = kept.get(key)
    if (body) {
      // Moved to the end: what was not asked for the longest stands first and goes first.
      kept.delete(key)
      kept.set(key, body)
    }
    return body
  }

  async function makeAndKeep(language: Language, name: string, make: (language: Language) => Promise<unknown>) {
    const shelf = kept
    const made = await make(language)
    if (made === undefined) throw new Problem('notFound')
    const body = new EncodedBody(Buffer.from(JSON.stringify(made)), {
      'content-type': 'application/json; charset=utf-8',
      'content-language': language,
      vary,
      'x-content-type-options': 'nosniff',
    })
    if (shelf === kept) keep(`${language} ${name}`, body)
    return body
  }

  function keep(key: string, body: EncodedBody) {
    if (body.weight > MOST_BYTES_KEPT) return
    forget(key)
    kept.set(key, body)
    bytesKept += body.weight
    for (const oldest of kept.keys()) {
      if (bytesKept <= MOST_BYTES_KEPT) break
      forget(oldest)
    }
  }

  function forget(key: string) {
    const body = kept.get(key)
    if (!body) return
    kept.delete(key)
    bytesKept -= body.weight
  }
}

// May be kept, must be asked after each time. An answer that carries a visitor's token is that visitor's alone.
const SHARED = ['cache-control', 'public, no-cache']
const PRIVATE = ['cache-control', 'private, no-cache']
