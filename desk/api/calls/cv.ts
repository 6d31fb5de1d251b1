import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import * as z from 'zod'
import type { Database, Queries } from '#domain/platform/database/database.ts'
import { MINUTE } from '#domain/platform/durations.ts'
import { addEvent, hasEventSince } from '#domain/submissions/events.ts'
import { findCv } from '#domain/submissions/submissions.ts'
import ar from '#texts/desk/ar/submission.json' with { type: 'json' }
import en from '#texts/desk/en/submission.json' with { type: 'json' }
import { directionOf, localeOf } from '#texts/languages.ts'
import { createTranslator } from '#texts/translator.ts'
import { recordCall } from '../audit.ts'
import { call, type StaffContext } from '../call.ts'
import { found, Problem } from '../problem.ts'

const WIDTHS = { small: 620, usual: 1240, large: 1860 } as const

const OPENING_MILLISECONDS = 30 * MINUTE

const TEXTS = { en, ar }

const CONTENT_SECURITY_POLICY =
  "default-src 'none'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

export const cvCalls = {
  'GET /submissions/:id/cv': call('submissions.read', {
    async handle({ database, cvPictures }, { params }) {
      const cv = await readCv(database, database.queries, params.id)
      const drawn = await cvPictures.pagesOf(cv)
      // Locked, damaged or too heavy: the inspection says which.
      return { canBeDrawn: drawn !== undefined, pages: drawn?.pages ?? [], isCut: drawn?.isCut ?? false }
    },
  }),

  'GET /submissions/:id/cv/pages/:page': call('submissions.read', {
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

  'GET /submissions/:id/cv/original': call('submissions.read', {
    audit: 'cv.save',
    async handle(context, { params }) {
      const cv = await saveCv(context, params.id)
      return sendFile(context, { type: 'application/pdf', bytes: await cv.read(), name: `${cv.reference}.pdf` })
    },
  }),

  'GET /submissions/:id/cv/as-pictures': call('submissions.read', {
    audit: 'cv.save',
    async handle(context, { params }) {
      const cv = await saveCv(context, params.id)
      const bytes = found(await context.cvPictures.asPictures(cv))
      return sendFile(context, { type: 'application/pdf', bytes, name: `${cv.reference}-pictures.pdf` })
    },
  }),

  /** A page without scripts, for the printer. Each picture counts as opening the CV. */
  'GET /submissions/:id/cv/sheet': call('submissions.read', {
    async handle({ database, queries, cvPictures, language, reply }, { params }) {
      const cv = await readCv(database, queries, params.id)
      const pages = (await cvPictures.pagesOf(cv))?.pages ?? []
      const texts = TEXTS[language]
      const say = createTranslator({ locale: localeOf(language), messages: texts })
      const title = `${texts.cv} · ${cv.reference}`
      const items = pages.map(({ width, height }, index) => {
        const alternative = say('page', { page: index + 1, pages: pages.length })
        const source = `/api/submissions/${cv.reference}/cv/pages/${index + 1}`
        return `<li><img src="${source}" alt="${alternative}" width="${Math.round(width)}" height="${Math.round(height)}"></li>`
      })
      reply
        .headers({ 'content-type': 'text/html; charset=utf-8', 'content-security-policy': CONTENT_SECURITY_POLICY })
        .send(
          `<!doctype html><html lang="${language}" dir="${directionOf(language)}"><meta charset="utf-8">` +
            `<meta name="viewport" content="width=device-width"><title>${title}</title>` +
            `<main><h1>${title}</h1>${items.length > 0 ? `<ol>${items.join('')}</ol>` : `<p>${texts.cannotBeShown}</p>`}</main></html>`,
        )
    },
  }),
}

async function readCv({ files }: Pick<Database, 'files'>, queries: Queries, reference: string) {
  const { file, ...cv } = found(await findCv(queries, reference))
  let reading: Promise<Buffer> | undefined
  const read = () => {
    reading ??= files.read(file)
    return reading
  }
  return { ...cv, read }
}

function saveCv({ database, write, handling }: StaffContext, reference: string) {
  return write(
    async (queries) => {
      const cv = await readCv(database, queries, reference)
      await addEvent(queries, cv, 'cv-saved', handling)
      return cv
    },
    { counts: { cv: 1 } },
  )
}

async function recordOpening({ database, queries, handling }: StaffContext, cv: { id: string; reference: string }) {
  const { actorId: actor, now } = handling
  const since = new Date(now.getTime() - OPENING_MILLISECONDS).toISOString()
  if (await hasEventSince(queries, cv, 'cv-opened', handling, since)) return
  await database.write(async (transaction) => {
    await addEvent(transaction, cv, 'cv-opened', handling)
    await recordCall(transaction, 'cv.read', { actor, subject: cv.reference, counts: { cv: 1 } }, now)
  })
}

interface SentFile {
  type: string
  bytes: Uint8Array | Readable
  /** It is then saved under this name, not shown. */
  name?: string
}

/** A name of ours stays as it is; a stranger's is cut to letters, with the whole of it encoded (RFC 6266). */
function attachmentCalled(name: string) {
  const plain = name.replace(/[^\w.-]+/g, '_').slice(-100)
  if (plain === name) return `attachment; filename="${name}"`
  const wellFormed = Buffer.from(name).toString()
  const encoded = encodeURIComponent(wellFormed).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`
}

/** The browser trusts our type and runs nothing of the file. */
export function sendFile({ reply }: Pick<StaffContext, 'reply'>, { type, bytes, name }: SentFile): FastifyReply {
  return reply
    .headers({
      'content-type': type,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'content-disposition': name ? attachmentCalled(name) : 'inline',
    })
    .send(bytes instanceof Readable ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
}
