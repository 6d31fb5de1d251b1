import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { LRUCache } from 'lru-cache'
import { Problem } from '#api/http/problem.ts'
import { isArabicAddress, permanentAddress } from '#site/addresses.ts'
import { matchRoute } from '#site/route-table.ts'
import { decodeUriText } from '#texts/formats.ts'
import { DEFAULT_LANGUAGE, LANGUAGE_KEY, type Language } from '#texts/languages.ts'

export const NOT_FOUND_ADDRESS = '/not-found'

const MAX_ADDRESS_LENGTH = 4096
const WHOLE_ADDRESS = /^https?:\/\/[^/?#]+(?=[/?]|$)/i
const OF_THE_API = /^\/(api|media)(\/|$)/i

/** The router's target: the path of a whole address (RFC 9112, 3.2.2), or the 404 page where decoding fails. */
export function routedTarget({ method, url = '/' }: Pick<IncomingMessage, 'method' | 'url'>): string {
  const target = WHOLE_ADDRESS.test(url) ? url.replace(WHOLE_ADDRESS, '').replace(/^(?=\?|$)/, '/') : url
  if (method !== 'GET' && method !== 'HEAD') return target
  const [path = ''] = target.split('?', 1)
  if (decodeUriText(path) !== undefined || OF_THE_API.test(path) || target.length > MAX_ADDRESS_LENGTH) return target
  return permanentAddress(NOT_FOUND_ADDRESS, isArabicAddress(path) ? 'ar' : 'en')
}

/** On this site's origin, whatever `Host` and the target say: no spelling names another host. */
export function readAddress(target: string, origin: string): URL {
  if (target.length > MAX_ADDRESS_LENGTH) throw new Problem('addressTooLong')
  // `*`, or what is no address at all.
  if (!target.startsWith('/')) throw new Problem('badRequest')
  const queryStart = target.indexOf('?')
  const url = new URL(origin)
  url.pathname = queryStart < 0 ? target : target.slice(0, queryStart)
  url.search = queryStart < 0 ? '' : target.slice(queryStart)
  // In a `Location` two slashes at the beginning would name another host. No page has such an address.
  return url.pathname.startsWith('//') ? new URL(NOT_FOUND_ADDRESS, origin) : url
}

const ONE_YEAR_SECONDS = 365 * 24 * 60 * 60
const SAVED_LANGUAGE = new RegExp(`(?:^|;\\s*)${LANGUAGE_KEY}=([^;]*)`)

/** Product 4.1: the address alone decides, so that a shared cache keeps one page for each. */
export const languageOf = (address: string): Language => (isArabicAddress(address) ? 'ar' : DEFAULT_LANGUAGE)

/** The cookie mirrors the language that the browser saved. */
export const isLedToArabic = (address: string, { cookie }: IncomingMessage['headers']) =>
  !isArabicAddress(address) && cookie !== undefined && SAVED_LANGUAGE.exec(cookie)?.[1] === 'ar'

/** Not `HttpOnly`: the first script reads and writes it, too. */
export function languageCookie(language: Language, publicUrl: string) {
  const secure = publicUrl.startsWith('https:') ? '; Secure' : ''
  return `${LANGUAGE_KEY}=${language}; Path=/; Max-Age=${ONE_YEAR_SECONDS}; SameSite=Lax${secure}`
}

const MAX_NAMED_ADDRESSES = 2_000

/** By pattern, as the log names them. Undefined where there is no page. */
export function createPageNames(isLandingPage: (slug: string) => boolean): (url: string) => string | undefined {
  const names = new LRUCache<string, { path?: string | undefined }>({ max: MAX_NAMED_ADDRESSES })
  return (url) => {
    let name = names.get(url)
    if (!name) {
      name = {
        path: URL.canParse(url, 'http://site') ? matchRoute(new URL(url, 'http://site'))?.route.path : undefined,
      }
      names.set(url, name)
    }
    if (name.path !== undefined || !URL.canParse(url, 'http://site')) return name.path
    // Landing pages come and go.
    return matchRoute(new URL(url, 'http://site'), isLandingPage)?.route.path
  }
}

/** Collects the read-only routes that are added from now on, for 405 to other methods. The API has its own 405. */
export function watchFileRoutes(app: FastifyInstance): (path: string) => boolean {
  const addresses = new Set<string>()
  const patterns: RegExp[] = []
  app.addHook('onRoute', ({ method, url }) => {
    if (!method.includes('GET') || url === '/*') return
    if (/[:*]/.test(url)) patterns.push(patternOf(url))
    else addresses.add(url.toLowerCase())
  })
  return (path) => {
    const address = path.replace(/(?<=.)\/$/, '')
    return addresses.has(address.toLowerCase()) || patterns.some((pattern) => pattern.test(address))
  }
}

function patternOf(url: string) {
  const pieces = url.split(/:\w+(?:\([^)]*\))?|\*/).map((piece) => piece.replace(/[\\^$.+?()[\]{}|]/g, '\\$&'))
  return new RegExp(`^${pieces.join('.+')}$`, 'i')
}
