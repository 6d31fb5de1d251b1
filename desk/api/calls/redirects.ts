import * as z from 'zod'
import { RECORD_PAGES } from '#contract/page-addresses.ts'
import { readRedirectLines } from '#domain/content/redirect-lines.ts'
import {
  addRedirect,
  changeRedirect,
  importRedirects,
  listRedirects,
  MAX_ADDRESS_LENGTH,
  type RedirectFault,
  removeRedirect,
} from '#domain/content/redirects.ts'
import { calendarDay } from '#domain/platform/calendar.ts'
import type { Queries } from '#domain/platform/database/database.ts'
import { BYTE_ORDER_MARK, csvLine } from '#domain/submissions/export/csv.ts'
import { companyCalendar } from '#domain/submissions/promises.ts'
import { call, type DeskSettings, type StaffContext } from '../call.ts'
import { found, Problem } from '../problem.ts'
import { sendFile } from './cv.ts'

const MAX_FILE_LENGTH = 500_000
/** JSON writes a quotation mark, and a letter of another script, with more bytes. */
const MAX_FILE_BYTES = 4 * MAX_FILE_LENGTH
const address = z.string().trim().min(1, 'addressRequired').max(MAX_ADDRESS_LENGTH, 'tooLong')
const isOtherSiteMeant = z.boolean().optional()

const importBody = z.object({
  csv: z.string().min(1, 'fileEmpty').max(MAX_FILE_LENGTH, 'tooLong'),
  isOtherSiteMeant,
})

export const redirectCalls = {
  'GET /redirects': call('content.change', {
    handle: async ({ queries }) => ({ redirects: await listRedirects(queries) }),
  }),

  'POST /redirects': call('content.change', {
    audit: 'redirect.add',
    body: z.object({ from: address, to: address, isOtherSiteMeant }),
    handle: ({ write, settings, handling: { actorId, now } }, { body }) =>
      write(
        async (queries) => {
          const added = await addRedirect(queries, body, checksOf(settings), { author: actorId, now })
          return 'fault' in added ? refuse(added) : added
        },
        ({ id }) => ({ subject: id, words: { name: body.from } }),
      ),
  }),

  'PATCH /redirects/:id': call('content.change', {
    audit: 'redirect.change',
    body: z.object({ to: address, isOtherSiteMeant, version: z.int().positive() }),
    handle: ({ write, settings, now }, { params, body }) =>
      write(
        async (queries) => {
          const changed = await changeRedirect(queries, params.id, body, checksOf(settings), now)
          if (changed === 'unknown') throw new Problem('notFound')
          if (changed === 'conflict') throw new Problem('conflict')
          return 'fault' in changed ? refuse(changed) : changed
        },
        ({ from }) => ({ words: { name: from } }),
      ),
  }),

  'DELETE /redirects/:id': call('content.change', {
    audit: 'redirect.remove',
    async handle({ write, now }, { params }) {
      await write(
        async (queries) => found(await removeRedirect(queries, params.id, now)),
        ({ from }) => ({ words: { name: from } }),
      )
    },
  }),

  'POST /redirects/import/preview': call('content.change', {
    withoutEntry: 'shows what would be imported and imports nothing',
    maxBodyBytes: MAX_FILE_BYTES,
    body: importBody,
    handle: async ({ queries, settings, handling }, { body }) => ({
      lines: await runImport(queries, body, { isTrial: true }, settings, handling),
    }),
  }),

  /** Lines with a fault are left out, and so is what is there already. */
  'POST /redirects/import': call('content.change', {
    audit: 'redirect.import',
    maxBodyBytes: MAX_FILE_BYTES,
    body: importBody,
    handle: ({ write, settings, handling }, { body }) =>
      write(
        async (queries) => ({ lines: await runImport(queries, body, { isTrial: false }, settings, handling) }),
        ({ lines }) => ({ counts: { count: lines.filter(({ outcome }) => outcome === 'new').length } }),
      ),
  }),

  'GET /redirects/file': call('content.change', {
    async handle(context) {
      const { queries, now } = context
      const { timeZone } = await companyCalendar(queries)
      const rows = (await listRedirects(queries)).map(({ from, to, used, lastUsedAt }) =>
        csvLine([from, to, used, lastUsedAt?.slice(0, 10) ?? '']),
      )
      const text = BYTE_ORDER_MARK + csvLine(['from', 'to', 'used', 'last_used']) + rows.join('')
      const name = `redirects-${calendarDay(now, timeZone)}.csv`
      return sendFile(context, { type: 'text/csv; charset=utf-8', name, bytes: Buffer.from(text) })
    },
  }),
}

async function runImport(
  queries: Queries,
  { csv, isOtherSiteMeant: isMeant = false }: z.infer<typeof importBody>,
  { isTrial }: { isTrial: boolean },
  settings: DeskSettings,
  { actorId, now }: StaffContext['handling'],
) {
  const lines = readRedirectLines(csv)
  if (lines.length === 0) throw new Problem('invalid', { errors: { csv: ['fileEmpty'] } })
  const how = { isTrial, isOtherSiteMeant: isMeant }
  return importRedirects(queries, lines, how, checksOf(settings), { author: actorId, now })
}

const ERRORS: Record<RedirectFault['fault'], Record<string, string[]>> = {
  fromFormat: { from: ['redirectFrom'] },
  fromIsPage: { from: ['redirectIsPage'] },
  fromTaken: { from: ['redirectTaken'] },
  tooMany: { from: ['redirectTooMany'] },
  toFormat: { to: ['redirectTo'] },
  toUnknown: { to: ['redirectUnknown'] },
  toOtherSite: { to: ['redirectOtherSite'] },
  loop: { to: ['redirectLoop'] },
  chain: { to: ['redirectChain'] },
}

function refuse(refused: RedirectFault): never {
  const chain = 'chain' in refused ? refused.chain : []
  throw new Problem('invalid', { errors: ERRORS[refused.fault], details: { fault: refused.fault, chain } })
}

/** The pages of records: theirs may be gone. Every id of a category has a page. */
const MAY_BE_GONE = [RECORD_PAGES.service, RECORD_PAGES.project, RECORD_PAGES.app, RECORD_PAGES.job]
const ANSWERED_OTHERWISE = /^\/(api|media)(\/|$)/

function checksOf({ isPageAddress }: DeskSettings) {
  const isAddress = (path: string) => isPageAddress?.(path) ?? true
  const isOfRecord = (path: string) => MAY_BE_GONE.some((prefix) => path.startsWith(prefix))
  return {
    isAddress,
    isPage: (path: string) => ANSWERED_OTHERWISE.test(path) || ((isPageAddress?.(path) ?? false) && !isOfRecord(path)),
  }
}
