import { fork } from 'node:child_process'
import path from 'node:path'

interface BareServer {
  url: string
  stop(): Promise<void>
}

/** Bytes and headers of the response, header names and values in turn. */
export interface Sent {
  /** In base64. */
  body: string
  headers: string[]
}

/** A Fastify or bare Node server in its own process that always sends the same bytes. */
export function startBareServer(by: 'fastify' | 'node', sent: Sent) {
  return new Promise<BareServer>((resolve, reject) => {
    const child = fork(path.join(import.meta.dirname, 'bare-server-program.ts'), [by, JSON.stringify(sent)], {
      execArgv: ['--import', 'tsx'],
      env: { ...process.env, NODE_ENV: 'production' },
    })
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`The server ended with ${code}`)))
    child.once('message', (url) =>
      resolve({
        url: String(url),
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
