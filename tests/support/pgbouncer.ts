import { spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { vi } from 'vitest'
import { freePort } from './free-port.ts'
import { queryOnce } from './query-once.ts'

export const PGBOUNCER = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer', '/opt/homebrew/bin/pgbouncer'].find(existsSync)

export interface PgBouncer {
  url: string
  stop(): Promise<void>
}

// Fewer than one of our processes opens, so that transactions always share connections.
const SERVER_CONNECTIONS = 3

/** PgBouncer in transaction mode before a PostgreSQL server, with default settings. */
export async function startPgBouncer(postgresUrl: string): Promise<PgBouncer> {
  const folder = mkdtempSync(path.join(tmpdir(), 'nuqta-pgbouncer-'))
  // It refuses to run as root.
  chmodSync(folder, 0o755)
  const { hostname, port: postgresPort, username, password } = new URL(postgresUrl)
  const port = await freePort()
  const file = path.join(folder, 'pgbouncer.ini')
  writeFileSync(
    file,
    [
      '[databases]',
      `* = host=${hostname} port=${postgresPort} user=${username} password=${password}`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${port}`,
      'unix_socket_dir =',
      'auth_type = any',
      'pool_mode = transaction',
      `default_pool_size = ${SERVER_CONNECTIONS}`,
      'max_client_conn = 500',
    ].join('\n'),
  )
  const bouncer = spawn(PGBOUNCER as string, [file], { ...anotherUser(), stdio: 'ignore' })
  const ended = new Promise((resolve) => bouncer.once('exit', resolve))
  const url = `postgres://anybody@127.0.0.1:${port}`
  await vi.waitFor(() => queryOnce(`${url}/postgres`), { timeout: 60_000, interval: 100 })
  return {
    url,
    async stop() {
      bouncer.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function anotherUser() {
  if (process.getuid?.() !== 0) return {}
  const [, uid, gid] = /^nobody:[^:]*:(\d+):(\d+):/m.exec(readFileSync('/etc/passwd', 'utf8')) ?? []
  return { uid: Number(uid), gid: Number(gid) }
}
