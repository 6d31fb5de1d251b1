import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import * as z from 'zod'
import type { Database, Queries } from '#domain/platform/database/database.ts'
import { MINUTE } from '#domain/platform/durations.ts'
import { addEvent } from '#domain/submissions/events.ts'
import { findCv } from '#domain/submissions/submissions.ts'
import { recordCall } from '../audit.ts'
import { call, type StaffContext } from '../call.ts'
import { found, Problem } from '../problem.ts'

const WIDTHS = { small: 620, usual: 1240, large: 1860 } as const

const OPENING_MILLISECONDS = 30 * MINUTE

/** CVs are shown as pictures; the file itself is a separate call. */
export const cvCalls = {
  'GET /submissions/:id/cv': call({
    access: 'submissions.read',
    async handle({ database, cvPictures }, { params }) {
      const cv = await readCv(database, database.queries, params.id)
      const drawn = await cvPictures.pagesOf(cv)
      // Locked, damaged or too heavy: the inspection says which.
      return { canBeDrawn: drawn !== undefined, pages: drawn?.pages ?? [], isCut: drawn?.isCut ?? false }
    },
  }),

  'GET /submissions/:id/cv/pages/:page': call({
    access: 'submissions.read',
    query: z.object({ size: z.enum(['small', 'usual', 'large']).optional() }),
    async handle(context, { params, query: { size = 'usual' } }) {
      const page = Number(params.page)
      if (!Number.isInteger(page) || page < 1) throw new Problem('notFound')
      const cv = await readCv(context.database, context.queries, params.id)
      await recordOpening(context, cv)
      const picture = await context.cvPictures.drawPage(cv, page, WIDTHS[size])
      return sendFile(context, { type: 'image/webp', bytes: found(picture) })
    },
  }),

  'GET /submissions/:id/cv/original': call({
    access: 'submissions.read',
    audit: 'cv.save',
    async handle(context, { params }) {
      const cv = await saveCv(context, params.id)
      return sendFile(context, { type: 'application/pdf', bytes: await cv.read(), name: `${cv.reference}.pdf` })
    },
  }),

  'GET /submissions/:id/cv/as-pictures': call({
    access: 'submissions.read',
    audit: 'cv.save',
    async handle(context, { params }) {
      const cv = await saveCv(context, params.id)
      const bytes = found(await context.cvPictures.asPictures(cv))
      return sendFile(context, { type: 'application/pdf', bytes, name: `${cv.reference}-pictures.pdf` })
    },
  }),
}

export async function readCv({ files }: Pick<Database, 'files'>, queries: Queries, reference: string) {
  const { file, ...cv } = found(await findCv(queries, reference))
  let reading: Promise<Buffer> | undefined
  const read = () => {
    reading ??= files.read(file)
    return reading
  }
  return { ...cv, read }
}

function saveCv({ database, write, person, now }: StaffContext, reference: string) {
  return write(
    async (queries) => {
      const cv = await readCv(database, queries, reference)
      await addEvent(queries, cv, 'cv-saved', { actorId: person.id, now })
      return cv
    },
    { counts: { cv: 1 } },
  )
}

async function recordOpening(
  { database, queries, person, now }: StaffContext,
  { id, reference }: { id: string; reference: string },
) {
  const since = new Date(now.getTime() - OPENING_MILLISECONDS).toISOString()
  const known = await queries
    .selectFrom('submission_events')
    .select('id')
    .where('submission_id', '=', id)
    .where('happened_at', '>', since)
    .where('kind', '=', 'cv-opened')
    .where('actor_id', '=', person.id)
    .executeTakeFirst()
  if (known) return
  await database.write(async (transaction) => {
    await addEvent(transaction, { id }, 'cv-opened', { actorId: person.id, now })
    await recordCall(transaction, 'cv.read', { actor: person.id, subject: reference, counts: { cv: 1 } }, now)
  })
}

interface SentFile {
  type: string
  bytes: Uint8Array | Readable
  /** Our own name; without one the file is shown, not saved. */
  name?: string
}

/** The browser trusts our type and runs nothing of the file. */
export function sendFile({ reply }: Pick<StaffContext, 'reply'>, { type, bytes, name }: SentFile): FastifyReply {
  return reply
    .headers({
      'content-type': type,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'content-disposition': name ? `attachment; filename="${name}"` : 'inline',
    })
    .send(bytes instanceof Readable ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
}
