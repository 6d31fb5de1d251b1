import { createHash } from 'node:crypto'
import { createReadStream, existsSync, statSync } from 'node:fs'
import { chmod, open, readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import * as z from 'zod'
import { openDatabase } from '#domain/platform/database/connection.ts'
import type { Database } from '#domain/platform/database/database.ts'
import { differences, type Fingerprint } from '#domain/platform/database/every-table.ts'
import { OWNER_ONLY_FILE } from '#domain/platform/make-folder.ts'
import type { Config } from '#settings/settings.ts'
import { parseJson } from '#texts/formats.ts'
import { Refusal } from '../command.ts'

export class BackupError extends Refusal {}

const manifestSchema = z.object({
  made_at: z.iso.datetime(),
  /** A SQLite database of its own, restored into either kind. */
  format: z.literal('sqlite'),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  tables: z.record(
    z.string(),
    z.strictObject({ rows: z.int().nonnegative(), hash: z.string().regex(/^[0-9a-f]{64}$/) }),
  ),
})

export type Manifest = z.infer<typeof manifestSchema>

export const manifestOf = (file: string) => `${file}.manifest.json`

export const backupsFolder = ({ dataDirectory, backups }: Pick<Config, 'dataDirectory' | 'backups'>) =>
  backups?.folder ?? path.join(dataDirectory, 'backups')

/** Like nuqta-2026-03-01T03-00-00Z.sqlite. */
export const backupName = (now: Date) => `nuqta-${now.toISOString().replace(/\.\d+/, '').replaceAll(':', '-')}.sqlite`

/** Gives a finished backup its name, after its manifest: a file of that name is always whole. */
export async function seal(partial: string, file: string, tables: Fingerprint, now: Date) {
  await chmod(partial, OWNER_ONLY_FILE)
  await flush(partial)
  const manifest: Manifest = { made_at: now.toISOString(), format: 'sqlite', sha256: await hashOfFile(partial), tables }
  await writeFile(manifestOf(file), `${JSON.stringify(manifest, null, 2)}\n`, { mode: OWNER_ONLY_FILE, flush: true })
  await rename(partial, file)
}

export async function readSealed(file: string): Promise<Manifest> {
  if (statSync(file, { throwIfNoEntry: false })?.isDirectory())
    throw new BackupError(`${file} is a folder: choose one of the backups in it.`)
  const text = await readFile(manifestOf(file), 'utf8').catch((error) => {
    if (isMissing(error) && existsSync(file))
      throw new BackupError(`${manifestOf(file)} is missing; the backup cannot be checked without it.`)
    throw notReadable(isMissing(error) ? file : manifestOf(file), error)
  })
  const read = manifestSchema.safeParse(parseJson(text))
  if (!read.success) throw new BackupError(`${manifestOf(file)} is not the manifest of a backup.`)
  const found = await hashOfFile(file).catch((error) => {
    throw notReadable(file, error)
  })
  if (found !== read.data.sha256)
    throw new BackupError(`${file} is damaged: its bytes differ from those that were saved.`)
  return read.data
}

const isMissing = (error: NodeJS.ErrnoException) => error.code === 'ENOENT'

export function notReadable(file: string, error: NodeJS.ErrnoException) {
  if (error.code === 'EACCES') return new BackupError(`${file} cannot be read by this user.`)
  return new BackupError(isMissing(error) ? `There is no ${file}.` : `${file} cannot be read (${error.message}).`)
}

export async function inDatabase<Result>(dataDirectory: string, work: (database: Database) => Promise<Result>) {
  const database = await openDatabase({ dataDirectory })
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

export function assertSameTables(found: Fingerprint, expected: Fingerprint) {
  const different = differences(found, expected)
  if (different.length > 0) throw new BackupError(`These tables differ after copying: ${different.join(', ')}.`)
}

export const rowsIn = (tables: Fingerprint) => Object.values(tables).reduce((sum, { rows }) => sum + rows, 0)

/** Flushes a file or a folder, so that it survives a power cut. */
export async function flush(entry: string) {
  const handle = await open(entry, 'r')
  await handle.sync()
  await handle.close()
}

async function hashOfFile(file: string) {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}
