import * as z from 'zod'
import { STAGES } from '#domain/platform/database/tables.ts'
import {
  type BulkAction,
  changeInBulk,
  MAX_IN_BULK,
  markReadInBulk,
  previewBulk,
  UNTYPED_IN_BULK,
  undo,
} from '#domain/submissions/bulk.ts'
import { call, type StaffContext } from '../call.ts'
import { refuseNoReader, refuseUnknownReason } from '../handled.ts'
import { found, Problem } from '../problem.ts'
import { filterQuery, readFilters } from '../submission-filters.ts'
import { bilingualDeclineLetter, declineLetter, toDeclineLetters } from './letters.ts'

const action = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('stage'),
    stage: z.enum(STAGES),
    reason: z.string().max(100).optional(),
    /** The same for all, or each in their own language. */
    letter: z.union([declineLetter, bilingualDeclineLetter]).optional(),
  }),
  z.object({ kind: z.literal('assign'), assigneeId: z.string().max(100).nullable() }),
])

const chosen = z.object({
  references: z.array(z.string().max(20)).min(1).max(MAX_IN_BULK).optional(),
  filters: filterQuery.optional(),
})

type Chosen = z.infer<typeof chosen>

export const bulkCalls = {
  'POST /submissions/bulk/preview': call('submissions.change', {
    withoutEntry: 'counts what would be changed and changes nothing',
    body: z.object({ ...chosen.shape, action }),
    async handle(context, { body }) {
      const { changing, skipped, found } = await previewBulk(
        context.queries,
        await chosenFilters(context, body),
        withoutLetter(body.action),
      )
      return {
        changing: changing.length,
        skipped,
        isTooMany: found > MAX_IN_BULK,
        people: new Set(changing.map(({ email }) => email.toLowerCase())).size,
        mustTypeCount: changing.length > UNTYPED_IN_BULK,
      }
    },
  }),

  'POST /submissions/bulk': call('submissions.change', {
    audit: 'submission.bulk',
    body: z.object({
      ...chosen.shape,
      action,
      /** The preview's number; above thirty it is required and must still be true. */
      count: z.number().int().optional(),
    }),
    async handle(context, { body }) {
      const { write, handling, settings } = context
      const given = body.action
      if (given.kind === 'stage' && given.stage === 'declined' && !given.reason)
        throw new Problem('invalid', { errors: { reason: ['reasonRequired'] } })
      return write(
        async (queries) => {
          if (given.kind === 'assign' && given.assigneeId !== null) await refuseNoReader(queries, given.assigneeId)
          if (given.kind === 'stage' && given.stage === 'declined') await refuseUnknownReason(queries, given.reason)
          const filters = await chosenFilters({ ...context, queries }, body)
          const { changing, found, skipped } = await previewBulk(queries, filters, withoutLetter(given))
          const isCounted = changing.length <= UNTYPED_IN_BULK && body.count === undefined
          if (found > MAX_IN_BULK || (!isCounted && body.count !== changing.length))
            throw new Problem('countChanged', { details: { count: changing.length } })
          const wanted: BulkAction =
            given.kind === 'assign'
              ? given
              : { ...given, letters: await toDeclineLetters({ ...context, queries }, given.letter, changing) }
          return { ...(await changeInBulk(queries, changing, wanted, settings.outbox, handling)), skipped }
        },
        ({ changed, letters }) => ({
          counts: { submissions: changed, letters },
          words: { [given.kind]: given.kind === 'stage' ? given.stage : (given.assigneeId ?? 'nobody') },
        }),
      )
    },
  }),

  'POST /submissions/bulk/read': call('submissions.change', {
    audit: 'submission.mark-read',
    body: z.object({ ...chosen.shape, isRead: z.boolean() }),
    handle: (context, { body: { isRead, ...body } }) =>
      context.write(
        async (queries) => {
          const filters = await chosenFilters({ ...context, queries }, body)
          const references = await markReadInBulk(queries, filters, isRead, context.handling)
          if (!references) throw new Problem('tooMany')
          return { references }
        },
        ({ references }) => ({ counts: { submissions: references.length }, words: { read: isRead ? 'yes' : 'no' } }),
      ),
  }),

  /** The person's own steps, for half an hour; later changes by others stay. */
  'POST /undo/:id': call('submissions.move', {
    audit: 'submission.undo',
    handle: ({ write, settings: { outbox }, person, handling }, { params }) =>
      write(
        async (queries) => found(await undo(queries, params.id, person, outbox, handling)),
        ({ undone, kept }) => ({ subject: undefined, counts: { undone, kept } }),
      ),
  }),
}

const withoutLetter = (given: z.infer<typeof action>): BulkAction =>
  given.kind === 'stage' ? { kind: 'stage', stage: given.stage, reason: given.reason } : given

async function chosenFilters(context: Pick<StaffContext, 'queries' | 'person'>, { references, filters }: Chosen) {
  if (!references && !filters) throw new Problem('invalid')
  return { ...(await readFilters(context, filters ?? {})), ...(references && { references }) }
}
