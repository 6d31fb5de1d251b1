import { fork } from 'node:child_process'
import path from 'node:path'
import type { ApiChanges } from '../tests/support/api.ts'

export interface ServerProcess {
  url: string
  memoryInMegabytes(): Promise<number>
  stop(): Promise<void>
}

/** The API in a process of its own, so that whoever measures does not take its time. */
export function startServerProcess(program: 'api' | 'bare', settings: ApiChanges & { body?: string } = {}) {
  return new Promise<ServerProcess>((resolve, reject) => {
    const child = fork(path.join(import.meta.dirname, 'server-program.ts'), [program, JSON.stringify(settings)], {
      execArgv: ['--import', 'tsx'],
      env: { ...process.env, NODE_ENV: 'production' },
      // The log is written as in production, to where nobody reads it.
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`The server ended with ${code}`)))
    const next = () => new Promise<never>((hear) => child.once('message', (message) => hear(message as never)))
    next().then((url) =>
      resolve({
        url,
        memoryInMegabytes() {
          const answer = next()
          child.send('memory')
          return answer
        },
        stop: () =>
          new Promise((stopped) => {
            child.removeAllListeners('exit')
            child.once('exit', () => stopped())
            child.send('stop')
          }),
      }),
    )
  })
}
