import type { FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from '#texts/languages.ts'

/** The language that `Accept-Language` asks for: the highest q-value wins, `ar-EG` is `ar`, anything else is English. */
export function languageOf(request: FastifyRequest): Language {
  const header = request.headers['accept-language']?.slice(0, MAX_HEADER_LENGTH)
  if (!header) return DEFAULT_LANGUAGE
  let language = negotiated.get(header)
  if (!language) {
    language = preferredLanguage(header)
    negotiated.set(header, language)
  }
  return language
}

const MAX_HEADER_LENGTH = 1000

// Browsers send few different headers, and each of them with every request.
const negotiated = new LRUCache<string, Language>({ max: 500 })

/** `*` stands for every language that is not named, and one with quality 0 is refused. Of equals the first is taken. */
function preferredLanguage(header: string): Language {
  const ranges = header.split(',').map((range) => {
    const [tag = '', ...parameters] = range.trim().toLowerCase().split(';')
    return { primary: tag.trim().split('-')[0], quality: qualityOf(parameters) }
  })
  const unnamed = LANGUAGES.filter((language) => !ranges.some(({ primary }) => primary === language))
  let best: { language: Language; quality: number } = { language: DEFAULT_LANGUAGE, quality: 0 }
  for (const { primary, quality } of ranges) {
    const [language] = primary === '*' ? unnamed : LANGUAGES.filter((each) => each === primary)
    if (language && quality > best.quality) best = { language, quality }
  }
  return best.language
}

function qualityOf(parameters: string[]) {
  const written = parameters.map((parameter) => parameter.trim()).find((parameter) => parameter.startsWith('q='))
  if (written === undefined) return 1
  const quality = Number(written.slice(2))
  return quality >= 0 && quality <= 1 ? quality : 0
}
