import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Database, Queries } from '../platform/database/database.ts'
import { makeFolder } from '../platform/make-folder.ts'
import { writeArticleFiles } from './article-files.ts'
import { inFileForm, picturesIn } from './checks.ts'
import { isPlainPath, pathOfAddress, readPicture, uploadedAt } from './pictures/files.ts'
import { exportPictures } from './pictures/picture-folder.ts'
import { publishedRecords } from './published.ts'
import { CONTENT_TYPES, type ContentType, definitionOf } from './types/index.ts'

interface Exported {
  records: number
  pictures: number
  missing: string[]
}

/** Loading the written files again changes nothing. */
export async function exportContent(database: Database, from: string, to: string): Promise<Exported> {
  const files = await database.snapshot(readFiles)
  makeFolder(to)
  for (const { type, records } of files) {
    const { isSingle, starter = {} } = definitionOf(type)
    const content = isSingle ? (records[0] ?? starter) : await writeArticleFiles(type, records, to)
    await writeFile(path.join(to, `${type}.json`), `${JSON.stringify(content, null, 2)}\n`)
  }
  const shown = files.flatMap(({ pictures }) => pictures).filter((picture) => !uploadedAt(picture))
  const pictures = new Set(shown)
  const uploaded = await exportPictures(database, to)
  const missing: string[] = []
  for (const picture of pictures) if (!(await copyPicture(picture, from, to))) missing.push(picture)
  const records = files.reduce((sum, each) => sum + each.records.length, 0)
  return { records, pictures: pictures.size - missing.length + uploaded, missing }
}

async function readFiles(queries: Queries) {
  const files: { type: ContentType; records: object[]; pictures: string[] }[] = []
  for (const type of CONTENT_TYPES) {
    const published = (await publishedRecords(queries, type)).toSorted((one, other) => one.position - other.position)
    const shown = published.flatMap(({ parts }) => picturesIn(type, parts))
    files.push({
      type,
      records: published.map(({ id, parts }) => inFileForm(type, id, parts)),
      pictures: shown.map(({ address }) => pathOfAddress(address)),
    })
  }
  return files
}

async function copyPicture(picture: string, from: string, to: string): Promise<boolean> {
  const bytes = isPlainPath(picture) ? await readPicture(path.join(from, 'images'), picture) : undefined
  if (!bytes) return false
  const target = path.join(to, 'images', picture)
  await mkdir(path.dirname(target), { recursive: true })
  await writeFile(target, bytes)
  return true
}
