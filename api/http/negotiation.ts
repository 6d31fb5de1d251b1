import type { FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import Negotiator from 'negotiator'
import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from '#texts/languages.ts'

const ENCODINGS = ['br', 'gzip'] as const
const MAX_HEADER_LENGTH = 1000
const MAX_REMEMBERED_HEADERS = 500

export type Encoding = (typeof ENCODINGS)[number] | 'identity'

/** The highest q-value wins; of equals the first. `ar-EG` is `ar`, any other language is English. */
export const languageOf = ({ headers }: FastifyRequest): Language => languages(headers['accept-language'])

const languages = remember((header): Language => {
  const negotiator = new Negotiator({ headers: { 'accept-language': header.toLowerCase() } })
  const acceptable = negotiator.languages([...LANGUAGES]) as Language[]
  for (const range of negotiator.languages()) {
    const [primary] = range.split('-')
    const language = primary === '*' ? acceptable[0] : acceptable.find((each) => each === primary)
    if (language) return language
  }
  return DEFAULT_LANGUAGE
})

/** The smallest encoding that the client accepts. */
export const encodingFor = remember((header): Encoding => {
  const accepted = new Negotiator({ headers: { 'accept-encoding': header } }).encodings([...ENCODINGS])
  return ENCODINGS.find((encoding) => accepted.includes(encoding)) ?? 'identity'
})

function remember<Result extends string>(negotiate: (header: string) => Result) {
  const results = new LRUCache<string, Result>({ max: MAX_REMEMBERED_HEADERS })
  return (header: string | string[] = ''): Result => {
    const text = String(header).slice(0, MAX_HEADER_LENGTH)
    const known = results.get(text)
    if (known) return known
    const result = negotiate(text)
    results.set(text, result)
    return result
  }
}
