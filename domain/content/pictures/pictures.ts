import { createHash, randomUUID } from 'node:crypto'
import type { Selectable } from 'kysely'
import {
  addressOfPicture,
  type Focus,
  MIDDLE,
  type PictureFormat,
  readPictureAddress,
} from '#contract/uploaded-pictures.ts'
import { inEachLanguage, LANGUAGES, type Language } from '#texts/languages.ts'
import type { Database, Queries } from '../../platform/database/database.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { oweDeletions } from '../../platform/storage/deletions.ts'
import { FILE_COLUMNS, type Files, inRow, type KeptFile } from '../../platform/storage/kept-files.ts'
import { partsWithRevisions } from '../parts-with-revisions.ts'
import type { PreparedPicture } from './prepare.ts'

export interface Picture {
  id: string
  name: string
  width: number
  height: number
  focus: Focus
  /** Empty where nobody has written any. */
  words: Record<Language, string>
  isDecorative: boolean
  /** Bytes of all its files. */
  size: number
  uploadedAt: string
  uploadedBy: string | null
  version: number
}

/** Where the site shows it. */
export interface PictureUse {
  type: Showing
  id: number
  title: Record<Language, string>
  /** Nobody but the editors sees it there yet. */
  isDraft: boolean
}

type PictureRow = Selectable<Tables['pictures']>

const ID_LENGTH = 16

/** The same file is the same picture. */
export const idOfPicture = (bytes: Uint8Array) =>
  createHash('sha256').update(bytes).digest('base64url').slice(0, ID_LENGTH)

/** The newest first. */
export async function listPictures(queries: Queries): Promise<Picture[]> {
  const rows = await queries.selectFrom('pictures').selectAll().orderBy('uploaded_at', 'desc').orderBy('id').execute()
  const words = await queries.selectFrom('picture_words').selectAll().execute()
  const wordsOf = new Map<string, typeof words>()
  for (const each of words) wordsOf.set(each.picture_id, [...(wordsOf.get(each.picture_id) ?? []), each])
  return rows.map((row) => toPicture(row, wordsOf.get(row.id) ?? []))
}

export async function findPicture(queries: Queries, id: string): Promise<Picture | undefined> {
  const row = await queries.selectFrom('pictures').selectAll().where('id', '=', id).executeTakeFirst()
  const words = await queries.selectFrom('picture_words').selectAll().where('picture_id', '=', id).execute()
  return row && toPicture(row, words)
}

function toPicture(row: PictureRow, words: Selectable<Tables['picture_words']>[]): Picture {
  const { id, name, width, height, size, version } = row
  return {
    id,
    name,
    width,
    height,
    focus: { x: row.focus_x, y: row.focus_y },
    words: inEachLanguage((language) => words.find((each) => each.language === language)?.words ?? ''),
    isDecorative: row.is_decorative === 1,
    size,
    uploadedAt: row.uploaded_at,
    uploadedBy: row.uploaded_by,
    version,
  }
}

interface Upload {
  id: string
  name: string
  prepared: PreparedPicture
  /** Where the bytes of each of its files are kept, in their order; in the database where nothing is said. */
  kept?: KeptFile[] | undefined
  uploadedBy: string | null
}

/** Before the transaction that adds the picture. */
export const keepPictureFiles = (files: Files, { files: prepared }: PreparedPicture): Promise<KeptFile[]> =>
  Promise.all(prepared.map(({ bytes }) => files.keep('picture_files', Buffer.from(bytes))))

