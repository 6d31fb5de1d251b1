import { type CallApi, makeCallApi } from '#contract/call.ts'
import { XSRF_COOKIE, XSRF_HEADER } from '#contract/endpoints.ts'
import { decodeUriText } from '#texts/formats.ts'

const TIMEOUT_MILLISECONDS = 15_000

export const callApiFromBrowser = (apiHost: string): CallApi =>
  makeCallApi(async ({ path, ...call }) => {
    const answer = await fetch(apiHost + path, {
      ...call,
      headers: { ...call.headers, ...browserHeaders() },
      signal: call.signal ?? AbortSignal.timeout(TIMEOUT_MILLISECONDS),
    })
    return {
      status: answer.status,
      body: await answer.text(),
      retryAfter: answer.headers.get('retry-after') ?? undefined,
    }
  }, shapes)

const shapes = () => import('#contract/shapes.ts').then(({ responses }) => responses)

const TOKEN = new RegExp(`(?:^|; )${XSRF_COOKIE}=([^;]+)`)

export function browserHeaders(): Record<string, string> {
  const token = document.cookie.match(TOKEN)?.[1]
  return {
    'accept-language': document.documentElement.lang,
    // Another program on this host may have set this cookie, encoded in another way.
    ...(token && { [XSRF_HEADER]: decodeUriText(token) ?? token }),
  }
}
