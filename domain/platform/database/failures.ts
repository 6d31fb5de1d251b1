import { StorageFailure } from '../storage/kept-files.ts'
import { DatabaseFileGone } from './file-in-place.ts'
import { TooManyWrites } from './limit-concurrent-writes.ts'
import { WritesPaused } from './pause-after-timeouts.ts'
import BetterSqlite from './sqlite-driver.ts'

/** Unreachable, full, locked, moved away, shutting down. */
export function isDatabaseFailure(error: unknown): boolean {
  if (error instanceof BetterSqlite.SqliteError || isPostgresError(error)) return true
  const kinds = [DatabaseFileGone, TooManyWrites, WritesPaused, StorageFailure]
  if (kinds.some((kind) => error instanceof kind)) return true
  const { code = '', message = '' } = (error ?? {}) as { code?: unknown; message?: string }
  return CONNECTION_FAILURES.test(String(code)) || CONNECTION_FAILURE_MESSAGES.test(String(message))
}

const CONNECTION_FAILURES = /^(ECONN|ENOTFOUND|EAI_|EPIPE|ETIMEDOUT|EHOST|ENET)/
// The driver words these without a code.
const CONNECTION_FAILURE_MESSAGES =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered|The database connection is not open|driver has already been destroyed|Query read timeout)/

/** By the properties of a server message, since the driver may not be loaded. */
const isPostgresError = (error: unknown) => error instanceof Error && 'severity' in error && 'code' in error

export const isOutOfTime = (error: unknown) =>
  isPostgresError(error) && (error as { code?: unknown }).code === QUERY_CANCELED

const QUERY_CANCELED = '57014'
