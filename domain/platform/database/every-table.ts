import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Queries } from './database.ts'
import { type TableShape, tableShapes } from './table-shapes.ts'

type AnyRow = Record<string, unknown>

export async function* readTable(
  queries: Queries,
  { name, columns, key, rowsAtOnce }: TableShape,
): AsyncGenerator<AnyRow[]> {
  const keys = sql.join(key.map((column) => sql.ref(column)))
  const wanted = sql.join(columns.map((column) => sql.ref(column)))
  for (let last: AnyRow | undefined, found = rowsAtOnce; found === rowsAtOnce; ) {
    const after = last ? sql`where (${keys}) > (${sql.join(key.map((column) => last?.[column]))})` : sql``
    const { rows } = await sql<AnyRow>`
      select ${wanted} from ${sql.table(name)} ${after} order by ${keys} limit ${sql.lit(rowsAtOnce)}
    `.execute(queries)
    found = rows.length
    last = rows.at(-1)
    if (found > 0) yield rows
  }
}

/** The tables of `to` are empty. */
export async function copyTables(
  from: Queries,
  to: Queries,
  tables: TableShape[],
  tellProgress: (rows: number) => void = () => {},
): Promise<void> {
  let copied = 0
  for (const table of tables)
    for await (const rows of readTable(from, table)) {
      await to
        .insertInto(table.name as never)
        .values(rows as never)
        .execute()
      copied += rows.length
      tellProgress(copied)
    }
}

export async function emptyTables(queries: Queries, tables: TableShape[]): Promise<void> {
  for (const { name } of tables.toReversed()) await queries.deleteFrom(name as never).execute()
}

interface TableFingerprint {
  rows: number
  hash: string
}

export type Fingerprint = Record<string, TableFingerprint>

/** Independent of the database and of the order of rows. */
export async function takeFingerprint(queries: Queries, tables?: TableShape[]): Promise<Fingerprint> {
  const fingerprint: Fingerprint = {}
  for (const table of tables ?? (await tableShapes())) {
    let rows = 0
    let sum = 0n
    for await (const some of readTable(queries, table)) {
      rows += some.length
      for (const row of some) sum = (sum + hashOf(row)) % HASHES
    }
    fingerprint[table.name] = { rows, hash: sum.toString(16).padStart(64, '0') }
  }
  return fingerprint
}

export function differences(one: Fingerprint, other: Fingerprint): string[] {
  return Object.keys({ ...one, ...other }).filter(
    (table) => one[table]?.rows !== other[table]?.rows || one[table]?.hash !== other[table]?.hash,
  )
}

export async function isEmpty(queries: Queries, tables: TableShape[]): Promise<boolean> {
  for (const table of tables) for await (const _ of readTable(queries, table)) return false
  return true
}

const HASHES = 2n ** 256n

function hashOf(row: AnyRow) {
  const columns = Object.keys(row)
    .sort()
    .map((name) => [name, Buffer.isBuffer(row[name]) ? sha256(row[name]) : row[name]])
  return BigInt(`0x${sha256(JSON.stringify(columns))}`)
}

function sha256(content: string | Buffer) {
  return createHash('sha256').update(content).digest('hex')
}
