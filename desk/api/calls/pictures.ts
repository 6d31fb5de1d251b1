import * as z from 'zod'
import { LOGO_USES } from '#contract/logos.ts'
import { FOCUS_STEPS, filesOf } from '#contract/uploaded-pictures.ts'
import { pictureType } from '#domain/content/pictures/files.ts'
import {
  addPicture,
  changePicture,
  findPicture,
  idOfPicture,
  keepPictureFiles,
  listPictures,
  listUses,
  MAX_WORDS_LENGTH,
  type Picture,
  type PictureUse,
  readPictureBytes,
  removePicture,
} from '#domain/content/pictures/pictures.ts'
import type { Queries } from '#domain/platform/database/database.ts'
import { inEachLanguage, LANGUAGES } from '#texts/languages.ts'
import { call } from '../call.ts'
import { ordinal, seenVersion } from '../fields.ts'
import { found, Problem } from '../problem.ts'
import { sendFile } from './cv.ts'

export const MAX_PICTURE_BYTES = 25 * 1024 * 1024
const MAX_NAME_LENGTH = 120
const USUAL_WIDTH = 800

export interface ListedPicture extends Picture {
  uses: PictureUse[]
}

const words = z.string().trim().max(MAX_WORDS_LENGTH, 'tooLong')
const step = z.int().min(0).max(FOCUS_STEPS)

export const pictureCalls = {
  'GET /pictures': call('content.change', {
    async handle({ queries }) {
      const uses = await listUses(queries)
      const pictures = await listPictures(queries)
      return { pictures: pictures.map((each): ListedPicture => ({ ...each, uses: uses.get(each.id) ?? [] })) }
    },
  }),

  /** The desk loads no pictures of another origin. */
  'GET /pictures/:id/file': call('content.change', {
    query: z.object({ width: z.coerce.number().int().positive().default(USUAL_WIDTH) }),
    async handle(context, { params, query }) {
      const picture = await pictureOf(context.queries, params.id)
      const files = filesOf(picture).filter(({ format }) => format !== 'avif')
      const { width: fileWidth, format } = found(files.find(({ width }) => width >= query.width) ?? files.at(-1))
      const bytes = await readPictureBytes(context.database, { id: picture.id, fileWidth, format })
      return sendFile(context, { type: pictureType(`${fileWidth}.${format}`) as string, bytes: found(bytes) })
    },
  }),

  'POST /pictures': call('content.change', {
    audit: 'picture.add',
    maxFileBytes: MAX_PICTURE_BYTES,
    // Cameras and chat programs give names of any length.
    query: z.object({
      name: z.string().trim().min(1).transform(cutName),
      /** The field that it is for; only a logo may be a drawing. */
      logo: z.enum(LOGO_USES).optional(),
    }),
    async handle(
      { database, queries: reading, write, picturePreparation, person, now },
      { query: { name, logo }, body },
    ) {
      const bytes = body as Buffer
      const prepared = await (logo ? picturePreparation.prepareLogo(bytes, logo) : picturePreparation.prepare(bytes))
      if ('refusal' in prepared) throw new Problem('invalid', { errors: { file: [prepared.refusal] } })
      const id = idOfPicture(prepared.isDrawing ? (prepared.files[0]?.bytes ?? bytes) : bytes)
      const isKnown = (await findPicture(reading, id)) !== undefined
      const kept = isKnown ? undefined : await keepPictureFiles(database.files, prepared)
      return write(
        async (queries): Promise<ListedPicture> => {
          // Pages describe a logo by the company's name.
          const isDecorative = logo !== undefined
          await addPicture(queries, { id, name, prepared, kept, isDecorative, uploadedBy: person.id }, now)
          return { ...(await pictureOf(queries, id)), uses: (await listUses(queries)).get(id) ?? [] }
        },
        { subject: id },
      )
    },
  }),

  'PUT /pictures/:id': call('content.change', {
    audit: 'picture.change',
    body: z.object({
      words: z.object(inEachLanguage(() => words)),
      isDecorative: z.boolean(),
      focus: z.object({ x: step, y: step }),
      version: ordinal,
    }),
    async handle({ write }, { params, body: { version, ...changes } }) {
      const { id } = params
      return write(async (queries): Promise<ListedPicture> => {
        const current = await pictureOf(queries, id)
        const uses = (await listUses(queries)).get(id) ?? []
        const errors = uses.some(({ isDraft }) => !isDraft) ? missingWords(current, changes) : {}
        if (Object.keys(errors).length > 0) throw new Problem('invalid', { errors })
        if (!(await changePicture(queries, { id, version }, changes)))
          throw new Problem('conflict', { details: { current, wanted: changes } })
        return { ...(await pictureOf(queries, id)), uses }
      })
    },
  }),

  'DELETE /pictures/:id': call('content.change', {
    audit: 'picture.remove',
    query: z.object({ version: seenVersion }),
    async handle({ write }, { params, query: { version } }) {
      const { id } = params
      await write(
        async (queries) => {
          const current = await pictureOf(queries, id)
          if ((await listUses(queries)).has(id)) throw new Problem('pictureInUse')
          if (!(await removePicture(queries, { id, version }))) throw new Problem('conflict', { details: { current } })
          return current
        },
        ({ name }) => ({ words: { name } }),
      )
    },
  }),
}

function cutName(name: string) {
  return [...name].slice(0, MAX_NAME_LENGTH).join('')
}

/** A published picture keeps its words; one that never had any may still be cropped. */
function missingWords(before: Picture, { words: after, isDecorative }: Pick<Picture, 'words' | 'isDecorative'>) {
  if (isDecorative) return {}
  const missing = LANGUAGES.filter((each) => after[each] === '' && (before.words[each] !== '' || before.isDecorative))
  return Object.fromEntries(missing.map((each) => [`words.${each}`, ['wordsRequired']]))
}

const pictureOf = async (queries: Queries, id: string) => found(await findPicture(queries, id))
