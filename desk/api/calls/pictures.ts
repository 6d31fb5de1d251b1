import * as z from 'zod'
import { FOCUS_STEPS, widthsOf } from '#contract/uploaded-pictures.ts'
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
      const widths = widthsOf(picture)
      const fileWidth = widths.find((each) => each >= query.width) ?? (widths.at(-1) as number)
      const bytes = await readPictureBytes(context.database, { id: picture.id, fileWidth, format: 'webp' })
      return sendFile(context, { type: 'image/webp', bytes: found(bytes) })
    },
  }),

  'POST /pictures': call('content.change', {
    audit: 'picture.add',
    maxFileBytes: MAX_PICTURE_BYTES,
    // Cameras and chat programs give names of any length.
    query: z.object({ name: z.string().trim().min(1).transform(cutName) }),
    async handle({ database, queries: reading, write, picturePreparation, person, now }, { query: { name }, body }) {
      const bytes = body as Buffer
      const prepared = await picturePreparation.prepare(bytes)
      if ('refusal' in prepared) throw new Problem('invalid', { errors: { file: [prepared.refusal] } })
      const id = idOfPicture(bytes)
      const isKnown = (await findPicture(reading, id)) !== undefined
      const kept = isKnown ? undefined : await keepPictureFiles(database.files, prepared)
      return write(
        async (queries): Promise<ListedPicture> => {
          await addPicture(queries, { id, name, prepared, kept, uploadedBy: person.id }, now)
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
