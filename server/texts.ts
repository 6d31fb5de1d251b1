import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { EncodedBody } from '#api/encoded-body.ts'
import { textsIn } from '#texts/index.ts'
import { LANGUAGES, type Language } from '#texts/languages.ts'

/** The whole of a language's texts, for pages after the first one. */
export async function texts(app: FastifyInstance) {
  for (const language of LANGUAGES) {
    const body = new EncodedBody(bytesOf(language), {
      'content-type': 'application/json; charset=utf-8',
      vary: 'Accept-Encoding',
      'x-content-type-options': 'nosniff',
    })
    app.get(pathOf(language), (request, reply) => {
      // Only the address that names the fingerprint can never change its meaning.
      const isFingerprinted = request.url === textsUrl(language)
      const cacheControl = isFingerprinted ? 'public, max-age=31536000, immutable' : 'public, no-cache'
      return body.send(request, reply, ['cache-control', cacheControl])
    })
  }
}

export const textsUrl = (language: Language) => `${pathOf(language)}?v=${fingerprints[language]}`

const pathOf = (language: Language) => `/assets/i18n/${language}.json`

const bytesOf = (language: Language) => Buffer.from(JSON.stringify(textsIn(language)))

const fingerprints = Object.fromEntries(
  LANGUAGES.map((language) => [language, createHash('sha256').update(bytesOf(language)).digest('hex').slice(0, 12)]),
)
