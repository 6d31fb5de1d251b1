import { createHmac } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { MAX_MAIL_BYTES, takeMail } from '#domain/candidates/replies/incoming.ts'
import type { Clock } from '#domain/platform/calendar.ts'
import type { Database } from '#domain/platform/database/database.ts'
import { MINUTE } from '#domain/platform/durations.ts'
import { areEqual } from '#domain/platform/secrets.ts'
import { Problem, sendProblem } from '../http/problem.ts'

export const REPLY_HOOK = '/hooks/replies'

interface ReplyHookOptions {
  database: Database
  secret: string
  wake(): void
  clock?: Clock
}

const TOLERANCE_MILLISECONDS = 5 * MINUTE
/** Of all bodies that are being read: anybody may send one with a wrong signature. */
const MAX_BYTES_AT_ONCE = 4 * MAX_MAIL_BYTES

/** Mail providers hand over mails here, as they came; docs/operations.md says how they sign. */
export async function replyHook(app: FastifyInstance, options: ReplyHookOptions) {
  const { database, secret, wake, clock = () => new Date() } = options
  let reading = 0
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, async (_request: FastifyRequest, bytes: Buffer) => bytes)
  app.setErrorHandler(sendProblem)

  app.post(REPLY_HOOK, {
    bodyLimit: MAX_MAIL_BYTES,
    // Before the body is read.
    async onRequest(request, reply) {
      if (!isRecent(signatureOf(request).at, clock())) throw new Problem('wrongToken')
      const bytes = Number(request.headers['content-length'] ?? MAX_MAIL_BYTES)
      if (bytes > MAX_MAIL_BYTES) throw new Problem('tooLarge')
      if (reading + bytes > MAX_BYTES_AT_ONCE)
        throw new Problem('tooManyRequests', { headers: { 'retry-after': '10' } })
      reading += bytes
      reply.raw.once('close', () => {
        reading -= bytes
      })
    },
    async handler(request, reply) {
      const { at, signature } = signatureOf(request)
      const bytes = request.body
      if (!Buffer.isBuffer(bytes) || bytes.length === 0) throw new Problem('badRequest')
      const expected = createHmac('sha256', secret).update(`${at}.`).update(bytes).digest('hex')
      if (!areEqual(signature, expected)) throw new Problem('wrongToken')
      await takeMail(database, { bytes, now: clock() })
      wake()
      return reply.code(202).header('cache-control', 'no-store').send()
    },
  })
}

/** `Reply-Signature: t=1763500000,v1=<hex>`. */
function signatureOf({ headers }: FastifyRequest) {
  const [, at = '', signature = ''] =
    /^t=(\d{1,12}),v1=([\da-f]{64})$/.exec(String(headers['reply-signature'] ?? '')) ?? []
  return { at, signature }
}

const isRecent = (at: string, now: Date) =>
  at !== '' && Math.abs(now.getTime() - Number(at) * 1000) <= TOLERANCE_MILLISECONDS
