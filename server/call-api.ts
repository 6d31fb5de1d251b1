import type { FastifyInstance } from 'fastify'
import { type CallApi, makeCallApi } from '#contract/call.ts'
import { responses } from '#contract/shapes.ts'
import type { Language } from '#texts/languages.ts'

/** On whose behalf a page calls the API. */
export interface Visitor {
  address: string
  language: Language
  requestId: string
}

const TIMEOUT_MILLISECONDS = 8_000

/** Inside the process, through the same door as everybody else. */
export const callApiInProcess = (app: FastifyInstance, visitor: Visitor): CallApi =>
  makeCallApi(
    async ({ method, path, headers, body }) => {
      const answer = await app.inject({
        method,
        url: path,
        headers: { ...headers, 'accept-language': visitor.language, 'x-request-id': visitor.requestId },
        remoteAddress: visitor.address,
        ...(body !== undefined && { payload: typeof body === 'string' ? body : Buffer.from(body) }),
      })
      return {
        status: answer.statusCode,
        body: answer.body,
        retryAfter: answer.headers['retry-after'] as string | undefined,
      }
    },
    () => responses,
  )

/** At another host that speaks the same API. */
export const callApiAt = (host: string, visitor: Visitor): CallApi =>
  makeCallApi(
    async ({ path, headers, signal, ...call }) => {
      const answer = await fetch(host + path, {
        ...call,
        headers: { ...headers, 'accept-language': visitor.language, 'x-request-id': visitor.requestId },
        signal: signal ?? AbortSignal.timeout(TIMEOUT_MILLISECONDS),
      })
      return {
        status: answer.status,
        body: await answer.text(),
        retryAfter: answer.headers.get('retry-after') ?? undefined,
      }
    },
    () => responses,
  )
