import { randomUUID } from 'node:crypto'
import type { Language } from '#texts/languages.ts'
import type { Queries, Row } from '../../platform/database/database.ts'
import { DAY } from '../../platform/durations.ts'
import { enqueue } from '../../platform/jobs/queue.ts'

/** Files that editors hand in at the desk: read first, then imported as drafts if they wish so. */

export const MAX_IMPORT_BYTES = 25 * 1024 * 1024
/** Uploaded files that are never imported are forgotten, and so are the lists of finished imports. */
const IMPORT_DAYS = 30

export interface PlannedItem {
  name: string
  /** The end of its address, or the job's number. */
  key: string
  /** Whether the desk has it already: it stays as it is. */
  isKnown: boolean
  languages: Language[]
  pictures: number
  missingPictures: string[]
  unmapped: string[]
  formerAddress: string
}

export type ImportKind = 'notes' | 'jobs'
export interface Import extends Omit<ImportRow, 'bytes' | 'plan'> {
  plan: PlannedItem[]
}

type ImportRow = Row<'content_imports'>

const COLUMNS = [
  'id',
  'file_name',
  'language',
  'status',
  'kind',
  'failure',
  'done',
  'total',
  'created_at',
  'created_by',
] as const

interface Added {
  fileName: string
  language: Language
  bytes: Buffer
  author: string
}

export async function addImport(queries: Queries, { fileName, language, bytes, author }: Added, now: Date) {
  const id = randomUUID()
  const row = {
    id,
    file_name: fileName,
    language,
    bytes,
    status: 'reading' as const,
    kind: null,
    failure: null,
    plan: '[]',
    done: 0,
    total: 0,
    created_at: now.toISOString(),
    created_by: author,
  }
  await queries.insertInto('content_imports').values(row).execute()
  await enqueueImport(queries, id, now)
  return id
}

export const enqueueImport = (queries: Queries, id: string, now: Date) =>
  enqueue(queries, 'content-import', {
    id: `content-import.${id}`,
    payload: { importId: id } satisfies ImportPayload,
    now,
  })

export interface ImportPayload {
  importId: string
}

export const listImports = (queries: Queries) =>
  queries.selectFrom('content_imports').select(COLUMNS).orderBy('created_at', 'desc').orderBy('id').execute()

export async function findImport(queries: Queries, id: string): Promise<Import | undefined> {
  const row = await queries
    .selectFrom('content_imports')
    .select([...COLUMNS, 'plan'])
    .where('id', '=', id)
    .executeTakeFirst()
  return row && { ...row, plan: JSON.parse(row.plan) as PlannedItem[] }
}

export async function readImportFile(queries: Queries, id: string): Promise<Buffer | undefined> {
  const row = await queries.selectFrom('content_imports').select('bytes').where('id', '=', id).executeTakeFirst()
  return row?.bytes ?? undefined
}

export const changeImport = (queries: Queries, id: string, changes: Partial<ImportRow>) =>
  queries.updateTable('content_imports').set(changes).where('id', '=', id).execute()

export const countImported = (queries: Queries, id: string) =>
  queries
    .updateTable('content_imports')
    .set((row) => ({ done: row('done', '+', 1) }))
    .where('id', '=', id)
    .execute()

/** False if it is not ready, or a colleague was quicker. */
export async function beginImport(queries: Queries, id: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await queries
    .updateTable('content_imports')
    .set({ status: 'importing' })
    .where('id', '=', id)
    .where('status', '=', 'ready')
    .where('total', '>', 0)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) return false
  await enqueueImport(queries, id, now)
  return true
}

/** Given up for now: the list of stuck jobs has it. */
export const isStuck = ({ status, failure }: Pick<ImportRow, 'status' | 'failure'>) =>
  failure !== null && status !== 'failed'

/** Drafts that were made of it stay. */
export async function removeImport(queries: Queries, id: string): Promise<boolean> {
  await queries.deleteFrom('queued_jobs').where('id', '=', `content-import.${id}`).execute()
  const { numDeletedRows } = await queries.deleteFrom('content_imports').where('id', '=', id).executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

export async function forgetOldImports(queries: Queries, now: Date): Promise<void> {
  const before = new Date(now.getTime() - IMPORT_DAYS * DAY).toISOString()
  await queries.deleteFrom('content_imports').where('created_at', '<', before).execute()
}
