import { spawnSync } from 'node:child_process'
import { BackupError } from './backup-file.ts'

interface Dump {
  databaseUrl: string
  /** The server's, such as 16. */
  version: number
  snapshot: string
  file: string
}

/** Why pg_dump did not do it; nothing when it did. A missing one cannot, and one that is older than the server may not. */
export function dumpPostgres({ databaseUrl, version, snapshot, file }: Dump): string | undefined {
  const own = versionOf('pg_dump')
  if (own === undefined) return 'pg_dump is not installed'
  if (own < version) return `pg_dump ${own} is older than the server, which is PostgreSQL ${version}`
  return runTool('pg_dump', databaseUrl, ['--format=custom', '--no-owner', `--snapshot=${snapshot}`, `--file=${file}`])
}

function versionOf(tool: string) {
  const { stdout } = spawnSync(tool, ['--version'], { encoding: 'utf8' })
  const [, version] = /\(PostgreSQL\) (\d{1,3})/.exec(stdout ?? '') ?? []
  return version === undefined ? undefined : Number(version)
}

export function restorePostgres(databaseUrl: string, file: string) {
  const fault = runTool('pg_restore', databaseUrl, [
    ...['--clean', '--if-exists', '--no-owner', '--single-transaction', '--exit-on-error'],
    ...['--dbname', withoutPassword(databaseUrl), file],
  ])
  if (fault) throw new BackupError(`pg_restore did not restore it: ${fault}`)
}

function runTool(tool: string, databaseUrl: string, args: string[]): string | undefined {
  const target = tool === 'pg_dump' ? ['--dbname', withoutPassword(databaseUrl)] : []
  // The password travels in the environment: the arguments of a process are seen by everybody on the machine.
  const env = { ...process.env, PGPASSWORD: decodeURIComponent(new URL(databaseUrl).password) }
  const { error, status, stderr } = spawnSync(tool, [...target, ...args], { env, encoding: 'utf8' })
  if (error) return (error as NodeJS.ErrnoException).code === 'ENOENT' ? `${tool} is not installed` : error.message
  if (status !== 0) return stderr.trim().split('\n').at(0) || `${tool} ended with ${status}`
}

function withoutPassword(databaseUrl: string) {
  const address = new URL(databaseUrl)
  address.password = ''
  return address.href
}
