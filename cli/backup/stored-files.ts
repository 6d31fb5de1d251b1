import type { Database, Queries } from '#domain/platform/database/database.ts'
import {
  FILE_COLUMNS,
  FILE_TABLES,
  FileLost,
  type FileTable,
  inRow,
  type KeptFile,
} from '#domain/platform/storage/kept-files.ts'

export interface BroughtFiles {
  brought: number
  /** Rows that name an object which is missing or damaged, one sentence each. */
  lost: string[]
}

/**
 * Puts the bytes of files that are kept in the object storage into the rows of a copy of the database, so that one backup holds
 * everything. The copy also forgets the name of its folder there: a database that is restored from it never sweeps the objects of the
 * one it was made of. Undefined where no file was ever kept there: nothing is changed then.
 */
export async function bringStoredFiles(copy: Queries, { queries, files }: Database): Promise<BroughtFiles | undefined> {
  const { numDeletedRows } = await copy
    .deleteFrom('server_keys')
    .where('purpose', '=', 'storage')
    .executeTakeFirstOrThrow()
  if (numDeletedRows === 0n) return undefined
  const found: BroughtFiles = { brought: 0, lost: [] }
  for (const table of FILE_TABLES)
    for (let file = await nextIn(copy, table); file; file = await nextIn(copy, table, file.object_key)) {
      try {
        await fill(copy, table, file, await files.read(file))
        found.brought++
      } catch (error) {
        if (!(error instanceof FileLost)) throw error
        if (await isInUse(queries, table, file)) found.lost.push(error.message)
        // Erased since the copy was made.
        else await copy.deleteFrom(table).where('object_key', '=', file.object_key).execute()
      }
    }
  return found
}

function nextIn(copy: Queries, table: FileTable, after: string | null = '') {
  return copy
    .selectFrom(table)
    .select(FILE_COLUMNS)
    .where('object_key', '>', after)
    .orderBy('object_key')
    .limit(1)
    .executeTakeFirst()
}

async function fill(copy: Queries, table: FileTable, { object_key }: KeptFile, bytes: Buffer) {
  await copy.updateTable(table).set(inRow(bytes)).where('object_key', '=', object_key).execute()
}

async function isInUse(queries: Queries, table: FileTable, { object_key }: KeptFile) {
  const row = await queries
    .selectFrom(table)
    .select('object_key')
    .where('object_key', '=', object_key)
    .executeTakeFirst()
  return row !== undefined
}
