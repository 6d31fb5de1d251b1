import type { FastifyReply, FastifyRequest } from 'fastify'

/** Other sites that may read the API, as ALLOWED_ORIGINS names them. They never get cookies. */
export function crossOriginHeaders(allowedOrigins: readonly string[]) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const { origin } = request.headers
    if (!origin || !allowedOrigins.includes(origin)) return
    reply.header('access-control-allow-origin', origin)
    reply.header('access-control-expose-headers', 'ETag, Retry-After, X-Request-Id')
  }
}

const SENT_HEADERS = 'Accept-Language, Content-Type, Idempotency-Key, X-XSRF-TOKEN'

/** The response to a preflight: a browser asks whether it may send. */
export function preflightHeaders(
  request: FastifyRequest,
  allow: string,
  allowedOrigins: readonly string[],
  areProofsDemanded: boolean,
) {
  const { origin } = request.headers
  if (!origin || !allowedOrigins.includes(origin)) return {}
  return {
    'access-control-allow-methods': allow,
    'access-control-allow-headers': areProofsDemanded ? `${SENT_HEADERS}, X-Proof` : SENT_HEADERS,
    'access-control-max-age': '7200',
  }
}

/** Request headers that decide the bytes of a response. */
export function varyFor(allowedOrigins: readonly string[]) {
  return allowedOrigins.length > 0 ? 'Accept-Language, Accept-Encoding, Origin' : 'Accept-Language, Accept-Encoding'
}
