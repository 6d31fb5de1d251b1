import type { OutgoingHttpHeaders } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'

export function isBodyUnread({ raw }: FastifyRequest) {
  const hasBody = raw.headers['transfer-encoding'] !== undefined || Number(raw.headers['content-length']) > 0
  return hasBody && !raw.complete && !raw.readableEnded && raw.socket !== undefined
}

const PATIENCE_MILLISECONDS = 5000
const MAX_DISCARDED_BYTES = 8 * 1024 * 1024

/** Responds before the body has arrived. A connection cut at once may lose the response, so what arrives is discarded for a moment. */
export function sendAndHangUp(request: FastifyRequest, reply: FastifyReply, status: number, body: string) {
  reply.header('content-length', Buffer.byteLength(body)).header('connection', 'close').hijack()
  reply.raw.writeHead(status, reply.getHeaders() as OutgoingHttpHeaders)
  reply.raw.write(body)
  const timer = setTimeout(hangUp, PATIENCE_MILLISECONDS)
  let bytesThrownAway = 0
  request.raw.on('data', (chunk: Buffer) => {
    bytesThrownAway += chunk.length
    if (bytesThrownAway > MAX_DISCARDED_BYTES) hangUp()
  })
  request.raw.once('end', hangUp).once('close', hangUp).once('error', hangUp).resume()

  function hangUp() {
    clearTimeout(timer)
    reply.raw.end()
  }
  return reply
}
