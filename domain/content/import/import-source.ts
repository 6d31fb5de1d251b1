import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { LANGUAGES } from '#texts/languages.ts'
import type { Database } from '../../platform/database/database.ts'
import { createRecord, saveDraft } from '../drafts.ts'
import { type ContentRecord, readRecord } from '../records.ts'
import { type Fields, type Part, SHARED } from '../types/definition.ts'
import { definitionOf } from '../types/index.ts'
import { type FoundJob, readJobBoard } from './board-jobs.ts'
import { type FoundArticle, type Importing, importArticles, planImport } from './import-articles.ts'
import type { Import, ImportKind, PlannedItem } from './imports.ts'
import { isArchive, unpack } from './unpack.ts'

export class UnknownFile extends Error {}

interface ImportSource {
  kind: ImportKind
  items: PlannedItem[]
  /** False where it ended early. What is there already stays as it is. */
  importNew(importing: Importing): Promise<boolean>
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
  const articles = await planImport(database, {
    ...(await articlesBelow(wanted, bytes, folder, first === '<')),
    language: wanted.language,
    author: '',
  })
  return {
    kind: 'notes',
    items: articles.map(itemOfArticle),
    importNew: async (importing) =>
      (await importArticles(database, articles, importing)) === articles.filter(({ isKnown }) => !isKnown).length,
  }
}

const BEGINNING = 200

const textOf = (bytes: Buffer) => bytes.toString('utf8').replace(/^\ufeff/, '')

/** An export may lie in an archive with its pictures. */
async function articlesBelow({ file_name }: Wanted, bytes: Buffer, folder: string, isXml: boolean) {
  if (isArchive(bytes)) {
    const files = await unpack(bytes, folder)
    const written = files.find((file) => /\.xml$/i.test(file))
    if (!written && !files.some((file) => MARKDOWN.test(file))) throw new UnknownFile()
    const uploads = files.find((file) => file.includes(`${path.sep}uploads${path.sep}`))
    const pictures = uploads?.slice(0, uploads.lastIndexOf(`${path.sep}uploads${path.sep}`) + '/uploads'.length)
    return { source: written ?? folder, pictures: pictures ?? folder }
  }
  if (!isXml && !MARKDOWN.test(file_name)) throw new UnknownFile()
  const texts = path.join(folder, 'texts')
  await mkdir(texts)
  const file = path.join(texts, isXml ? 'export.xml' : nameOfText(file_name))
  await writeFile(file, bytes)
  return { source: isXml ? file : texts, pictures: undefined }
}

const MARKDOWN = /\.(?:md|markdown)$/i

const nameOfText = (name: string) => name.replace(/[^\p{L}\p{N}._-]+/gu, '-').replace(/^\.+/, '')

const itemOfArticle = ({
  name,
  slug,
  texts,
  pictures,
  missing,
  isKnown,
  formerAddress,
}: FoundArticle): PlannedItem => ({
  name,
  key: slug,
  isKnown,
  languages: LANGUAGES.filter((language) => texts[language]),
  pictures: pictures.length,
  missingPictures: missing.slice(0, MAX_NAMED),
  unmapped: [],
  formerAddress,
})

const MAX_NAMED = 10

async function jobSource(database: Database, { language }: Wanted, jobs: FoundJob[]): Promise<ImportSource> {
  const taken = await takenRequisitions(database)
  const seen = new Set<string>()
  const planned = jobs.map((job) => {
    const isKnown = taken.has(job.requisition) || seen.has(job.requisition)
    seen.add(job.requisition)
    return { ...job, isKnown }
  })
  return {
    kind: 'jobs',
    items: planned.map(({ title, requisition, isKnown, unmapped }) => ({
      name: title,
      key: requisition,
      isKnown,
      languages: [language],
      pictures: 0,
      missingPictures: [],
      unmapped,
      formerAddress: '',
    })),
    async importNew({ author, now, onImported }) {
      let imported = 0
      const fresh = planned.filter(({ isKnown }) => !isKnown)
      for (const { requisition, shared, text } of fresh) {
        await database.write(async (queries) => {
          const id = await createRecord(queries, 'jobs', { author, now })
          const { parts } = (await readRecord(queries, 'jobs', id)) as ContentRecord
          const written: [Part, Partial<Fields>][] = [
            [SHARED, { ...shared, requisition }],
            [language, text],
          ]
          const changes = written.map(([part, fields]) => ({ part, fields, version: parts[part].version }))
          await saveDraft(queries, 'jobs', id, changes, { author, now })
        })
        imported++
        if (onImported && !(await onImported(imported))) break
      }
      return imported === fresh.length
    },
  }
}

/** Also of drafts: a number names one job. */
async function takenRequisitions({ queries }: Database): Promise<ReadonlySet<string>> {
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
