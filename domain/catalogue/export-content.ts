import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { readPictureFile } from '#contract/uploaded-pictures.ts'
import type { Database, Queries } from '../database/connection.ts'
import { readPictureBytes } from '../pictures/pictures.ts'
import { inFileForm } from './checks.ts'
import { CONTENT_MODEL, CONTENT_TYPES, type ContentType } from './content-model.ts'
import { isPlainPath, readPicture } from './pictures.ts'
import { publishedRecords } from './publishing.ts'

export interface Exported {
  records: number
  pictures: number
  /** Pictures that are shown and stand nowhere. */
  missing: string[]
}

/** Writes what is published as the files it could have been loaded from; loading them changes nothing. */
export async function exportContent(database: Database, from: string, to: string): Promise<Exported> {
  const files = await database.snapshot(readFiles)
  await mkdir(to, { recursive: true })
  for (const [type, records] of files)
    await writeFile(path.join(to, `${type}.json`), `${JSON.stringify(records, null, 2)}\n`)
  const pictures = new Set(files.flatMap(([type, records]) => pathsIn(type, records)))
  const missing: string[] = []
  for (const picture of pictures) if (!(await copyPicture(database.queries, picture, from, to))) missing.push(picture)
  const records = files.reduce((sum, [, each]) => sum + (Array.isArray(each) ? each.length : 1), 0)
  return { records, pictures: pictures.size - missing.length, missing }
}

type FileOf = [type: ContentType, records: object | object[]]

async function readFiles(queries: Queries): Promise<FileOf[]> {
  const files: FileOf[] = []
  for (const type of CONTENT_TYPES) {
    const published = await publishedRecords(queries, type)
    const records = published.map(({ id, parts }) => inFileForm(type, id, parts))
    files.push([type, CONTENT_MODEL[type].isSingle ? (records[0] ?? {}) : records])
  }
  return files
}

function pathsIn(type: ContentType, records: object | object[]): string[] {
  const names = CONTENT_MODEL[type].fields.filter(({ kind }) => kind === 'picture' || kind === 'pictures')
  return [records]
    .flat()
    .flatMap((record) =>
      names
        .flatMap(({ name }) => (record as Record<string, unknown>)[name] ?? [])
        .flatMap((picture) => (typeof picture === 'string' ? picture : Object.values(picture as object))),
    )
}

async function copyPicture(queries: Queries, picture: string, from: string, to: string): Promise<boolean> {
  if (!isPlainPath(picture)) return false
  const bytes = (await readUploaded(queries, picture)) ?? (await readPicture(path.join(from, 'images'), picture))
  if (!bytes) return false
  const target = path.join(to, 'images', picture)
  await mkdir(path.dirname(target), { recursive: true })
  await writeFile(target, bytes)
  return true
}

async function readUploaded(queries: Queries, picture: string): Promise<Buffer | undefined> {
  const [, id = '', rest = ''] = /^uploads\/([\w-]{16})\/(.+)$/.exec(picture) ?? []
  const file = readPictureFile(`uploads/${rest}`)
  return file && readPictureBytes(queries, { id, fileWidth: file.fileWidth, format: file.format })
}
