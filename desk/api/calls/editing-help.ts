import * as z from 'zod'
import { copyToLanguage } from '#domain/content/drafts.ts'
import { listScheduled, recordsThatNeedWork } from '#domain/content/needs-work.ts'
import { findText, MAX_FOUND, replaceText } from '#domain/content/replace-text.ts'
import { CONTENT_TYPES } from '#domain/content/types/index.ts'
import { call } from '../call.ts'
import { describeSaved, editingOf, namesOf, onRecord, seenLanguages } from '../content-records.ts'
import { language, ordinal } from '../fields.ts'

const MAX_WORDS_LENGTH = 200

const words = z.string().max(MAX_WORDS_LENGTH, 'tooLong')
const wanted = { find: words.min(1, 'invalid'), replace: words, matchesCase: z.boolean() }
const place = z.object({
  type: z.enum(CONTENT_TYPES as [(typeof CONTENT_TYPES)[number], ...(typeof CONTENT_TYPES)[number][]]),
  id: ordinal,
  language,
  field: z.string().max(60),
  version: ordinal,
})

export const editingHelpCalls = {
  'GET /content-work': call('content.change', {
    async handle({ queries, settings, now }) {
      const scheduled = await listScheduled(queries)
      return {
        needy: await recordsThatNeedWork(queries, { now, isAddress: settings.isPageAddress }),
        scheduled,
        names: await namesOf(
          queries,
          scheduled.map(({ by }) => by),
        ),
      }
    },
  }),

  'POST /content-text/find': call('content.change', {
    withoutEntry: 'shows where the words stand and changes nothing',
    body: z.object(wanted),
    handle: ({ queries }, { body }) => findText(queries, body),
  }),

  /** Becomes drafts; a text that was changed since it was found is left alone. */
  'POST /content-text/replace': call('content.change', {
    audit: 'content.replace-text',
    body: z.object({ ...wanted, places: z.array(place).min(1).max(MAX_FOUND) }),
    handle: (context, { body: { places, ...words } }) =>
      context.write(
        (queries) => replaceText(queries, words, places, editingOf(context)),
        ({ changed }) => ({ counts: { count: changed } }),
      ),
  }),

  /** Where a text is missing; it stays behind until it is translated. */
  'POST /content/:type/:id/copy': call('content.change', {
    audit: 'content.copy-language',
    body: z
      .object({ from: language, to: language, parts: seenLanguages })
      .refine(({ from, to }) => from !== to, 'invalid'),
    handle: (context, { params, body: { parts: seen, ...copied } }) =>
      onRecord(context, params, async (queries, type, id) =>
        describeSaved(
          context,
          queries,
          await copyToLanguage(queries, type, id, { ...copied, seen }, editingOf(context)),
        ),
      ),
  }),
}
