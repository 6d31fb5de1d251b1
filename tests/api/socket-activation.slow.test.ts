import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, expect, test } from 'vitest'
import { freePort } from '../support/free-port.ts'
import { BARE_ENVIRONMENT } from '../support/programs.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

/** Another program opens the port, as systemd does for deploy/nuqta.socket, and keeps it open across restarts. */

const root = path.resolve(import.meta.dirname, '../..')
const folder = temporaryFolder()

// Opens the port and restarts the site on it. Blocked in spawnSync, it takes no connection itself.
const SERVICE_MANAGER = `
  const { spawnSync } = require('node:child_process')
  const server = require('node:net').createServer().listen(Number(process.argv[1]), '127.0.0.1', () => {
    for (;;) spawnSync('sh', ['-c', 'echo "pid $$"; LISTEN_FDS=1 LISTEN_PID=$$ exec "$0" scripts/start.js', process.execPath], {
      stdio: ['ignore', 'inherit', 'inherit', server._handle.fd],
    })
  })`

let manager: ChildProcess | undefined
let pid = 0
afterEach(() => {
  manager?.kill('SIGKILL')
  if (pid) process.kill(pid, 'SIGTERM')
})

test.each([1, 2])(
  'with WORKERS=%i no connection is refused while the site restarts',
  { timeout: 60_000 },
  async (workers) => {
    const port = await freePort()
    manager = spawn(process.execPath, ['-e', SERVICE_MANAGER, String(port)], {
      cwd: root,
      env: {
        ...BARE_ENVIRONMENT,
        // The port that was handed over counts, not this one.
        PORT: '0',
        WORKERS: String(workers),
        DATA_DIR: path.join(folder, `data-${workers}`),
        SHARE_PICTURES: 'on-demand',
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const lines = createInterface(manager.stdout as NodeJS.ReadableStream)[Symbol.asyncIterator]()
    await untilOpen()

    const agent = new Agent({ keepAlive: false })
    const statuses: number[] = []
    let isOver = false
    const visitors = [1, 2, 3, 4].map(async () => {
      while (!isOver) statuses.push(await visit('/healthz'))
    })
    const former = pid
    process.kill(former, 'SIGTERM')
    await untilOpen()
    expect(pid).not.toBe(former)
    expect(await visit('/services')).toBe(200)
    isOver = true
    await Promise.all(visitors)
    expect(statuses.length).toBeGreaterThan(4)
    expect(new Set(statuses)).toEqual(new Set([200]))
    manager.kill('SIGKILL')
    await once(manager, 'exit')

    async function untilOpen() {
      for (let line = await lines.next(); !line.done; line = await lines.next()) {
        if (line.value.startsWith('pid ')) pid = Number(line.value.slice(4))
        if (line.value.includes(`is open: http://127.0.0.1:${port}`)) return
      }
      throw new Error('It has ended')
    }

    function visit(address: string) {
      return new Promise<number>((resolve, reject) => {
        request({ host: '127.0.0.1', port, path: address, agent }, (response) =>
          response.resume().once('end', () => resolve(response.statusCode as number)),
        )
          .once('error', reject)
          .end()
      })
    }
  },
)
