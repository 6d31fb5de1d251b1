import { fork } from 'node:child_process'
import path from 'node:path'

interface BareServer {
  url: string
  stop(): Promise<void>
}

/** What a bare server sends: these bytes with these headers, names and values in turn. */
export interface Sent {
  /** In base64. */
  body: string
  headers: string[]
}

/** A server that does nothing but send the same bytes, by Fastify or by Node alone, in a process of its own. */
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
