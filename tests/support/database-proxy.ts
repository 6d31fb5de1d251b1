import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { vi } from 'vitest'
import { freePort } from './free-port.ts'
import { printedRecipe } from './printed-recipes.ts'
import { queryOnce } from './query-once.ts'

export const HAPROXY = ['/usr/sbin/haproxy', '/usr/bin/haproxy', '/opt/homebrew/bin/haproxy'].find(existsSync)

export interface DatabaseProxy {
  url: string
  /** Switches to another server from the next connection on. */
  pointTo(postgresUrl: string): void
  stop(): Promise<void>
}

/** HAProxy before one PostgreSQL server, with the file of docs/operations.md; a reload fails over. */
export async function startDatabaseProxy(postgresUrl: string): Promise<DatabaseProxy> {
  const folder = mkdtempSync(path.join(tmpdir(), 'nuqta-database-proxy-'))
  const file = path.join(folder, 'haproxy.cfg')
  const port = await freePort()
  writeFile(postgresUrl)
  const proxy = spawn(HAPROXY as string, ['-W', '-f', file], { stdio: 'ignore' })
  const ended = new Promise((resolve) => proxy.once('exit', resolve))
  const url = `postgres://${new URL(postgresUrl).username}@127.0.0.1:${port}`
  await vi.waitFor(() => queryOnce(`${url}/postgres`), { timeout: 60_000, interval: 50 })
  return {
    url,
    pointTo(other) {
      writeFile(other)
      proxy.kill('SIGUSR2')
    },
    async stop() {
      proxy.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }

  function writeFile(server: string) {
    const recipe = printedRecipe('haproxy', 'listen postgres')
      .replace('bind 127.0.0.1:5433', `bind 127.0.0.1:${port}`)
      .replace('server primary 10.0.0.21:5432', `server primary ${new URL(server).host}`)
    writeFileSync(file, recipe)
  }
}
