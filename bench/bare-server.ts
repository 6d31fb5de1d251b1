import { fork } from 'node:child_process'
import path from 'node:path'

interface BareServer {
  url: string
  pid: number
  stop(): Promise<void>
}

/** Bytes and headers of the response, header names and values in turn. */
export interface Sent {
  /** In base64. */
  body: string
  headers: string[]
}

/** A server in its own process: Fastify or bare Node with always the same bytes, or one that writes the page anew. */
export function startBareServer(by: 'fastify' | 'node' | 'template', sent: Sent) {
  return new Promise<BareServer>((resolve, reject) => {
    const child = fork(path.join(import.meta.dirname, 'bare-server-program.ts'), [by], {
      execArgv: ['--import', 'tsx'],
      env: { ...process.env, NODE_ENV: 'production' },
    })
    // Not as an argument: a page is larger than one may be.
    child.send(sent)
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`The server ended with ${code}`)))
    child.once('message', (url) =>
      resolve({
        url: String(url),
        pid: child.pid as number,
        stop: () =>
          new Promise((stopped) => {
            child.removeAllListeners('exit')
            child.once('exit', () => stopped())
            child.kill()
          }),
      }),
    )
  })
}
