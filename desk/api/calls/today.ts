import { countUnsorted } from '#domain/candidates/replies/tray.ts'
import { notificationsOfToday } from '#domain/notifications/staff/list.ts'
import { calendarDay } from '#domain/platform/calendar.ts'
import { listJobs } from '#domain/submissions/jobs.ts'
import { companyCalendar } from '#domain/submissions/promises.ts'
import { todayFor } from '#domain/submissions/today.ts'
import { call } from '../call.ts'

export const todayCalls = {
  'GET /today': call('submissions.read', {
    async handle({ queries, person, now }) {
      const notices = await notificationsOfToday(queries, person)
      return { ...(await todayFor(queries, person.id, now)), notices, unsorted: await countUnsorted(queries) }
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
}
