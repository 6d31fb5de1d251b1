import { calendarDay } from '#domain/platform/calendar.ts'
import { listJobs } from '#domain/submissions/jobs.ts'
import { companyCalendar } from '#domain/submissions/promises.ts'
import { markLooked, todayFor } from '#domain/submissions/today.ts'
import { call } from '../call.ts'

export const todayCalls = {
  'GET /today': call('submissions.read', {
    async handle({ queries, person, now }) {
      const { looked_at } = await queries
        .selectFrom('people')
        .select('looked_at')
        .where('id', '=', person.id)
        .executeTakeFirstOrThrow()
      return todayFor(queries, { id: person.id, lookedAt: looked_at }, now)
    },
  }),

  'GET /conditions': call('settings.change', {
    background: true,
    async handle({ settings }) {
      return { conditions: (await settings.findConditions?.()) ?? [] }
    },
  }),

  /** Also closed jobs that have applications. */
  'GET /jobs': call('submissions.read', {
    background: true,
    async handle({ queries, now }) {
      const { timeZone } = await companyCalendar(queries)
      return { jobs: await listJobs(queries, calendarDay(now, timeZone)) }
    },
  }),

  /** When the inbox is opened: later arrivals are new. */
  'POST /today/looked': call('submissions.read', {
    withoutEntry: 'remembers for the person alone until when they have looked',
    handle: ({ write, person, now }) => write((queries) => markLooked(queries, person.id, now)),
  }),
}
