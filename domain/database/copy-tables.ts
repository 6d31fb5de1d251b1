import type { Queries } from './connection.ts'
import { type AnyRow, readTable, TABLE_NAMES } from './every-table.ts'

/** Puts all rows of one database into another whose tables are empty. */
export async function copyTables(
  from: Queries,
  to: Queries,
  tellProgress: (rows: number) => void = () => {},
): Promise<void> {
  let copied = 0
  for (const table of TABLE_NAMES)
    for await (const rows of readTable(from, table)) {
      await to
        .insertInto(table)
        .values(rows as AnyRow[] as never)
        .execute()
      copied += rows.length
      tellProgress(copied)
    }
}

export async function emptyTables(queries: Queries): Promise<void> {
  for (const table of TABLE_NAMES.toReversed()) await queries.deleteFrom(table).execute()
}
