import { createHash } from 'node:crypto'
import { Kysely, SqliteDialect, sql } from 'kysely'
import type { Queries } from './database.ts'
import { MIGRATIONS, migrate } from './migrate.ts'
import type { Migration } from './migrations/migration.ts'
import BetterSqlite from './sqlite-driver.ts'
import type { Tables } from './tables.ts'

export interface TableShape {
  readonly name: string
  readonly columns: readonly string[]
  readonly key: readonly string[]
  readonly rowsAtOnce: number
}

// SQLite takes at most 32,766 values in one statement; files may each be as large as CV_MAX_MB allows.
const MAX_ROWS_AT_ONCE = 500
const MAX_VALUES_AT_ONCE = 30_000
const FILES_AT_ONCE = 4

/** Found by migrating in memory: the schema of a database or a backup is not trusted. Each after those it refers to. */
export async function tableShapes(migrations = MIGRATIONS): Promise<TableShape[]> {
  const key = Object.keys(migrations).join()
  const shapes = shapesKnown.get(key) ?? (await findShapes(migrations))
  shapesKnown.set(key, shapes)
  return [...shapes]
}

const shapesKnown = new Map<string, readonly TableShape[]>()

async function findShapes(migrations: Record<string, Migration>): Promise<TableShape[]> {
  const memory = new BetterSqlite(':memory:')
  const queries = new Kysely<Tables>({ dialect: new SqliteDialect({ database: memory }) })
  try {
    await migrate({ kind: 'sqlite', exclusively: (work) => queries.connection().execute(work) }, { migrations })
    const { rows: tables } = await sql<{ name: string }>`
      select sqlite_master.name from sqlite_master
      inner join pragma_table_list as list on list.name = sqlite_master.name and list.schema = 'main'
      where list.type = 'table' and sqlite_master.name not like 'sqlite\\_%' escape '\\'
        and sqlite_master.name <> 'migrations'
      order by sqlite_master.rowid`.execute(queries)
    const names = tables.map(({ name }) => name).filter((name) => !isDerived(name))
    const referred = new Map<string, string[]>()
    for (const name of names) referred.set(name, await tablesReferredTo(queries, name))
    return await Promise.all(inOrder(names, referred).map((name) => shapeOf(queries, name)))
  } finally {
    await queries.destroy()
  }
}

/** Counted from the others again. Triggers fill them while those are copied. */
const DERIVED = ['report_changes', 'report_state', 'report_sums'] as const

const isDerived = (table: string) => DERIVED.some((each) => each === table)

async function tablesReferredTo(queries: Kysely<Tables>, table: string) {
  const { rows } = await sql<{ table: string }>`select "table" from pragma_foreign_key_list(${table})`.execute(queries)
  return rows.map(({ table: referred }) => referred).filter((referred) => referred !== table)
}

function inOrder(names: string[], referred: Map<string, string[]>) {
  const ordered = new Set<string>()
  const add = (name: string) => {
    if (ordered.has(name)) return
    for (const other of referred.get(name) ?? []) add(other)
    ordered.add(name)
  }
  for (const name of names) add(name)
  return [...ordered]
}

async function shapeOf(queries: Kysely<Tables>, table: string): Promise<TableShape> {
  const { rows } = await sql<{ name: string; type: string; pk: number; hidden: number }>`
    select name, type, pk, hidden from pragma_table_xinfo(${table})`.execute(queries)
  const stored = rows.filter(({ hidden }) => hidden === 0)
  const columns = stored.map(({ name }) => name)
  const key = stored
    .filter(({ pk }) => pk > 0)
    .sort((one, other) => one.pk - other.pk)
    .map(({ name }) => name)
  const hasFiles = stored.some(({ type }) => type.toLowerCase() === 'blob')
  const rowsAtOnce = Math.min(MAX_ROWS_AT_ONCE, Math.floor(MAX_VALUES_AT_ONCE / columns.length))
  return { name: table, columns, key, rowsAtOnce: hasFiles ? FILES_AT_ONCE : rowsAtOnce }
}

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
  // A backup of an earlier release has none of them.
  const hasReports = tables.some(({ columns }) => columns.includes('first_answer_at'))
  if (hasReports) for (const table of DERIVED) await to.deleteFrom(table).execute()
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

/** A note of the release that made the tables is no content. */
export async function isEmpty(queries: Queries, tables: TableShape[]): Promise<boolean> {
  for (const table of tables.filter(({ name }) => name !== 'releases'))
    for await (const _ of readTable(queries, table)) return false
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
