import { type RawBuilder, type Selectable, sql, type Updateable } from 'kysely'
import type { Queries } from '#domain/platform/database/database.ts'
import type { Tables } from '#domain/platform/database/tables.ts'

type Row<Table extends keyof Tables> = Selectable<Tables[Table]>

/** Whole rows with these values. */
export async function findRows<Table extends keyof Tables>(
  queries: Queries,
  table: Table,
  values: Partial<Row<Table>> = {},
): Promise<Row<Table>[]> {
  return (await sql<Row<Table>>`select * from ${sql.table(table)} where ${has(values)}`.execute(queries)).rows
}

export async function findRow<Table extends keyof Tables>(
  queries: Queries,
  table: Table,
  values: Partial<Row<Table>>,
): Promise<Row<Table>> {
  const [row] = await findRows(queries, table, values)
  if (!row) throw new Error(`No row in ${table} has ${JSON.stringify(values)}`)
  return row
}

export async function updateRows<Table extends keyof Tables>(
  queries: Queries,
  table: Table,
  values: Partial<Row<Table>>,
  changes: Updateable<Tables[Table]>,
): Promise<void> {
  const set = Object.entries(changes).map(([column, value]) => sql`${sql.ref(column)} = ${value}`)
  await sql`update ${sql.table(table)} set ${sql.join(set)} where ${has(values)}`.execute(queries)
}

function has(values: object): RawBuilder<unknown> {
  const conditions = Object.entries(values).map(([column, value]) =>
    value === null ? sql`${sql.ref(column)} is null` : sql`${sql.ref(column)} = ${value}`,
  )
  return sql.join([sql`1 = 1`, ...conditions], sql` and `)
}
