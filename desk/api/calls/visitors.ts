import * as z from 'zod'
import { titlesOfPages } from '#domain/content/titles.ts'
import { visitorFigures } from '#domain/operations/visitors/figures.ts'
import { inEachLanguage, LANGUAGES } from '#texts/languages.ts'
import { call } from '../call.ts'
import { ordinal } from '../fields.ts'
import { day } from '../submission-filters.ts'

const MAX_DAYS = 1000

export const visitorCalls = {
  'GET /visitors': call('visitors.read', {
    query: z.object({
      /** Days of the company, both included. */
      since: day.optional(),
      /** Instead of `since`: so many days until today. */
      days: z.coerce.number().pipe(ordinal.max(MAX_DAYS)).optional(),
      until: day.optional(),
      language: z.enum(LANGUAGES).optional(),
    }),
    async handle({ queries, settings, now }, { query }) {
      const figures = await visitorFigures(queries, query, now)
      const known = figures.pages.flatMap(({ page }) => page ?? [])
      const titles = await titlesOfPages(queries, known)
      return {
        ...figures,
        pages: figures.pages.map((each) => ({ ...each, title: titles.get(each.page ?? '') ?? null })),
        isCounted: settings.rememberStaff !== undefined,
        /** Null where another site shows the pages. */
        homes: settings.pageUrl ? inEachLanguage((each) => settings.pageUrl?.('/', each) ?? '') : null,
      }
    },
  }),
}
