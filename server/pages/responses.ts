import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Problem } from '#api/http/problem.ts'
import { isBodyUnread, sendAndHangUp } from '#api/http/unread-body.ts'
import type { Receipt } from '#site/page-context.tsx'
import { SENT_PARAMETER } from '#site/submissions/posted.ts'
import { textsIn } from '#texts/index.ts'
import { directionOf, type Language } from '#texts/languages.ts'
import type { PageResponse } from './render.ts'

/** The address is a secret: keep it from caches, search engines and other sites. */
export const OWN_PAGE_HEADERS = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow, noarchive',
}

export const withoutQuery = (address: string) => address.split('?')[0] as string

/** A page for one visitor may repeat their answers: `no-store`. */
export function sendPage(reply: FastifyReply, { status, headers, html }: PageResponse) {
  const cookies = headers.getSetCookie()
  reply.headers({ ...Object.fromEntries(headers), 'cache-control': 'no-store' })
  if (cookies.length > 0) reply.header('set-cookie', cookies)
  return reply.code(status).send(html)
}

export function redirectToReceipt(reply: FastifyReply, address: string, { reference }: Receipt, cookie: string) {
  return reply
    .headers({ 'cache-control': 'no-store', 'content-length': '0', 'set-cookie': cookie })
    .redirect(`${withoutQuery(address)}?${SENT_PARAMETER}=${reference}`, 303)
}

interface SentFile {
  file: Uint8Array
  fileName: string
  type: string
}

export function sendFile(reply: FastifyReply, { file, fileName, type }: SentFile) {
  return reply
    .type(type)
    .header('content-disposition', `attachment; filename="${fileName}"`)
    .send(Buffer.from(file.buffer, file.byteOffset, file.byteLength))
}

/** A refusal without reading the body and without rendering; going back in the browser restores the answers. */
export function sendBare(
  request: FastifyRequest,
  reply: FastifyReply,
  language: Language,
  { problem, status, headers }: Problem,
) {
  const { title, detail } = textsIn(language).api.problems[problem]
  const html = `<!DOCTYPE html><html lang="${language}" dir="${directionOf(language)}"><title>${title}</title><h1>${title}</h1><p>${detail}</p></html>`
  reply
    .type('text/html; charset=utf-8')
    .headers({ 'cache-control': 'no-store', 'content-language': language, ...headers })
  return isBodyUnread(request) ? sendAndHangUp(request, reply, status, html) : reply.code(status).send(html)
}

/** For a file that does not exist: the response of the page at this address. */
export async function sendPageInstead(
  app: FastifyInstance,
  request: FastifyRequest,
  reply: FastifyReply,
  address: string,
) {
  const encoding = request.headers['accept-encoding']
  const headers = { 'x-request-id': request.id, ...(encoding && { 'accept-encoding': encoding }) }
  const page = await app.inject({ url: address, headers, remoteAddress: request.ip })
  for (const [name, value] of Object.entries(page.headers)) if (value && !OWN.has(name)) reply.header(name, value)
  return reply.code(page.statusCode).send(page.rawPayload)
}

const OWN = new Set(['connection', 'content-length', 'date', 'keep-alive', 'transfer-encoding', 'x-request-id'])
