import { listAuditTrail } from '#domain/audit-trail.ts'
import { namesOfPeople } from '#domain/people/people.ts'
import { call } from '../call.ts'

/** The audit trail, readable. */
export const activityCalls = {
  'GET /activity': call({
    access: 'activity.read',
    async handle({ queries }) {
      const names = await namesOfPeople(queries)
      return { entries: await listAuditTrail(queries), names: Object.fromEntries(names) }
    },
  }),
}
