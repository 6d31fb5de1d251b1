import type { FastifyReply, FastifyRequest } from 'fastify'

/** The sites of ALLOWED_ORIGINS may read the API. They never get cookies. */
export function crossOriginHeaders(allowedOrigins: readonly string[]) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const { origin } = request.headers
    if (!origin || !allowedOrigins.includes(origin)) return
    reply.header('access-control-allow-origin', origin)
    reply.header('access-control-expose-headers', 'ETag, Retry-After, X-Request-Id')
  }
}

const SENT_HEADERS = 'Accept-Language, Content-Type, Idempotency-Key, X-XSRF-TOKEN'

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

export function varyFor(allowedOrigins: readonly string[]) {
  return allowedOrigins.length > 0 ? 'Accept-Language, Accept-Encoding, Origin' : 'Accept-Language, Accept-Encoding'
}
