import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Queries } from './connection.ts'
import type { Tables } from './tables.ts'

export type TableName = keyof Tables
export type AnyRow = Record<string, unknown>

interface TableReading {
  key: string[]
  rowsAtOnce?: number
}

/** In an order in which every row finds what it refers to; by which columns each is walked. */
export const EVERY_TABLE: Record<TableName, TableReading> = {
  content_version: { key: ['id'] },
  services: { key: ['id'] },
  projects: { key: ['id'] },
  project_listings: { key: ['category_id', 'project_id'] },
  categories: { key: ['id'] },
  jobs: { key: ['id'] },
  reviews: { key: ['position'] },
  team_members: { key: ['position'] },
  contact_info: { key: ['id'] },
  submissions: { key: ['id'] },
  submission_answers: { key: ['submission_id', 'field'] },
  // Each may be as large as CV_MAX_MB allows.
  cvs: { key: ['submission_id'], rowsAtOnce: 4 },
  cv_inspections: { key: ['submission_id'] },
  idempotency_keys: { key: ['key'] },
  mail_outbox: { key: ['id'] },
  audit_trail: { key: ['id'] },
  daily_jobs: { key: ['name'] },
  people: { key: ['id'] },
  passkeys: { key: ['id'] },
  passkey_challenges: { key: ['id_hash'] },
  recovery_codes: { key: ['hash'] },
  sessions: { key: ['id'] },
  known_devices: { key: ['hash'] },
  invitations: { key: ['id'] },
  setup_codes: { key: ['hash'] },
  sign_in_tries: { key: ['key'] },
}

export const TABLE_NAMES = Object.keys(EVERY_TABLE) as TableName[]

const ROWS_AT_ONCE = 500

/** All rows of a table, a few at a time. */
export async function* readTable(queries: Queries, table: TableName): AsyncGenerator<AnyRow[]> {
  const { key, rowsAtOnce = ROWS_AT_ONCE } = EVERY_TABLE[table]
  const columns = sql.join(key.map((name) => sql.ref(name)))
  for (let last: AnyRow | undefined, found = rowsAtOnce; found === rowsAtOnce; ) {
    const after = last ? sql`where (${columns}) > (${sql.join(key.map((name) => last?.[name]))})` : sql``
    const { rows } = await sql<AnyRow>`
      select * from ${sql.table(table)} ${after} order by ${columns} limit ${sql.lit(rowsAtOnce)}
    `.execute(queries)
    found = rows.length
    last = rows.at(-1)
    if (found > 0) yield rows
  }
}

export interface TableFingerprint {
  rows: number
  hash: string
}

export type Fingerprint = Record<string, TableFingerprint>

/** The same rows have the same fingerprint on SQLite and PostgreSQL, in whatever order each keeps them. */
export async function takeFingerprint(
  queries: Queries,
  tables: readonly TableName[] = TABLE_NAMES,
): Promise<Fingerprint> {
  const fingerprint: Fingerprint = {}
  for (const table of tables) {
    let rows = 0
    let sum = 0n
    for await (const some of readTable(queries, table)) {
      rows += some.length
      for (const row of some) sum = (sum + hashOf(row)) % HASHES
    }
    fingerprint[table] = { rows, hash: sum.toString(16).padStart(64, '0') }
  }
  return fingerprint
}

export function differences(one: Fingerprint, other: Fingerprint): string[] {
  return Object.keys({ ...one, ...other }).filter(
    (table) => one[table]?.rows !== other[table]?.rows || one[table]?.hash !== other[table]?.hash,
  )
}

export async function isEmpty(queries: Queries): Promise<boolean> {
  for (const table of TABLE_NAMES) for await (const _ of readTable(queries, table)) return false
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
