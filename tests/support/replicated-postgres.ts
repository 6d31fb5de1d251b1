import { execFile, execFileSync, spawn } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { vi } from 'vitest'
import { childrenOf } from './children.ts'
import { freePort } from './free-port.ts'
import { queryOnce } from './query-once.ts'

export interface ReplicatedPostgres {
  /** Addresses of the primary and of its synchronous standby. */
  primary: string
  standby: string
  /** Kills every process of the primary, like a power cut. */
  killPrimary(): Promise<void>
  promoteStandby(): Promise<void>
  remove(): Promise<void>
}

const SYSTEM_FOLDER = '/usr/lib/postgresql'
const STANDBY_NAME = 'second'

const programs = existsSync(SYSTEM_FOLDER)
  ? readdirSync(SYSTEM_FOLDER)
      .map((version) => path.join(SYSTEM_FOLDER, version, 'bin'))
      .find((folder) => ['initdb', 'postgres', 'pg_basebackup'].every((name) => existsSync(path.join(folder, name))))
  : undefined

const owner = whoMayRunIt()

/** The system's PostgreSQL: the embedded one lacks the replication programs. */
export const hasReplication = programs !== undefined && owner !== undefined

/** A primary and a synchronous standby, made as docs/operations.md says. */
export async function startReplicatedPostgres(): Promise<ReplicatedPostgres> {
  const folder = mkdtempSync(path.join(tmpdir(), 'nuqta-replicated-postgres-'))
  if (owner?.uid !== undefined) chownSync(folder, owner.uid, owner.gid as number)
  const [first, second] = [path.join(folder, 'first'), path.join(folder, 'second')]
  const inFolder = { ...owner, cwd: folder, stdio: 'ignore' as const }
  const program = (name: string) => path.join(programs as string, name)

  const initialise = ['-D', first, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync']
  execFileSync(program('initdb'), initialise, inFolder)
  const primary = await startServer(first)
  const { port } = new URL(primary.url)
  const from = `host=127.0.0.1 port=${port} user=postgres application_name=${STANDBY_NAME}`
  const copy = ['-d', from, '-D', second, '-R', '-X', 'stream', '-c', 'fast']
  await promisify(execFile)(program('pg_basebackup'), copy, { ...owner, cwd: folder })
  const standby = await startServer(second)
  await waitForEveryCommit(primary.url)

  return {
    primary: primary.url,
    standby: standby.url,
    killPrimary: primary.kill,
    async promoteStandby() {
      await promisify(execFile)(program('pg_ctl'), ['promote', '-D', second, '-w'], { ...owner, cwd: folder })
    },
    async remove() {
      await Promise.all([primary.stop(), standby.stop()])
      rmSync(folder, { recursive: true, force: true })
    },
  }

  async function startServer(data: string) {
    const serverPort = await freePort()
    const server = spawn(program('postgres'), ['-D', data, '-p', String(serverPort), '-k', folder], inFolder)
    const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()))
    const url = `postgres://postgres@127.0.0.1:${serverPort}`
    await vi.waitFor(() => queryOnce(`${url}/postgres`), { timeout: 60_000, interval: 100 })
    return {
      url,
      kill() {
        const pid = server.pid as number
        for (const each of [pid, ...childrenOf(pid)]) process.kill(each, 'SIGKILL')
        return ended
      },
      stop() {
        server.kill('SIGINT')
        return ended
      },
    }
  }
}

/** Set after the copy, or a promoted standby would wait for itself. */
async function waitForEveryCommit(url: string) {
  const primary = `${url}/postgres`
  await queryOnce(primary, `alter system set synchronous_standby_names = '${STANDBY_NAME}'`)
  await queryOnce(primary, 'select pg_reload_conf()')
  await vi.waitFor(
    async () => {
      const { rows } = await queryOnce(primary, 'select sync_state from pg_stat_replication')
      if (rows[0]?.sync_state !== 'sync') throw new Error('The standby does not keep up')
    },
    { timeout: 60_000, interval: 100 },
  )
}

/** PostgreSQL refuses to run as root, so the user of its package runs it. */
function whoMayRunIt(): { uid?: number; gid?: number } | undefined {
  if (process.getuid?.() !== 0) return {}
  const [, uid, gid] = /^postgres:[^:]*:(\d+):(\d+):/m.exec(readFileSync('/etc/passwd', 'utf8')) ?? []
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : undefined
}
