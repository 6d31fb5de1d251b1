import { once } from 'node:events'
import http from 'node:http'

interface BegunPost {
  /** Resolves once the server handles it, before its body is sent. */
  taken: Promise<unknown>
  sendBody(): Promise<FinishedPost>
}

export interface FinishedPost {
  status: number
  headers: http.IncomingHttpHeaders
  text: string
}

/** A post that waits with its body until the server asks for it (`Expect: 100-continue`). */
export async function beginPost(request: Request): Promise<BegunPost> {
  const body = Buffer.from(await request.arrayBuffer())
  const headers = { ...Object.fromEntries(request.headers), 'content-length': body.length, expect: '100-continue' }
  const post = http.request(request.url, { method: 'POST', agent: false, headers })
  const responded = once(post, 'response') as Promise<[http.IncomingMessage]>
  const taken = once(post, 'continue')
  // The server hangs up on a refused sender; its response has arrived by then.
  post.on('error', () => {})
  post.flushHeaders()
  return {
    taken,
    async sendBody() {
      post.end(body)
      const [response] = await responded
      let text = ''
      for await (const piece of response.setEncoding('utf8')) text += piece
      return { status: response.statusCode as number, headers: response.headers, text }
    },
  }
}
