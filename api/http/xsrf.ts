import type { FastifyRequest } from 'fastify'
import { XSRF_COOKIE, XSRF_HEADER } from '#contract/endpoints.ts'
import { areEqual } from '#domain/platform/secrets.ts'
import { decodeUriText } from '#texts/formats.ts'
import { Problem } from './problem.ts'
import { createRandomIds } from './random-ids.ts'

const TOKEN_BYTES = 16
const OWN_TOKEN = /^[\w-]{22}$/

export interface OriginSettings {
  publicUrl?: string | undefined
  allowedOrigins: readonly string[]
}

/** Random and without a server secret: another site can neither read the cookie nor set the header. Scripts must read it. */
export function tokenCookieFor(request: FastifyRequest, isSecure: boolean): string | undefined {
  if (tokensIn(request.headers.cookie).some((token) => OWN_TOKEN.test(token))) return undefined
  return `${XSRF_COOKIE}=${randomToken()}; Path=/; SameSite=Lax${isSecure ? '; Secure' : ''}`
}

/** Product 7.4: a post from another site is refused; a visitor's post echoes the cookie; a script has neither and may post. */
export function refuseForeignPosts(request: FastifyRequest, settings: OriginSettings) {
  const { origin } = request.headers
  if (origin && settings.allowedOrigins.includes(origin)) return
  if (isForeign(request, settings)) throw foreignOrigin(request, settings)
  const tokens = tokensIn(request.headers.cookie)
  if (tokens.length > 0 && !tokens.some((token) => isEchoed(token, request.headers[XSRF_HEADER])))
    throw new Problem('wrongToken')
}

/** Sec-Fetch-Site first: no page can forge it. Browsers send it over https only; otherwise compare the origin. */
export function isForeign({ headers, host }: FastifyRequest, settings: Pick<OriginSettings, 'publicUrl'>): boolean {
  const { origin, 'sec-fetch-site': site } = headers
  if (site) return site === 'cross-site' || site === 'same-site'
  return origin !== undefined && !isOwnOrigin(origin, { host }, settings)
}

const HINT =
  'A form from another origin was refused. If that is this site behind a proxy: set PUBLIC_URL, and have the proxy pass Host on'
let isWarned = false

/** Warn the operator once: the site itself may lack its PUBLIC_URL. */
export function foreignOrigin(request: FastifyRequest, { publicUrl }: Pick<OriginSettings, 'publicUrl'>): Problem {
  const seen = originOf(request.headers.origin)
  const expected = originOf(publicUrl ?? `${request.protocol}://${request.host}`)
  if (seen && expected && !isWarned) {
    isWarned = true
    request.log.warn({ requestId: request.id, origin: seen, expected }, HINT)
  }
  return new Problem('foreignOrigin')
}

const originOf = (address = '') => (URL.canParse(address) ? new URL(address).origin : undefined)

/** Compares the host only: a proxy speaks https while this process hears http. */
function isOwnOrigin(
  origin: string,
  request: Pick<FastifyRequest, 'host'>,
  { publicUrl }: Pick<OriginSettings, 'publicUrl'>,
) {
  if (publicUrl && new URL(publicUrl).origin === origin) return true
  return URL.canParse(origin) && new URL(origin).host === request.host
}

function tokensIn(cookies = '') {
  return cookies
    .split(';')
    .map((cookie) => cookie.trim())
    .filter((cookie) => cookie.startsWith(`${XSRF_COOKIE}=`))
    .map((cookie) => cookie.slice(XSRF_COOKIE.length + 1))
}

/** Many clients decode cookies. */
function isEchoed(token: string, header: string | string[] | undefined) {
  const echo = String(header ?? '')
  return echo !== '' && (areEqual(token, echo) || areEqual(decodeUriText(token) ?? token, echo))
}

const randomToken = createRandomIds(TOKEN_BYTES)
