import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import packageFile from '../../package.json' with { type: 'json' }

// Not start.js: that would look for packages to install and files to build, and several may start at once.
const START_BUILT_SITE = "const { start } = await import('./build/server/index.js'); await start()"
const FLAGS = packageFile.scripts.start.split(' ').filter((word) => word.startsWith('--'))
const START_MILLISECONDS = 60_000
const STOP_MILLISECONDS = 3_000
const POLL_MILLISECONDS = 50

export interface RunningSite {
  url: string
  pid: number
  /** Where its database and its uploads are kept. */
  dataFolder: string
  stop: () => Promise<void>
}

/** The built site on a free port with a folder of its own, which goes when the site stops. */
export async function startSite(settings: Record<string, string> = {}): Promise<RunningSite> {
  const port = Number(settings.PORT) || (await freePort())
  const dataFolder = await mkdtemp(path.join(tmpdir(), 'site-'))
  const server = spawn(process.execPath, [...FLAGS, '--input-type=module', '--eval', START_BUILT_SITE], {
    cwd: path.resolve(import.meta.dirname, '../..'),
    env: {
      ...process.env,
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PORT: String(port),
      DATA_DIR: dataFolder,
      SUBMISSIONS_PER_MINUTE: '1000',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  const remember = (chunk: Buffer) => {
    said = (said + chunk).slice(-4000)
  }
  server.stdout.on('data', remember)
  server.stderr.on('data', remember)
  // Whoever started it may end by an error before it gets to stop it.
  const endWithThisProcess = () => server.kill('SIGKILL')
  process.once('exit', endWithThisProcess)
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()))

  const url = `http://127.0.0.1:${port}`
  const stop = async () => {
    server.kill('SIGTERM')
    const force = setTimeout(() => server.kill('SIGKILL'), STOP_MILLISECONDS)
    await ended
    clearTimeout(force)
    process.off('exit', endWithThisProcess)
    await rm(dataFolder, { recursive: true, force: true })
  }

  const deadline = Date.now() + START_MILLISECONDS
  while (!(await answers(url))) {
    if (server.exitCode !== null || Date.now() > deadline) {
      await stop()
      throw new Error(`The site did not start:\n${said}`)
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MILLISECONDS))
  }
  return { url, pid: server.pid as number, dataFolder, stop }
}

async function answers(url: string) {
  return fetch(url).then(
    (answer) => answer.body?.cancel().then(() => true),
    () => false,
  )
}

/** For who must know a site's address before it starts. */
export function freePort() {
  return new Promise<number>((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => (address && typeof address === 'object' ? resolve(address.port) : reject(new Error('No port'))))
    })
  })
}
