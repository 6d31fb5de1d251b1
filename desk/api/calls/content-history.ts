import * as z from 'zod'
import { restoreRevision } from '#domain/content/drafts.ts'
import { isPart } from '#domain/content/parts.ts'
import { listRevisions, readRevision } from '#domain/content/revisions.ts'
import { call } from '../call.ts'
import { describeSaved, editingOf, namesOf, numberIn, onRecord, part, recordIn } from '../content-records.ts'
import { ordinal } from '../fields.ts'
import { Problem } from '../problem.ts'

export const contentHistoryCalls = {
  'GET /content/:type/:id/history': call({
    access: 'content.change',
    async handle({ queries }, { params }) {
      const { type, id } = recordIn(params)
      const revisions = await listRevisions(queries, type, id)
      if (revisions.length === 0) throw new Problem('notFound')
      return {
        revisions,
        names: await namesOf(
          queries,
          revisions.map(({ author }) => author),
        ),
      }
    },
  }),

  'GET /content/:type/:id/history/:part/:number': call({
    access: 'content.change',
    async handle({ queries }, { params }) {
      const { type, id } = recordIn(params)
      const wanted = params.part
      const revision = isPart(wanted)
        ? await readRevision(queries, type, id, wanted, numberIn(params.number))
        : undefined
      if (!revision) throw new Problem('notFound')
      return {
        part: revision.part,
        number: revision.number,
        fields: revision.fields,
        author: revision.author_id,
        changedAt: revision.changed_at,
      }
    },
  }),

  /** As a new draft, without pictures that were deleted since. */
  'POST /content/:type/:id/restore': call({
    access: 'content.change',
    audit: 'content.restore',
    body: z.object({ part, number: ordinal, version: ordinal }),
    handle: (context, { params, body }) =>
      onRecord(context, params, async (queries, type, id) => {
        const { missingPictures, ...restored } = await restoreRevision(queries, type, id, body, editingOf(context))
        return { ...(await describeSaved(context, queries, restored)), missingPictures }
      }),
  }),
}
