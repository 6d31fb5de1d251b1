import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { DatabaseSettings } from '#domain/platform/database/database.ts'
import packageFile from '../../package.json' with { type: 'json' }
import { freePort } from './free-port.ts'
import { copyStarterDatabase } from './starter-database.ts'

const START_BUILT_SITE = path.join(import.meta.dirname, 'start-built-site.js')
const STARTED = packageFile.scripts.start.split(' ')
const FLAGS = STARTED.filter((word) => word.startsWith('--'))
const VARIABLES = Object.fromEntries(STARTED.filter((word) => /^\w+=/.test(word)).map((word) => word.split('=')))
/** `LATE=scripts npm test -- browser` finds tests that rely on quick scripts. */
const { LATE } = process.env
const LATE_FLAGS = LATE ? ['--import', './tests/support/late-responses.js'] : []
const START_TIMEOUT_MILLISECONDS = 180_000
const POLL_MILLISECONDS = 20
const MEMORY_PAGE_BYTES = 4096
const MEGABYTE = 1024 * 1024

export interface SiteProcess {
  url: string
  pid: number
  /** From the start of the process to its first "ready". */
  millisecondsToReady: number
  /** Its printed output. */
  output(): string
  hasEnded(): boolean
  /** Its resident memory; 0 where the system does not tell. */
  megabytes(): number
  /** Its exit code or signal. */
  end(signal: NodeJS.Signals): Promise<number | NodeJS.Signals | null>
}

export interface RunningSite extends SiteProcess {
  /** The folder of its database and uploads. */
  dataFolder: string
  stop(): Promise<void>
}

/** The built site on a free port with its own data folder, deleted when it stops. Output is kept, or written to a file. */
export async function startSite(settings: Record<string, string> = {}, logFile?: string): Promise<RunningSite> {
  const dataFolder = await mkdtemp(path.join(tmpdir(), 'site-'))
  const remove = () => rm(dataFolder, { recursive: true, force: true })
  try {
    copyStarterDatabase(dataFolder)
    const site = await startSiteOn({ dataDirectory: dataFolder }, settings, logFile)
    // Its data is deleted, so it need not wait for visitors as an operator's site does.
    const stop = async () => {
      await site.end('SIGKILL')
      await remove()
    }
    return { ...site, dataFolder, stop }
  } catch (error) {
    await remove()
    throw error
  }
}

interface StartOptions {
  /** The health status that begins the test; a read-only site is never ready. */
  until?: '/readyz' | '/healthz'
  /** The start program of another release. */
  program?: string | undefined
}

/** The built site on a database that outlives it, as a process that a test may kill. */
export async function startSiteOn(
  database: DatabaseSettings,
  settings: Record<string, string> = {},
  logFile?: string,
  { until = '/readyz', program }: StartOptions = {},
): Promise<SiteProcess> {
  const port = Number(settings.PORT) || (await freePort())
  const startedAt = performance.now()
  const site = spawnSite({ PORT: String(port), ...environmentOf(database), ...settings }, logFile, program)
  const url = `http://127.0.0.1:${port}`
  const deskPort = Number(settings.DESK_PORT)
  // The desk opens after the site.
  while (!(await isOk(url + until)) || (deskPort && !(await isOpen(deskPort, settings.DESK_HOST)))) {
    if (site.hasEnded() || performance.now() - startedAt > START_TIMEOUT_MILLISECONDS) {
      await site.end('SIGKILL')
      throw new Error(`The site did not start:\n${site.output()}`)
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MILLISECONDS))
  }
  const { pid, output, hasEnded, end } = site
  return {
    url,
    pid,
    millisecondsToReady: performance.now() - startedAt,
    output,
    hasEnded,
    megabytes: () => residentMegabytes(pid),
    end,
  }
}

/** For a start that is expected to fail. */
export async function failToStart(
  database: DatabaseSettings,
  settings: Record<string, string> = {},
  { program }: Pick<StartOptions, 'program'> = {},
) {
  const site = spawnSite(
    { PORT: String(await freePort()), ...environmentOf(database), ...settings },
    undefined,
    program,
  )
  return { code: await site.ended, output: site.output() }
}

function environmentOf({ dataDirectory, databaseUrl }: DatabaseSettings) {
  return { DATA_DIR: dataDirectory, ...(databaseUrl && { DATABASE_URL: databaseUrl }) }
}

function spawnSite(settings: Record<string, string>, logFile?: string, program = START_BUILT_SITE) {
  const log = logFile ? openSync(logFile, 'a') : 'pipe'
  const child = spawn(process.execPath, [...FLAGS, ...LATE_FLAGS, program], {
    cwd: path.resolve(import.meta.dirname, '../..'),
    // Without settings of the tester.
    env: {
      PATH: process.env.PATH ?? '',
      ...VARIABLES,
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      DESK_PORT: 'off',
      LOG_LEVEL: 'silent',
      SUBMISSIONS_PER_MINUTE: '1000000',
      PROOF_ABOVE_PER_MINUTE: '1000000',
      // Drawing share pictures would take processor time from the tests.
      SHARE_PICTURES: 'on-demand',
      ...(LATE && { LATE }),
      ...settings,
    },
    stdio: ['ignore', log, log],
  })
  if (typeof log === 'number') closeSync(log)
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk) => {
      output += chunk
    })
  // Stops it even if the test run ends with an error.
  const endWithThisProcess = () => child.kill('SIGKILL')
  process.once('exit', endWithThisProcess)
  const ended = new Promise<number | NodeJS.Signals | null>((resolve) =>
    child.once('close', (code, signal) => {
      process.off('exit', endWithThisProcess)
      resolve(code ?? signal)
    }),
  )
  return {
    pid: child.pid as number,
    output: () => output,
    ended,
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
    end(signal: NodeJS.Signals) {
      child.kill(signal)
      return ended
    },
  }
}

function isOk(address: string) {
  return fetch(address).then(
    async (response) => {
      await response.body?.cancel()
      return response.ok
    },
    () => false,
  )
}

async function isOpen(port: number, host = 'localhost') {
  const socket = connect({ port, host })
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}

function residentMegabytes(pid: number) {
  try {
    return (Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * MEMORY_PAGE_BYTES) / MEGABYTE
  } catch {
    return 0
  }
}
