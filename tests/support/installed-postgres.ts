import { execFileSync, spawn } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { freePort } from './free-port.ts'

export interface InstalledPostgres {
  url: string
  /** Where its pg_dump and pg_restore are. */
  programs: string
  remove(): Promise<void>
}

const SYSTEM_FOLDER = '/usr/lib/postgresql'
const PATIENCE_MILLISECONDS = 20_000

/** The PostgreSQL of the system, whose pg_dump fits it, with a folder of its own; nothing where there is none. */
export async function startInstalledPostgres(): Promise<InstalledPostgres | undefined> {
  const programs = programsFolder()
  const owner = whoMayRunIt()
  if (!programs || !owner) return undefined
  const folder = mkdtempSync(path.join(tmpdir(), 'nuqta-installed-postgres-'))
  if (owner.uid !== undefined) chownSync(folder, owner.uid, owner.gid as number)
  const data = path.join(folder, 'data')
  const initialise = ['-D', data, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync']
  execFileSync(path.join(programs, 'initdb'), initialise, { ...owner, cwd: folder, stdio: 'ignore' })
  const port = await freePort()
  const server = spawn(path.join(programs, 'postgres'), ['-D', data, '-p', String(port), '-k', folder], {
    ...owner,
    cwd: folder,
    stdio: 'ignore',
  })
  const ended = new Promise((resolve) => server.once('exit', resolve))
  const url = `postgres://postgres@127.0.0.1:${port}`
  await untilItAnswers(`${url}/postgres`)
  return {
    url,
    programs,
    async remove() {
      server.kill('SIGINT')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function programsFolder() {
  if (!existsSync(SYSTEM_FOLDER)) return undefined
  return readdirSync(SYSTEM_FOLDER)
    .map((version) => path.join(SYSTEM_FOLDER, version, 'bin'))
    .find((folder) =>
      ['initdb', 'postgres', 'pg_dump', 'pg_restore'].every((name) => existsSync(path.join(folder, name))),
    )
}

/** PostgreSQL refuses to run as root, so there it runs as the user that came with it. */
function whoMayRunIt(): { uid?: number; gid?: number } | undefined {
  if (process.getuid?.() !== 0) return {}
  const [, uid, gid] = /^postgres:[^:]*:(\d+):(\d+):/m.exec(readFileSync('/etc/passwd', 'utf8')) ?? []
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : undefined
}

async function untilItAnswers(connectionString: string) {
  const deadline = Date.now() + PATIENCE_MILLISECONDS
  for (;;) {
    const client = new pg.Client({ connectionString })
    try {
      await client.connect()
      return await client.end()
    } catch (error) {
      if (Date.now() > deadline) throw error
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
}
