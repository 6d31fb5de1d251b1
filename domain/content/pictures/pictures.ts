import { createHash, randomUUID } from 'node:crypto'
import { addressOfPicture, MIDDLE, type PictureFormat, readPictureAddress } from '#contract/uploaded-pictures.ts'
import { inEachLanguage, LANGUAGES, type Language } from '#texts/languages.ts'
import type { Database, Queries, Row } from '../../platform/database/database.ts'
import { enqueueFileDeletions } from '../../platform/file-deletions.ts'
import { FILE_COLUMNS, type Files, inRow, type KeptFile } from '../../platform/storage/kept-files.ts'
import { partsWithRevisions } from '../revisions.ts'
import { type Parts, SHARED, type ShownPicture } from '../types/definition.ts'
import { type ContentType, definitionOf } from '../types/index.ts'
import type { PreparedPicture } from './prepare.ts'

/** Alternative text is one sentence. */
export const MAX_WORDS_LENGTH = 160

export interface PictureUse {
  type: ContentType
  id: number
  title: Record<Language, string>
  isDraft: boolean
}

const selectPictures = (queries: Queries) =>
  queries
    .selectFrom('pictures')
    .select(['id', 'name', 'width', 'height', 'focus_x', 'focus_y', 'is_decorative', 'size', 'version'])
    .select(['uploaded_at as uploadedAt', 'uploaded_by as uploadedBy'])
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('picture_files')
          .select('format')
          .whereRef('picture_files.picture_id', '=', 'pictures.id')
          .where('format', '=', 'svg'),
      ).as('is_drawing'),
    )

type PictureRow = Awaited<ReturnType<ReturnType<typeof selectPictures>['executeTakeFirstOrThrow']>>

const ID_LENGTH = 16

/** The same file is the same picture. */
export const idOfPicture = (bytes: Uint8Array) =>
  createHash('sha256').update(bytes).digest('base64url').slice(0, ID_LENGTH)

export async function listPictures(queries: Queries): Promise<Picture[]> {
  const rows = await selectPictures(queries).orderBy('uploaded_at', 'desc').orderBy('id').execute()
  const words = await queries.selectFrom('picture_words').selectAll().execute()
  const wordsOf = new Map<string, typeof words>()
  for (const each of words) wordsOf.set(each.picture_id, [...(wordsOf.get(each.picture_id) ?? []), each])
  return rows.map((row) => toPicture(row, wordsOf.get(row.id) ?? []))
}

export async function findPicture(queries: Queries, id: string): Promise<Picture | undefined> {
  const row = await selectPictures(queries).where('id', '=', id).executeTakeFirst()
  const words = await queries.selectFrom('picture_words').selectAll().where('picture_id', '=', id).execute()
  return row && toPicture(row, words)
}

export type Picture = ReturnType<typeof toPicture>

function toPicture(
  { focus_x, focus_y, is_decorative, is_drawing, ...picture }: PictureRow,
  words: Row<'picture_words'>[],
) {
  return {
    ...picture,
    ...(is_drawing && { isDrawing: true as const }),
    focus: { x: focus_x, y: focus_y },
    words: inEachLanguage((language) => words.find((each) => each.language === language)?.words ?? ''),
    isDecorative: is_decorative === 1,
  }
}

interface Upload {
  id: string
  name: string
  prepared: PreparedPicture
  kept?: KeptFile[] | undefined
  isDecorative?: boolean
  uploadedBy: string | null
}

export const keepPictureFiles = (files: Files, { files: prepared }: PreparedPicture): Promise<KeptFile[]> =>
  Promise.all(prepared.map(({ bytes }) => files.keep('picture_files', Buffer.from(bytes))))

/** An existing picture stays as it is. */
export async function addPicture(
  queries: Queries,
  { id, name, prepared, kept, isDecorative = false, uploadedBy }: Upload,
  now: Date,
) {
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
      is_decorative: isDecorative ? 1 : 0,
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
  await showChanges(queries, id)
  return true
}

