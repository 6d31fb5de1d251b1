import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** Where a file is asked for that does not exist: the page that says so, in the visitor's language, as every unknown address has it. */
export async function sendPageInstead(
  app: FastifyInstance,
  request: FastifyRequest,
  reply: FastifyReply,
  address: string,
) {
  const { cookie, 'accept-encoding': encoding } = request.headers
  const page = await app.inject({
    url: address,
    headers: {
      'x-request-id': request.id,
      ...(cookie && { cookie }),
      ...(encoding && { 'accept-encoding': encoding }),
    },
    remoteAddress: request.ip,
  })
  for (const [name, value] of Object.entries(page.headers)) if (value && !OWN.has(name)) reply.header(name, value)
  return reply.code(page.statusCode).send(page.rawPayload)
}

const OWN = new Set(['connection', 'content-length', 'date', 'keep-alive', 'transfer-encoding', 'x-request-id'])
