import { Readable } from 'node:stream'
import * as z from 'zod'
import { countAlertsOf } from '#domain/notifications/job-alerts/alerts.ts'
import { headOfAuditTrail } from '#domain/platform/audit-trail.ts'
import { calendarDay } from '#domain/platform/calendar.ts'
import { MAX_IN_BULK } from '#domain/submissions/bulk.ts'
import { erasePerson, spellingsOf } from '#domain/submissions/erase.ts'
import {
  exportCsv,
  exportCvs,
  exportJson,
  exportXlsx,
  MAX_CVS_IN_ZIP,
  MAX_IN_WORKBOOK,
} from '#domain/submissions/export/export.ts'
import { toItems } from '#domain/submissions/inbox.ts'
import { withCvAmong } from '#domain/submissions/kinds.ts'
import { countSubmissions, countUpTo, listSubmissions } from '#domain/submissions/list-submissions.ts'
import { companyCalendar } from '#domain/submissions/promises.ts'
import { call } from '../call.ts'
import { exportTable, jobOf } from '../export-table.ts'
import { email } from '../fields.ts'
import { Problem } from '../problem.ts'
import { filterFields, readFilters } from '../submission-filters.ts'
import { sendFile } from './cv.ts'

const MAX_SHOWN = 50
const reference = z.string().max(20)

const FORMATS = {
  csv: { type: 'text/csv; charset=utf-8', extension: 'csv' },
  'csv-with-mark': { type: 'text/csv; charset=utf-8', extension: 'csv' },
  json: { type: 'application/json; charset=utf-8', extension: 'json' },
  xlsx: { type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', extension: 'xlsx' },
  cvs: { type: 'application/zip', extension: 'zip' },
} as const

export const exportCalls = {
  /** A POST, because the references may be too long for an address. */
  'POST /export': call('submissions.export', {
    freshProof: true,
    audit: 'export',
    body: z.object({
      ...filterFields,
      format: z.enum(['csv', 'csv-with-mark', 'json', 'xlsx', 'cvs']).optional(),
      references: z.array(reference).max(MAX_IN_BULK).optional(),
    }),
    async handle(context, { body: { format = 'csv-with-mark', references, ...query } }) {
      const { queries, write, now } = context
      const filters = {
        ...(await readFilters(context, query)),
        ...(references && { references }),
      }
      const most = format === 'xlsx' ? MAX_IN_WORKBOOK : format === 'cvs' ? MAX_CVS_IN_ZIP : undefined
      const wanted = format === 'cvs' ? { ...filters, kinds: withCvAmong(filters.kinds) } : filters
      const count = most ? await countUpTo(queries, most + 1, wanted) : await countSubmissions(queries, wanted)
      if (most && count > most) throw new Problem('tooMany', { details: { most } })
      // Before the first byte leaves.
      await write(async () => {}, { counts: { [format === 'cvs' ? 'cv' : 'submissions']: count }, words: { format } })
      const { timeZone } = await companyCalendar(queries)
      const { type, extension } = FORMATS[format]
      const { language } = context.person
      const table = await exportTable(queries, language)
      const name = `nuqta-${calendarDay(now, timeZone)}.${extension}`
      if (format === 'xlsx') return sendFile(context, { type, name, bytes: await exportXlsx(queries, filters, table) })
      return sendFile(context, { type, name, bytes: Readable.from(exportAs(format)) })

      function exportAs(wantedFormat: Exclude<typeof format, 'xlsx'>): AsyncGenerator<string | Uint8Array> {
        if (wantedFormat === 'json') return exportJson(queries, filters)
        if (wantedFormat === 'cvs') return exportCvs(context.database, filters, (each) => jobOf(each, language))
        return exportCsv(queries, filters, { isForSpreadsheet: wantedFormat === 'csv-with-mark', table })
      }
    },
  }),

  'POST /erasure/preview': call('submissions.erase', {
    withoutEntry: 'shows what would be erased and erases nothing',
    body: z.object({ email }),
    async handle({ queries, person }, { body }) {
      const emails = await spellingsOf(queries, body.email)
      const found = await listSubmissions(queries, { emails }, { limit: MAX_SHOWN })
      return {
        items: await toItems(queries, found, person.id),
        count: await countSubmissions(queries, { emails }),
        cvs: await countSubmissions(queries, { emails, kinds: withCvAmong() }),
        alerts: await countAlertsOf(queries, body.email),
        alike: emails.slice(1),
      }
    },
  }),

  /** The address is typed again; the receipt names no person. */
  'POST /erasure': call('submissions.erase', {
    freshProof: true,
    withoutEntry: 'each step of the erasure holds its own entry, in the transaction that erases',
    body: z.object({
      email,
      typedEmail: z.string(),
      /** The preview's number; a newer submission asks for another look. */
      count: z.number().int().optional(),
    }),
    async handle({ database, queries, person, settings, now }, { body }) {
      if (body.typedEmail.trim().toLowerCase() !== body.email.toLowerCase())
        throw new Problem('invalid', { errors: { typedEmail: ['emailsDiffer'] } })
      const count = await countSubmissions(queries, { emails: await spellingsOf(queries, body.email) })
      if (body.count !== undefined && body.count !== count) throw new Problem('countChanged', { details: { count } })
      const counts = await erasePerson(database, body.email, { actor: person.id, now, outbox: settings.outbox })
      settings.outbox?.wake()
      if (Object.keys(counts).length === 0) throw new Problem('notFound')
      const { number, hash } = await headOfAuditTrail(queries)
      return { erasedAt: now.toISOString(), counts, entry: number, hash }
    },
  }),
}