/** The caller makes sure that nothing shows it. */
export async function removePicture(
  queries: Queries,
  { id, version }: Pick<Picture, 'id' | 'version'>,
): Promise<boolean> {
  // Locks the picture until the transaction ends.
  const { numUpdatedRows } = await queries
    .updateTable('pictures')
    .set({ version })
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) return false
  const objects = await queries.selectFrom('picture_files').select('object_key').where('picture_id', '=', id).execute()
  await enqueueFileDeletions(
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

export type KnownPictures = ReadonlyMap<string, Picture>

const UPLOADS = '/uploads/'

export async function picturesNamedIn(queries: Queries, records: { parts: Parts }[]): Promise<KnownPictures> {
  const isShown = records.some(({ parts }) => JSON.stringify(parts).includes(UPLOADS))
  const pictures = isShown ? await listPictures(queries) : []
  return new Map(pictures.map((picture) => [picture.id, picture]))
}

/** The picture at a stored address as pages and the guest API have it. */
export function shownAt(address: string, language: Language, pictures: KnownPictures): ShownPicture {
  const picture = pictures.get(readPictureAddress(address)?.id ?? '')
  if (!picture) return { url: address }
  const alt = picture.isDecorative ? '' : picture.words[language]
  return { url: addressOfPicture(picture), ...(alt && { alt }) }
}

/** By the id of the picture: where it is shown, and where a draft would show it. */
export async function listUses(queries: Queries): Promise<Map<string, PictureUse[]>> {
  const uses = new Map<string, PictureUse[]>()
  for (const { fields, ...use } of [...(await publishedUses(queries)), ...(await draftUses(queries))]) {
    const ids = (fields.match(/\/media\/[\w./-]+/g) ?? []).flatMap((address) => readPictureAddress(address)?.id ?? [])
    for (const id of new Set(ids)) {
      const known = uses.get(id) ?? []
      if (!known.some((each) => each.type === use.type && each.id === use.id)) uses.set(id, [...known, use])
    }
  }
  return uses
}

type NamingRecord = PictureUse & { fields: string }

async function publishedUses(queries: Queries): Promise<NamingRecord[]> {
  const rows = await queries
    .selectFrom('published_content')
    .select(['type', 'id', 'shared', ...LANGUAGES])
    .where((row) => row.or([SHARED, ...LANGUAGES].map((part) => row(part as Language, 'like', `%${UPLOADS}%`))))
    .orderBy('type')
    .orderBy('id')
    .execute()
  return rows.map(({ id, shared, ...row }) => {
    const type = row.type as ContentType
    const { titleField } = definitionOf(type)
    const title = inEachLanguage((language) => String(JSON.parse(row[language])[titleField] ?? ''))
    return {
      type,
      id,
      title,
      isDraft: false,
      fields: [shared, ...LANGUAGES.map((language) => row[language])].join('\n'),
    }
  })
}

async function draftUses(queries: Queries): Promise<NamingRecord[]> {
  const drafts = await partsWithRevisions(queries)
    .where((row) =>
      row.or([
        row('revision.number', '=', row.ref('part.draft_number')),
        row('revision.number', '=', row.ref('part.scheduled_number')),
      ]),
    )
    .select(['part.type', 'part.record_id as id', 'revision.fields'])
    .where('revision.fields', 'like', `%${UPLOADS}%`)
    .orderBy('part.type')
    .orderBy('part.record_id')
    .execute()
  const titles = await queries
    .selectFrom('content_parts')
    .select(['type', 'record_id', 'part', 'title'])
    .where('record_id', 'in', [0, ...drafts.map(({ id }) => id)])
    .execute()
  return drafts.map(({ type, id, fields }) => {
    const own = titles.filter((each) => each.type === type && each.record_id === id)
    const title = inEachLanguage((language) => own.find(({ part }) => part === language)?.title ?? '')
    return { type: type as ContentType, id, title, isDraft: true, fields }
  })
}

async function showChanges(queries: Queries, id: string) {
  const uses = (await listUses(queries)).get(id) ?? []
  if (uses.some(({ isDraft }) => !isDraft))
    await queries.updateTable('content_version').set({ version: randomUUID() }).execute()
}
