import { endPreviews, PREVIEW_HOURS, previewToken } from '#domain/content/previews.ts'
import { readRecord } from '#domain/content/records.ts'
import { type ContentType, definitionOf } from '#domain/content/types/index.ts'
import { HOUR } from '#domain/platform/durations.ts'
import { LANGUAGES, type Language } from '#texts/languages.ts'
import { call } from '../call.ts'
import { onRecord, recordIn } from '../content-records.ts'
import { Problem } from '../problem.ts'

export const contentPreviewCalls = {
  /** They open without a session until they expire. */
  'GET /content/:type/:id/preview': call({
    access: 'content.change',
    async handle({ database, queries, settings, now }, { params }) {
      const { type, id } = recordIn(params)
      const { pageUrl } = settings
      if (!pageUrl || !(await readRecord(queries, type, id))) throw new Problem('notFound')
      const links = await Promise.all(
        LANGUAGES.map(async (each) => {
          const token = await previewToken(database, { type, id, language: each }, now)
          return [each, `${pageUrl(pageOf(type, id), each)}?preview=${token}`] as const
        }),
      )
      return {
        links: Object.fromEntries(links) as Record<Language, string>,
        expiresAt: new Date(now.getTime() + PREVIEW_HOURS * HOUR).toISOString(),
      }
    },
  }),

  'DELETE /content/:type/:id/preview': call({
    access: 'content.change',
    audit: 'content.end-previews',
    handle: (context, { params }) =>
      onRecord(context, params, async (queries, type, id) => {
        if (!(await readRecord(queries, type, id))) throw new Problem('notFound')
        await endPreviews(queries, { type, id }, context.now)
      }),
  }),
}

/** Where the site shows a record; of several pages at one address, the preview opens the one that it is on. */
function pageOf(type: ContentType, id: number): string {
  const { page } = definitionOf(type)
  return page.endsWith('/') && page !== '/' ? `${page}${id}` : page
}