/** One that is there already stays as it is. */
export async function addPicture(queries: Queries, { id, name, prepared, kept, uploadedBy }: Upload, now: Date) {
  const { width, height, files } = prepared
  const { numInsertedOrUpdatedRows = 0n } = await queries
    .insertInto('pictures')
    .values({
      id,
      name,
      width,
      height,
      focus_x: MIDDLE.x,
      focus_y: MIDDLE.y,
      is_decorative: 0,
      size: files.reduce((sum, { bytes }) => sum + bytes.length, 0),
      uploaded_at: now.toISOString(),
      uploaded_by: uploadedBy,
      version: 1,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirstOrThrow()
  if (numInsertedOrUpdatedRows === 0n) return
  for (const [index, { width: fileWidth, format, bytes }] of files.entries())
    await queries
      .insertInto('picture_files')
      .values({ picture_id: id, width: fileWidth, format, ...(kept?.[index] ?? inRow(Buffer.from(bytes))) })
      .execute()
}

type PictureChanges = Pick<Picture, 'words' | 'isDecorative' | 'focus'>

/** Everywhere it is shown, too. False if there is none of this id and version. */
export async function changePicture(
  queries: Queries,
  { id, version }: Pick<Picture, 'id' | 'version'>,
  { words, isDecorative, focus }: PictureChanges,
): Promise<boolean> {
  const { numUpdatedRows } = await queries
    .updateTable('pictures')
    .set({ focus_x: focus.x, focus_y: focus.y, is_decorative: isDecorative ? 1 : 0, version: version + 1 })
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) return false
  await queries.deleteFrom('picture_words').where('picture_id', '=', id).execute()
  const written = LANGUAGES.filter((language) => words[language] !== '')
  for (const language of written)
    await queries.insertInto('picture_words').values({ picture_id: id, language, words: words[language] }).execute()
  await showChanges(queries, (await findPicture(queries, id)) as Picture)
  return true
}

/** False if there is none of this id and version. Whoever asks has seen to it that nothing shows it. */
export async function removePicture(
  queries: Queries,
  { id, version }: Pick<Picture, 'id' | 'version'>,
): Promise<boolean> {
  // Until the transaction ends nobody else changes it.
  const { numUpdatedRows } = await queries
    .updateTable('pictures')
    .set({ version })
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) return false
  const objects = await queries.selectFrom('picture_files').select('object_key').where('picture_id', '=', id).execute()
  await oweDeletions(
    queries,
    objects.map(({ object_key }) => object_key),
  )
  await queries.deleteFrom('pictures').where('id', '=', id).execute()
  return true
}

export async function readPictureBytes(
  { queries, files }: Pick<Database, 'queries' | 'files'>,
  { id, fileWidth, format }: { id: string; fileWidth: number; format: PictureFormat },
): Promise<Buffer | undefined> {
  const file = await queries
    .selectFrom('picture_files')
    .select(FILE_COLUMNS)
    .where('picture_id', '=', id)
    .where('width', '=', fileWidth)
    .where('format', '=', format)
    .executeTakeFirst()
  return file && files.read(file)
}

/** As pages and the guest API have it. Words only where somebody wrote some: a decoration has none. */
interface ShownPicture {
  url: string
  alt?: string
}

function shownPicture(picture: Picture, language: Language): ShownPicture {
  const alt = picture.isDecorative ? '' : picture.words[language]
  return { url: addressOfPicture(picture), ...(alt && { alt }) }
}

/** Where pages take pictures from, and how each column keeps them: as a list, or as one address. */
const SHOWING = {
  projects: { images: 'list', icon_image: 'address' },
  services: { images: 'list' },
} as const satisfies Record<string, Record<string, 'list' | 'address'>>

type Showing = keyof typeof SHOWING
const SHOWING_TABLES = Object.keys(SHOWING) as Showing[]

/** Every column of both languages that may name a picture. */
const columnsOf = (type: Showing) =>
  Object.entries(SHOWING[type]).flatMap(([column, kind]) =>
    LANGUAGES.map((language) => ({ name: `${column}_${language}` as 'images_en', kind, language })),
  )

const shownIn = (text: string, kind: 'list' | 'address'): ShownPicture[] =>
  kind === 'list' ? JSON.parse(text) : [{ url: text }]

/** Rows that are about to be shown, with what is known of the pictures in them by now. */
export async function withPictures<Row extends object>(queries: Queries, type: string, rows: Row[]): Promise<Row[]> {
  if (!isShowing(type) || !rows.some((row) => JSON.stringify(row).includes(UPLOADS))) return rows
  const pictures = new Map((await listPictures(queries)).map((picture) => [picture.id, picture]))
  return rows.map((row) => ({ ...row, ...renewed(type, row as Record<string, string>, pictures) }))
}

