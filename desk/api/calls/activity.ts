import * as z from 'zod'
import { namesOfPeople } from '#domain/people/people.ts'
import { listAuditTrail } from '#domain/platform/audit-trail.ts'
import { call } from '../call.ts'
import { ordinal } from '../fields.ts'

const PAGE = 200

export const activityCalls = {
  'GET /activity': call({
    access: 'activity.read',
    query: z.object({
      before: z.coerce.number().pipe(ordinal).optional(),
      reference: z.string().max(20).optional(),
    }),
    async handle({ queries }, { query: { before, reference } }) {
      const names = await namesOfPeople(queries)
      const found = await listAuditTrail(queries, reference, { before, limit: PAGE + 1 })
      return {
        entries: found.slice(0, PAGE),
        hasMore: found.length > PAGE,
        names: Object.fromEntries(names) as Record<string, string>,
      }
    },
  }),
}
