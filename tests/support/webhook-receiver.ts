import { createHmac } from 'node:crypto'
import http from 'node:http'
import type { AddressInfo } from 'node:net'

interface ReceivedWebhook {
  id: string
  timestamp: number
  signature: string
  body: string
  headers: http.IncomingHttpHeaders
}

export interface WebhookReceiver {
  url: string
  received: ReceivedWebhook[]
  /** Further responses; a number is a status. */
  answer(how: number | 'hang up' | 'nothing' | 'switch protocols' | { redirectTo: string }): void
  stop(): Promise<void>
}

/** A local receiver. `accepts` checks a body as Slack or Teams would. */
export async function startWebhookReceiver(accepts: (body: string) => boolean = () => true): Promise<WebhookReceiver> {
  const received: ReceivedWebhook[] = []
  let how: Parameters<WebhookReceiver['answer']>[0] = 204
  const server = http.createServer(async (request, response) => {
    let body = ''
    for await (const piece of request) body += piece
    const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature } = request.headers
    received.push({
      id: String(id),
      timestamp: Number(timestamp),
      signature: String(signature),
      body,
      headers: request.headers,
    })
    if (how === 'hang up') return request.socket.destroy()
    if (how === 'nothing') return
    if (how === 'switch protocols') return void request.socket.write(SWITCHING_PROTOCOLS)
    if (typeof how === 'object') return response.writeHead(307, { location: how.redirectTo }).end()
    response.writeHead(accepts(body) ? how : 400).end('what a receiver says is not kept')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/told`,
    received,
    answer(next) {
      how = next
    },
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const SWITCHING_PROTOCOLS = 'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'

/** Verifies a signature by the Standard Webhooks specification, independently of the signer. */
export function isSigned({ id, timestamp, signature, body }: ReceivedWebhook, secret: string) {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const expected = createHmac('sha256', key).update([id, timestamp, body].join('.')).digest('base64')
  return signature.split(' ').includes(`v1,${expected}`)
}
