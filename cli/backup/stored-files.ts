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

/** Fills a copy with stored files and clears its storage folder, or a restored database would sweep the original's objects. */
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
        const row = inRow(await files.read(file))
        await copy.updateTable(table).set(row).where('object_key', '=', file.object_key).execute()
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

async function isInUse(queries: Queries, table: FileTable, { object_key }: KeptFile) {
  const row = await queries
    .selectFrom(table)
    .select('object_key')
    .where('object_key', '=', object_key)
    .executeTakeFirst()
  return row !== undefined
}
