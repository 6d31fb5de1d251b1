import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { EncodedBody } from '#api/http/encoded-body.ts'
import { compiledTextsIn } from '#texts/compiled.ts'
import { type Texts, textsIn } from '#texts/index.ts'
import { LANGUAGES, type Language } from '#texts/languages.ts'

/** The whole of a language's texts: as they are written, and as the browser takes them for pages after the first one. */
export async function texts(app: FastifyInstance) {
  for (const language of LANGUAGES) {
    serve(`/assets/i18n/${language}.json`, textsIn(language), 'public, no-cache')
    serve(textsUrl(language), compiledTextsIn(language), 'public, max-age=31536000, immutable')
  }

  function serve(url: string, content: Texts, cacheControl: string) {
    const body = new EncodedBody(Buffer.from(JSON.stringify(content)), {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': cacheControl,
      vary: 'Accept-Encoding',
      'x-content-type-options': 'nosniff',
    })
    app.get(url, (request, reply) => body.send(request, reply))
  }
}

/** Names the fingerprint of what it holds, so it never changes its meaning. */
export const textsUrl = (language: Language) => `/assets/i18n/${language}-${fingerprints[language]}.json`

const fingerprints = Object.fromEntries(
  LANGUAGES.map((language) => [language, fingerprintOf(JSON.stringify(compiledTextsIn(language)))]),
)

function fingerprintOf(text: string) {
  return createHash('sha256').update(text).digest('hex').slice(0, 12)
}
