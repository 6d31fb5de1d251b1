import type { FastifyRequest } from 'fastify'
import { DEFAULT_LANGUAGE, isLanguage, type Language } from '#texts/languages.ts'

/** The language that `Accept-Language` asks for: the highest q-value wins, `ar-EG` is `ar`, anything else is English. */
export function languageOf(request: FastifyRequest): Language {
  const header = request.headers['accept-language']
  if (!header) return DEFAULT_LANGUAGE
  let language = remembered.get(header)
  if (!language) {
    language = preferredLanguage(header)
    if (remembered.size >= MOST_REMEMBERED) remembered.clear()
    remembered.set(header, language)
  }
  return language
}

// Browsers send few different headers, and each of them with every request.
const remembered = new Map<string, Language>()
const MOST_REMEMBERED = 500

function preferredLanguage(header: string): Language {
  let best: { language: Language; quality: number } = { language: DEFAULT_LANGUAGE, quality: 0 }
  for (const range of header.slice(0, LONGEST_HEADER_READ).split(',')) {
    const [tag = '', ...parameters] = range.trim().toLowerCase().split(';')
    const primary = tag.trim().split('-')[0]
    const language = primary === '*' ? DEFAULT_LANGUAGE : primary
    const quality = qualityOf(parameters)
    if (isLanguage(language) && quality > best.quality) best = { language, quality }
  }
  return best.language
}

const LONGEST_HEADER_READ = 1000

function qualityOf(parameters: string[]) {
  const written = parameters.map((parameter) => parameter.trim()).find((parameter) => parameter.startsWith('q='))
  if (written === undefined) return 1
  const quality = Number(written.slice(2))
  return quality >= 0 && quality <= 1 ? quality : 0
}
