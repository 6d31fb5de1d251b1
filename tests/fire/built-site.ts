import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { DatabaseSettings } from '#domain/database/connection.ts'
import { freePort } from '../support/start-site.ts'

const START = "const { start } = await import('./build/server/index.js'); await start()"
const PATIENCE_MILLISECONDS = 60_000
const POLL_MILLISECONDS = 20
const MEMORY_PAGE_BYTES = 4096
const MEGABYTE = 1024 * 1024

export interface BuiltSite {
  url: string
  /** From the start of the process to its first "ready". */
  millisecondsToReady: number
  /** All it has said so far. */
  said(): string
  /** What it holds in memory; 0 where the system does not tell. */
  megabytes(): number
  /** Its exit code, or the signal that ended it. */
  end(signal: NodeJS.Signals): Promise<number | NodeJS.Signals | null>
}

/** The built site as a process that a test may end in any way it likes, on a database that outlives it. */
export async function startBuiltSite(
  database: DatabaseSettings,
  settings: Record<string, string> = {},
): Promise<BuiltSite> {
  const port = await freePort()
  const startedAt = performance.now()
  const site = spawnSite({ PORT: String(port), ...environmentOf(database), ...settings })
  const url = `http://127.0.0.1:${port}`
  while (!(await isReady(url))) {
    if (site.hasEnded() || performance.now() - startedAt > PATIENCE_MILLISECONDS) {
      await site.end('SIGKILL')
      throw new Error(`The site did not start:\n${site.said()}`)
    }
    await pause(POLL_MILLISECONDS)
  }
  return { ...site, url, millisecondsToReady: performance.now() - startedAt }
}

/** For a start that is expected to fail. */
export async function failToStart(database: DatabaseSettings) {
  const site = spawnSite({ PORT: String(await freePort()), ...environmentOf(database) })
  return { code: await site.ended, said: site.said() }
}

export const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

function environmentOf({ dataDirectory, databaseUrl }: DatabaseSettings) {
  return { DATA_DIR: dataDirectory, ...(databaseUrl && { DATABASE_URL: databaseUrl }) }
}

function spawnSite(settings: Record<string, string>) {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', START], {
    cwd: path.resolve(import.meta.dirname, '../..'),
    env: {
      PATH: process.env.PATH ?? '',
      NODE_ENV: 'production',
      SUBMISSIONS_PER_MINUTE: '1000000',
      LOG_LEVEL: 'silent',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      said += chunk
    })
  const ended = new Promise<number | NodeJS.Signals | null>((resolve) =>
    child.once('close', (code, signal) => resolve(code ?? signal)),
  )
  return {
    said: () => said,
    ended,
    hasEnded: () => child.exitCode !== null,
    megabytes: () => residentMegabytes(child.pid as number),
    end(signal: NodeJS.Signals) {
      child.kill(signal)
      return ended
    },
  }
}

function isReady(url: string) {
  return fetch(`${url}/readyz`).then(
    (answer) => answer.ok,
    () => false,
  )
}

function residentMegabytes(pid: number) {
  try {
    return (Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * MEMORY_PAGE_BYTES) / MEGABYTE
  } catch {
    return 0
  }
}
