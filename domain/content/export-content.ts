import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Database, Queries } from '../platform/database/database.ts'
import { makeFolder } from '../platform/make-folder.ts'
import { inFileForm } from './checks.ts'
import { uploadedAt } from './pictures/paths.ts'
import { exportPictures } from './pictures/picture-folder.ts'
import { isPlainPath, readPicture } from './pictures.ts'
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
  for (const [type, records] of files)
    await writeFile(path.join(to, `${type}.json`), `${JSON.stringify(records, null, 2)}\n`)
  const shown = files.flatMap(([type, records]) => picturesIn(type, records))
  const pictures = new Set(shown.filter((picture) => !uploadedAt(picture)))
  const uploaded = await exportPictures(database, to)
  const missing: string[] = []
  for (const picture of pictures) if (!(await copyPicture(picture, from, to))) missing.push(picture)
  const records = files.reduce((sum, [, each]) => sum + (Array.isArray(each) ? each.length : 1), 0)
  return { records, pictures: pictures.size - missing.length + uploaded, missing }
}

type FileOf = [type: ContentType, records: object | object[]]

async function readFiles(queries: Queries): Promise<FileOf[]> {
  const files: FileOf[] = []
  for (const type of CONTENT_TYPES) {
    const published = (await publishedRecords(queries, type)).toSorted((one, other) => one.position - other.position)
    const records = published.map(({ id, parts }) => inFileForm(type, id, parts))
    files.push([type, definitionOf(type).isSingle ? (records[0] ?? {}) : records])
  }
  return files
}

function picturesIn(type: ContentType, records: object | object[]): string[] {
  const names = definitionOf(type).fields.filter(({ kind }) => kind === 'picture' || kind === 'pictures')
  return [records]
    .flat()
    .flatMap((record) =>
      names
        .flatMap(({ name }) => (record as Record<string, unknown>)[name] ?? [])
        .flatMap((picture) => (typeof picture === 'string' ? picture : Object.values(picture as object))),
    )
}

async function copyPicture(picture: string, from: string, to: string): Promise<boolean> {
  const bytes = isPlainPath(picture) ? await readPicture(path.join(from, 'images'), picture) : undefined
  if (!bytes) return false
  const target = path.join(to, 'images', picture)
  await mkdir(path.dirname(target), { recursive: true })
  await writeFile(target, bytes)
  return true
}
