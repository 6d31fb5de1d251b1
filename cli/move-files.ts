import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '#domain/platform/database/database.ts'
import { shrinkSqlite } from '#domain/platform/database/sqlite.ts'
import { deleteQueuedFiles, enqueueFileDeletions } from '#domain/platform/file-deletions.ts'
import { putObject } from '#domain/platform/storage/files.ts'
import type { ObjectStore } from '#domain/platform/storage/kept-files.ts'
import {
  FILE_COLUMNS,
  FILE_TABLES,
  FileLost,
  type FileTable,
  inRow,
  type KeptFile,
} from '#domain/platform/storage/kept-files.ts'
import { SettingsError } from '#settings/settings.ts'
import { type Command, counted, NotDone, UsageError } from './command.ts'
import { withDatabase } from './open-database.ts'

const DIRECTIONS = ['to-storage', 'to-database'] as const
type Direction = (typeof DIRECTIONS)[number]

const WORDS: Record<FileTable, string> = {
  cvs: 'CVs',
  picture_files: 'picture files',
  attachments: 'files of letters and replies',
  incoming_mails: 'mails not read yet',
}

/** `npm run move-files`. Each file moves in a transaction of its own, so it can be stopped at any time. */
export const moveFiles: Command = {
  takes: `<${DIRECTIONS.join('|')}>`,
  summary:
    'moves CVs and pictures from the database to the object storage of STORAGE_URL, or back, while the server runs; checks each copy before it deletes the original, and continues where it was stopped',
  examples: [...DIRECTIONS],

  async run(call) {
    const { words, terminal, config, now } = call
    const direction = DIRECTIONS.find((each) => each === words[0])
    if (!direction) throw new UsageError(`Say where: ${DIRECTIONS.join(' or ')}.`)
    if (!config.storage) throw new SettingsError('STORAGE_URL', 'names the storage to move to, or from')
    if (direction === 'to-database' && config.storage.newFiles === 'storage')
      terminal.remark(
        'New files still go to the storage: add new=database to STORAGE_URL and restart the server first, or move again at the end.',
      )
    return withDatabase(call, async (database) => {
      let lost = 0
      for (const table of FILE_TABLES) {
        const moved = await moveTable(database, table, direction, {
          onMoved: (count, total) => terminal.progress(count, total),
          onLost(error) {
            lost++
            terminal.remark(`${error.message}. Its row was left as it is.`)
          },
        })
        terminal.print(`${moved} ${WORDS[table]} moved ${direction.replace('-', ' the ')}.`)
      }
      if (direction === 'to-storage' && database.kind === 'sqlite')
        await shrinkSqlite(database.queries).catch((error: Error) =>
          terminal.remark(`The file of the database keeps its size for now (${error.message}).`),
        )
      await database.forgetDeleted()
      const { left, reason } = await deleteQueuedFiles(database, now)
      if (left > 0)
        terminal.remark(`Still to be deleted: ${counted(left, 'object')} (${reason}). The server keeps trying.`)
      if (lost > 0) throw new NotDone()
    })
  },
}

const KEY_COLUMNS = {
  cvs: ['submission_id'],
  picture_files: ['picture_id', 'width', 'format'],
  attachments: ['id'],
  incoming_mails: ['id'],
} as const

async function moveTable(
  database: Database,
  table: FileTable,
  direction: Direction,
  { onMoved, onLost }: { onMoved(count: number, total: number): void; onLost(error: FileLost): void },
) {
  const objects = database.files.objects as ObjectStore
  const folder = (await database.files.folder()) + table
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${sql.table(table)} where ${isToBeMoved()}`.execute(database.queries)
  const total = Number(rows[0]?.count)
  let moved = 0
  for await (const key of keysOfRows()) {
    const file = await readRow(key)
    if (!file) continue
    try {
      if (await moveFile(key, file)) onMoved(++moved, total)
    } catch (error) {
      if (!(error instanceof FileLost)) throw error
      onLost(error)
    }
  }
  return moved

  /** False if the file was replaced or erased meanwhile; the copy is swept later. */
  async function moveFile(key: Key, file: StoredRow): Promise<boolean> {
    const bytes = await database.files.read(file)
    if (file.sha256 && sha256(bytes) !== file.sha256) throw new FileLost(`The CV of row ${key[0]} is damaged`)
    const target = direction === 'to-storage' ? await putObject(objects, folder, bytes) : inRow(bytes)
    if (!(await database.files.read(target)).equals(bytes))
      throw new FileLost(`${target.object_key} came back different`)
    return database.write(async (queries) => {
      const { numUpdatedRows } = await queries
        .updateTable(table)
        .set(target)
        .where(isRow(key))
        .where((row) =>
          file.object_key === null ? row('object_key', 'is', null) : row('object_key', '=', file.object_key),
        )
        .$if(file.sha256 !== undefined, (query) => query.where(sql.ref('sha256'), '=', file.sha256))
        .executeTakeFirstOrThrow()
      if (numUpdatedRows === 0n) return false
      await enqueueFileDeletions(queries, [file.object_key])
      return true
    })
  }

  async function* keysOfRows(): AsyncGenerator<Key> {
    const columns = sql.join(KEY_COLUMNS[table].map((column) => sql.ref(column)))
    for (let last: Key | undefined, found = ROWS_AT_ONCE; found === ROWS_AT_ONCE; ) {
      const after = last ? sql`and (${columns}) > (${sql.join(last)})` : sql``
      const { rows } = await sql<Record<string, string | number>>`
        select ${columns} from ${sql.table(table)} where ${isToBeMoved()} ${after}
        order by ${columns} limit ${ROWS_AT_ONCE}`.execute(database.queries)
      const keys = rows.map((row) => KEY_COLUMNS[table].map((column) => row[column] as string | number))
      yield* keys
      found = keys.length
      last = keys.at(-1)
    }
  }

  function isToBeMoved() {
    return direction === 'to-storage' ? sql`object_key is null` : sql`object_key is not null`
  }

  async function readRow(key: Key): Promise<StoredRow | undefined> {
    const columns = [...FILE_COLUMNS, ...(table === 'cvs' ? (['sha256'] as const) : [])]
    return (await database.queries
      .selectFrom(table)
      .select(columns as never)
      .where(isRow(key))
      .executeTakeFirst()) as StoredRow | undefined
  }

  function isRow(key: Key) {
    return sql<boolean>`(${sql.join(KEY_COLUMNS[table].map((column) => sql.ref(column)))}) = (${sql.join(key)})`
  }
}

type Key = (string | number)[]
/** Pictures have no hash in their row: their objects are authenticated by the seal. */
type StoredRow = KeptFile & { sha256?: string }

const ROWS_AT_ONCE = 500

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
