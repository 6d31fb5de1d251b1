import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Language } from '#texts/languages.ts'
import type { Database, Queries } from '../../platform/database/database.ts'
import { createRecord, saveDraft } from '../drafts.ts'
import { lockPublished } from '../published.ts'
import { type ContentRecord, readRecord } from '../records.ts'
import { type Fields, type Part, SHARED } from '../types/definition.ts'
import { definitionOf } from '../types/index.ts'
import { type FoundJob, readJobBoard } from './board-jobs.ts'
import { type Imported, type Importing, importArticles, type PlannedArticle, planImport } from './import-articles.ts'
import type { Import, ImportKind, PlannedItem } from './imports.ts'
import { RefusedFile } from './refused-file.ts'
import { isArchive, unpack } from './unpack.ts'

interface ImportSource {
  kind: ImportKind
  plan(): Promise<PlannedItem[]>
  /** Known records stay as they are. */
  importNew(importing: Importing): Promise<Imported>
}

type Wanted = Pick<Import, 'file_name' | 'language'>

/** Reads the file; its pieces lie in the folder, which the caller removes. */
export async function openImportSource(
  database: Database,
  wanted: Wanted,
  bytes: Buffer,
  folder: string,
): Promise<ImportSource> {
  const [first] = bytes
    .subarray(0, BEGINNING)
    .toString('utf8')
    .replace(/^\ufeff/, '')
    .trimStart()
  if (first === '{' || first === '[') return jobSource(database, wanted, readJobBoard(textOf(bytes)))
  const options = { ...(await articlesBelow(wanted, bytes, folder, first === '<')), language: wanted.language }
  return {
    kind: 'notes',
    plan: async () => (await planImport(database, options)).map(itemOfArticle),
    importNew: (importing) => importArticles(database, options, importing),
  }
}

const BEGINNING = 200

const textOf = (bytes: Buffer) => bytes.toString('utf8').replace(/^\ufeff/, '')

/** An export may lie in an archive with its pictures. */
async function articlesBelow({ file_name }: Wanted, bytes: Buffer, folder: string, isXml: boolean) {
  if (isArchive(bytes)) {
    const files = await unpack(bytes, folder)
    // A large site is exported in several files.
    const exported = files.filter((file) => /\.xml$/i.test(file)).toSorted()
    if (exported.length === 0 && !files.some((file) => MARKDOWN.test(file))) throw new RefusedFile('unknownFile')
    const uploads = files.find((file) => file.includes(`${path.sep}uploads${path.sep}`))
    const pictures = uploads?.slice(0, uploads.lastIndexOf(`${path.sep}uploads${path.sep}`) + '/uploads'.length)
    return { source: exported.length > 0 ? exported : folder, pictures: pictures ?? folder }
  }
  if (!isXml && !MARKDOWN.test(file_name)) throw new RefusedFile('unknownFile')
  const texts = path.join(folder, 'texts')
  await mkdir(texts)
  const file = path.join(texts, isXml ? 'export.xml' : nameOfText(file_name))
  await writeFile(file, bytes)
  return { source: isXml ? file : texts, pictures: undefined }
}

const MARKDOWN = /\.(?:md|markdown)$/i

/** Short enough for a file system that counts bytes. */
const nameOfText = (name: string) =>
  name
    .slice(-60)
    .replace(/[^\p{L}\p{N}._-]+/gu, '-')
    .replace(/^\.+/, '')

const itemOfArticle = ({
  name,
  slug,
  languages,
  pictures,
  missing,
  isKnown,
  formerAddress,
}: PlannedArticle): PlannedItem => ({
  name,
  key: slug,
  isKnown,
  languages,
  pictures: pictures.length,
  missingPictures: missing.slice(0, MAX_NAMED),
  unmapped: [],
  formerAddress,
})

const MAX_NAMED = 10

function jobSource(database: Database, { language }: Wanted, jobs: FoundJob[]): ImportSource {
  return {
    kind: 'jobs',
    async plan() {
      const taken = new Set(await takenRequisitions(database.queries))
      return jobs.map(({ title, requisition, unmapped }) => {
        const isKnown = taken.has(requisition)
        taken.add(requisition)
        return {
          ...{ name: title, key: requisition, isKnown, languages: [language], unmapped },
          ...{ pictures: 0, missingPictures: [], formerAddress: '' },
        }
      })
    },
    async importNew(importing) {
      const taken = await takenRequisitions(database.queries)
      let count = 0
      for (const job of jobs) {
        if (taken.has(job.requisition)) continue
        if (await database.write((queries) => storeJob(queries, job, language, importing))) count++
        if (importing.mayGoOn?.() === false) return { count, isWhole: false }
      }
      return { count, isWhole: true }
    },
  }
}

/** False if it is there already. */
async function storeJob(
  queries: Queries,
  { requisition, shared, text }: FoundJob,
  language: Language,
  { author, now, onStored }: Importing,
): Promise<boolean> {
  await lockPublished(queries)
  if ((await takenRequisitions(queries)).has(requisition)) return false
  const id = await createRecord(queries, 'jobs', { author, now })
  const { parts } = (await readRecord(queries, 'jobs', id)) as ContentRecord
  const written: [Part, Partial<Fields>][] = [
    [SHARED, { ...shared, requisition }],
    [language, text],
  ]
  const changes = written.map(([part, fields]) => ({ part, fields, version: parts[part].version }))
  await saveDraft(queries, 'jobs', id, changes, { author, now })
  await onStored?.(queries)
  return true
}

/** Also of drafts: a number names one job. */
async function takenRequisitions(queries: Queries): Promise<ReadonlySet<string>> {
  const given = (await definitionOf('jobs').permanent?.given(queries)) ?? []
  const drafts = await queries
    .selectFrom('content_revisions')
    .select('fields')
    .where((row) => row.and({ type: 'jobs', part: SHARED }))
    .execute()
  return new Set([
    ...given.map(({ value }) => value),
    ...drafts.map(({ fields }) => String(JSON.parse(fields).requisition ?? '')),
  ])
}