const UPLOADS = '/uploads/'
const isShowing = (type: string): type is Showing => type in SHOWING

function renewed(type: Showing, row: Record<string, string>, pictures: ReadonlyMap<string, Picture>) {
  const columns = columnsOf(type).map(({ name, kind, language }) => {
    const shown = shownIn(row[name] as string, kind).map((each) => {
      const picture = pictures.get(readPictureAddress(each.url)?.id ?? '')
      return picture ? shownPicture(picture, language) : each
    })
    return [name, kind === 'list' ? JSON.stringify(shown) : (shown[0] as ShownPicture).url]
  })
  return Object.fromEntries(columns) as Record<string, string>
}

/** By the id of the picture: where it is shown, and where a draft would show it. */
export async function listUses(queries: Queries): Promise<Map<string, PictureUse[]>> {
  const uses = new Map<string, PictureUse[]>()
  const add = (use: PictureUse, addresses: string[]) => {
    for (const id of new Set(addresses.flatMap((address) => readPictureAddress(address)?.id ?? []))) {
      const known = uses.get(id) ?? []
      if (!known.some((each) => each.type === use.type && each.id === use.id)) uses.set(id, [...known, use])
    }
  }
  for (const type of SHOWING_TABLES) {
    const columns = columnsOf(type)
    const titles = LANGUAGES.map((language) => `title_${language}` as const)
    const rows = await queries
      .selectFrom(type)
      .select(['id', ...titles, ...columns.map(({ name }) => name)])
      .where((row) => row.or(columns.map(({ name }) => row(name, 'like', `%${UPLOADS}%`))))
      .orderBy('id')
      .execute()
    for (const row of rows) {
      const title = inEachLanguage((language) => row[`title_${language}`])
      const shown = columns.flatMap(({ name, kind }) => shownIn(row[name], kind))
      add(
        { type, id: row.id, title, isDraft: false },
        shown.map(({ url }) => url),
      )
    }
    for (const { id, title, addresses } of await draftsWithPictures(queries, type))
      add({ type, id, title, isDraft: true }, addresses)
  }
  return uses
}

/** What somebody is writing, or has written for a later day. */
async function draftsWithPictures(queries: Queries, type: Showing) {
  const drafts = await partsWithRevisions(queries)
    .where((row) =>
      row.or([
        row('revision.number', '=', row.ref('part.draft_number')),
        row('revision.number', '=', row.ref('part.scheduled_number')),
      ]),
    )
    .select(['part.record_id as id', 'revision.fields'])
    .where('part.type', '=', type)
    .where('part.part', '=', 'shared')
    .where('revision.fields', 'like', `%${UPLOADS}%`)
    .execute()
  const titles = await queries
    .selectFrom('content_parts')
    .select(['record_id', 'part', 'title'])
    .where('type', '=', type)
    .where('record_id', 'in', [0, ...drafts.map(({ id }) => id)])
    .execute()
  return drafts.map(({ id, fields }) => ({
    id,
    title: inEachLanguage(
      (language) => titles.find((each) => each.record_id === id && each.part === language)?.title ?? '',
    ),
    addresses: fields.match(/\/media\/[^"]+/g) ?? [],
  }))
}

/** What the site shows follows what is known of the picture. */
async function showChanges(queries: Queries, picture: Picture) {
  const uses = ((await listUses(queries)).get(picture.id) ?? []).filter(({ isDraft }) => !isDraft)
  for (const { type, id } of uses) {
    const names = columnsOf(type).map(({ name }) => name)
    const row = await queries.selectFrom(type).select(names).where('id', '=', id).executeTakeFirstOrThrow()
    const changes = renewed(type, row, new Map([[picture.id, picture]]))
    await queries.updateTable(type).set(changes).where('id', '=', id).execute()
  }
  if (uses.length > 0) await queries.updateTable('content_version').set({ version: randomUUID() }).execute()
}
