import { countUnsorted } from '#domain/candidates/replies/tray.ts'
import { notificationsOfToday } from '#domain/notifications/staff/list.ts'
import { mayDo, mayDoIn } from '#domain/people/rights.ts'
import { calendarDay } from '#domain/platform/calendar.ts'
import { listJobs } from '#domain/submissions/jobs.ts'
import { GENERAL_PROCESS, INTERNSHIP_PROCESS } from '#domain/submissions/processes.ts'
import { companyCalendar } from '#domain/submissions/promises.ts'
import { scopeOf } from '#domain/submissions/scope.ts'
import { todayFor } from '#domain/submissions/today.ts'
import { call } from '../call.ts'

export const todayCalls = {
  'GET /today': call('submissions.read', {
    async handle({ queries, person, now }) {
      const notices = await notificationsOfToday(queries, person)
      const seesQueue = mayDo(person.roles, 'inbox.read')
      const unsorted = seesQueue ? await countUnsorted(queries) : 0
      return { ...(await todayFor(queries, person, now)), notices, unsorted, seesQueue }
    },
  }),

  'GET /conditions': call('settings.change', {
    background: true,
    async handle({ settings }) {
      return { conditions: (await settings.findConditions?.()) ?? [] }
    },
  }),

  /** Also closed jobs that have applications; `others`: processes without a job. */
  'GET /jobs': call('submissions.read', {
    background: true,
    async handle({ queries, person, now }) {
      const { timeZone } = await companyCalendar(queries)
      const jobs = await listJobs(queries, calendarDay(now, timeZone), scopeOf(person))
      const others = [GENERAL_PROCESS, INTERNSHIP_PROCESS].filter((each) => mayDoIn(person, each, 'submissions.read'))
      return { jobs, others }
    },
  }),
}
