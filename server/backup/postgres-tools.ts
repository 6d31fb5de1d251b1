import { spawnSync } from 'node:child_process'
import { BackupError } from './backup-file.ts'

/** Why pg_dump did not do it; nothing when it did. A missing or older one than the server cannot. */
export function dumpPostgres(databaseUrl: string, snapshot: string, file: string): string | undefined {
  return runTool('pg_dump', databaseUrl, ['--format=custom', '--no-owner', `--snapshot=${snapshot}`, `--file=${file}`])
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
