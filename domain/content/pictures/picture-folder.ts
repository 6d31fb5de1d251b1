import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import * as z from 'zod'
import { FOCUS_STEPS, filesOf } from '#contract/uploaded-pictures.ts'
import { inEachLanguage } from '#texts/languages.ts'
import type { Database, Queries } from '../../platform/database/database.ts'
import { addPicture, changePicture, findPicture, listPictures, type Picture, readPictureBytes } from './pictures.ts'
import type { PreparedFile } from './prepare.ts'

const MAX_SIDE = 20_000
const side = z.int().positive().max(MAX_SIDE)
const step = z.int().min(0).max(FOCUS_STEPS)
const bilingual = (schema: z.ZodString) => z.strictObject(inEachLanguage(() => schema))

/** The schema of pictures.json: pictures uploaded at the desk. Their files are in images/uploads/{id}/. */
export const picturesFile = z.array(
  z.strictObject({
    id: z.string().regex(/^[\w-]{16}$/, 'must be 16 letters, digits, hyphens or underscores'),
    name: z.string().min(1),
    width: side,
    height: side,
    focus: z.strictObject({ x: step, y: step }),
    words: bilingual(z.string()),
    decorative: z.boolean(),
    drawing: z.literal(true).optional(),
  }),
)

export const PICTURES_FILE = 'pictures.json'
type DescribedPicture = z.infer<typeof picturesFile>[number]
export type FolderPicture = DescribedPicture & { files: PreparedFile[] }

const fileNamesOf = (picture: Pick<Picture, 'id' | 'width' | 'isDrawing'>) =>
  filesOf(picture).map(({ width, format }) => ({
    width,
    format,
    name: path.join('images', 'uploads', picture.id, `${width}.${format}`),
  }))

export async function readPictureFiles(
  folder: string,
  { drawing, ...picture }: DescribedPicture,
): Promise<FolderPicture | { fault: string }> {
  const files: PreparedFile[] = []
  for (const { width, format, name } of fileNamesOf({ ...picture, ...(drawing && { isDrawing: true }) })) {
    const bytes = await readFile(path.join(folder, name)).catch(() => undefined)
    if (!bytes) return { fault: `has no file ${name}` }
    const safe = drawing ? await madeSafe(bytes, picture) : bytes
    if (!safe) return { fault: `has a file that cannot be shown safely: ${name}` }
    files.push({ width, format, bytes: safe })
  }
  return { ...picture, files }
}

/** Somebody may have edited the file. */
async function madeSafe(bytes: Uint8Array, { width, height }: DescribedPicture): Promise<Uint8Array | undefined> {
  const { prepareDrawing } = await import('./drawing.ts')
  const prepared = prepareDrawing(bytes)
  if ('fault' in prepared || prepared.width !== width || prepared.height !== height) return undefined
  return prepared.files[0]?.bytes
}

/** A picture that the library has keeps its description there. */
export async function addFolderPictures(
  queries: Queries,
  pictures: readonly FolderPicture[],
  now: Date,
): Promise<void> {
  for (const { id, name, width, height, files, words, focus, decorative } of pictures) {
    if (await findPicture(queries, id)) continue
    await addPicture(queries, { id, name, prepared: { width, height, files }, uploadedBy: null }, now)
    await changePicture(queries, { id, version: 1 }, { words, focus, isDecorative: decorative })
  }
}

export async function exportPictures(database: Pick<Database, 'queries' | 'files'>, folder: string): Promise<number> {
  const pictures = await listPictures(database.queries)
  if (pictures.length === 0) return 0
  const described = pictures.map(
    ({ id, name, width, height, focus, words, isDecorative, isDrawing }): DescribedPicture => ({
      id,
      name,
      width,
      height,
      focus,
      words,
      decorative: isDecorative,
      ...(isDrawing && { drawing: true }),
    }),
  )
  await writeFile(path.join(folder, PICTURES_FILE), `${JSON.stringify(described, null, 2)}\n`)
  for (const picture of pictures)
    for (const { width, format, name } of fileNamesOf(picture)) {
      const bytes = await readPictureBytes(database, { id: picture.id, fileWidth: width, format })
      const target = path.join(folder, name)
      await mkdir(path.dirname(target), { recursive: true })
      if (bytes) await writeFile(target, bytes)
    }
  return pictures.length
}
