import * as z from 'zod'
import { DELIVERIES } from '#domain/notifications/staff/deliveries.ts'
import { kindsSeenBy, NOTIFICATION_KINDS } from '#domain/notifications/staff/kinds.ts'
import { countUnread, listNotifications, readAll } from '#domain/notifications/staff/list.ts'
import { changeSettings, deliveryOf, settingsOf } from '#domain/notifications/staff/settings.ts'
import { namesOfPeople } from '#domain/people/people.ts'
import { calendarDay, weekdaysClosed } from '#domain/platform/calendar.ts'
import { listJobs } from '#domain/submissions/jobs.ts'
import { companyCalendar } from '#domain/submissions/promises.ts'
import { scopeOf } from '#domain/submissions/scope.ts'
import { call } from '../call.ts'

const PROCESS = /^([1-9]\d{0,9}|general|internship)$/
const MAX_JOBS = 500
const hour = z.number().int().min(0).max(23)

export const notificationCalls = {
  'GET /notifications': call('signed-in', {
    query: z.object({ before: z.string().max(200).optional() }),
    async handle({ queries, person }, { query: { before } }) {
      const { items, ...page } = await listNotifications(queries, person, before === undefined ? {} : { before })
      const names = await namesOfPeople(queries)
      return { items: items.map((item) => ({ ...item, by: names.get(item.actorId ?? '') ?? null })), ...page }
    },
  }),

  'GET /notifications/unread': call('signed-in', {
    background: true,
    handle: async ({ queries, person }) => ({ unread: await countUnread(queries, person) }),
  }),

  'POST /notifications/read': call('signed-in', {
    withoutEntry: 'says only what this person has seen',
    body: z.object({ until: z.iso.datetime() }),
    handle: ({ write, person, now }, { body: { until } }) =>
      write((queries) => readAll(queries, person.id, until, now)),
  }),

  'GET /account/notifications': call('signed-in', {
    async handle({ queries, person, now, settings: { outbox } }) {
      const { quietFrom, quietUntil, isQuietWhenClosed, jobs, refusedAt, ...settings } = await settingsOf(
        queries,
        person.id,
      )
      const calendar = await companyCalendar(queries)
      const listed = await listJobs(queries, calendarDay(now, calendar.timeZone), scopeOf(person))
      return {
        kinds: kindsSeenBy(person).map((kind) => ({ kind, delivery: deliveryOf(kind, settings) })),
        quietFrom,
        quietUntil,
        isQuietWhenClosed,
        weekdaysClosed: weekdaysClosed(calendar),
        jobs,
        jobsToChoose: listed.map(({ id, title }) => ({ id: String(id), title })),
        refusedAt,
        areMailed: outbox !== undefined,
      }
    },
  }),

  'PATCH /account/notifications': call('signed-in', {
    audit: 'account.change',
    body: z.object({
      choices: z.partialRecord(z.enum(NOTIFICATION_KINDS), z.enum(DELIVERIES)).optional(),
      quietFrom: hour.optional(),
      quietUntil: hour.optional(),
      isQuietWhenClosed: z.boolean().optional(),
      jobs: z.array(z.string().regex(PROCESS)).max(MAX_JOBS).nullable().optional(),
    }),
    handle: ({ write, person }, { body }) =>
      write((queries) => changeSettings(queries, person.id, body), { subject: person.id }),
  }),
}
