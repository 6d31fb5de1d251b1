import { type SqlBool, sql } from 'kysely'
import ar from '#texts/desk/ar/submissions.json' with { type: 'json' }
import en from '#texts/desk/en/submissions.json' with { type: 'json' }
import { inEachLanguage } from '#texts/languages.ts'
import type { Queries } from '../../platform/database/database.ts'
import type { SubmissionKind } from '../../platform/database/tables.ts'
import { GENERAL_PROCESS, INTERNSHIP_PROCESS, processKeyOf } from '../../submissions/processes.ts'
import { isWithin, scopeOf, type Viewer } from '../../submissions/scope.ts'
import { processIn } from '../addresses.ts'
import { kindOfNotification, kindsSeenBy, type NotificationDetails, type NotificationKind } from './kinds.ts'

/** Notifications that still hold and that the viewer may see. */
const visibleTo = (queries: Queries, viewer: Viewer) =>
  queries
    .selectFrom('notifications')
    .leftJoin('submissions', 'submissions.id', 'notifications.submission_id')
    .where('notifications.person_id', '=', viewer.id)
    .where(({ or, eb }) => or([eb('notifications.submission_id', 'is', null), isWithin(scopeOf(viewer))]))
    .where(({ or, and, eb }) =>
      or(
        kindsSeenBy(viewer).map((kind) =>
          and([eb('notifications.kind', '=', kind), kindOfNotification(kind).holds ?? sql<SqlBool>`1 = 1`]),
        ),
      ),
    )

const PAGE = 50

export async function listNotifications(queries: Queries, person: Viewer, { before }: { before?: string } = {}) {
  const [beforeAt = '', beforeId = ''] = before?.split(' ') ?? []
  const rows = await selectLines(queries, person)
    .$if(before !== undefined, (query) =>
      query.where(sql<SqlBool>`(notifications.created_at, notifications.id) < (${beforeAt}, ${beforeId})`),
    )
    .orderBy('notifications.created_at', 'desc')
    .orderBy('notifications.id', 'desc')
    .limit(PAGE + 1)
    .execute()
  const shown = rows.slice(0, PAGE)
  const last = shown.at(-1)
  return {
    items: await toNotifications(queries, shown),
    next: rows.length > PAGE && last ? `${last.at} ${last.id}` : null,
    unread: await countUnread(queries, person),
  }
}

export const selectLines = (queries: Queries, person: Viewer) =>
  visibleTo(queries, person)
    .select(['notifications.id', 'notifications.kind as kind', 'subject', 'actor_id as actorId', 'details'])
    .select([
      'notifications.created_at as at',
      'notifications.read_at as readAt',
      'notifications.mailed_at as mailedAt',
      'reference',
      'name',
    ])
    .select(['submissions.kind as form', 'about', 'job_title_ar as aboutInArabic', 'job_id as jobId'])
    .select(['submissions.language as language', 'is_sample as isSample'])

export type NotificationLine = Awaited<ReturnType<ReturnType<typeof selectLines>['execute']>>[number]

export async function toNotifications(queries: Queries, lines: NotificationLine[]) {
  const titles = await titlesOf(
    queries,
    lines.filter(({ reference }) => reference === null).map(({ subject }) => subject),
  )
  return lines.map(({ id, kind, subject, actorId, details, at, readAt, reference, name, form, isSample, ...line }) => ({
    id,
    kind: kind as NotificationKind,
    subject,
    process: processOfNotification(form, line.jobId),
    actorId,
    at,
    isRead: readAt !== null,
    details: JSON.parse(details) as NotificationDetails,
    submission:
      reference === null || name === null || form === null
        ? null
        : {
            reference,
            name,
            kind: form,
            about: line.about ?? '',
            aboutInArabic: line.aboutInArabic,
            jobId: line.jobId,
            language: line.language ?? 'en',
            isSample: isSample === 1,
          },
    title: titles.get(subject) ?? null,
  }))
}

/** Null for messages and content. */
export const processOfNotification = (form: SubmissionKind | null, jobId: number | null) =>
  form === null || form === 'contact-message' ? null : processKeyOf({ kind: form, job_id: jobId })

export type StaffNotification = Awaited<ReturnType<typeof toNotifications>>[number]

export function groupedBy<Item>(items: readonly Item[], keyOf: (item: Item) => string) {
  const groups = new Map<string, Item[]>()
  for (const item of items) {
    const key = keyOf(item)
    const group = groups.get(key)
    if (group) group.push(item)
    else groups.set(key, [item])
  }
  return groups
}

/** Of one without a job. */
function nameOfProcess(process: string | undefined, language: 'en' | 'ar') {
  const { general, kinds } = { en, ar }[language]
  if (process === GENERAL_PROCESS) return general
  return process === INTERNSHIP_PROCESS ? kinds['internship-application'] : ''
}

/** Titles of content records by `<type>/<id>`, in each language. */
async function titlesOf(queries: Queries, subjects: string[]) {
  const titles = new Map<string, Record<'en' | 'ar', string>>()
  for (const subject of new Set(subjects)) {
    const process = processIn(subject)
    const [type = '', id = ''] = process === undefined ? subject.split('/') : ['jobs', process]
    const parts = await queries
      .selectFrom('content_parts')
      .select(['part', 'title'])
      .where('type', '=', type)
      .where('record_id', '=', Number(id) || 0)
      .execute()
    titles.set(
      subject,
      inEachLanguage(
        (language) => parts.find(({ part }) => part === language)?.title || nameOfProcess(process, language),
      ),
    )
  }
  return titles
}

/** The bell says "99+". */
const MAX_UNREAD = 100

export async function countUnread(queries: Queries, person: Viewer): Promise<number> {
  const found = visibleTo(queries, person)
    .select('notifications.id')
    .where('notifications.read_at', 'is', null)
    .limit(MAX_UNREAD)
    .as('found')
  const { count } = await queries
    .selectFrom(found)
    .select(({ fn }) => fn.countAll().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

const OF_TODAY: NotificationKind[] = ['mention', 'assignment']
const MAX_ON_TODAY = 8

/** Unread mentions and assignments, one for each submission and kind, the newest first. */
export async function notificationsOfToday(queries: Queries, person: Viewer) {
  const lines = await selectLines(queries, person)
    .where('notifications.read_at', 'is', null)
    .where('notifications.kind', 'in', OF_TODAY)
    .orderBy('notifications.created_at')
    .execute()
  const newest = [...new Map(lines.map((line) => [`${line.subject} ${line.kind}`, line])).values()]
  return { items: await toNotifications(queries, newest.slice(-MAX_ON_TODAY).reverse()), count: newest.length }
}

/** The person has opened the record. */
export async function readAbout(queries: Queries, subject: string, personId: string, now: Date): Promise<void> {
  await queries
    .updateTable('notifications')
    .set({ read_at: now.toISOString() })
    .where('person_id', '=', personId)
    .where('subject', '=', subject)
    .where('read_at', 'is', null)
    .execute()
}

export async function hasUnreadAbout(queries: Queries, subject: string, personId: string): Promise<boolean> {
  const found = await queries
    .selectFrom('notifications')
    .select('id')
    .where('person_id', '=', personId)
    .where('subject', '=', subject)
    .where('read_at', 'is', null)
    .executeTakeFirst()
  return found !== undefined
}

/** `until`: the newest that the person was shown. */
export async function readAll(queries: Queries, personId: string, until: string, now: Date): Promise<void> {
  await queries
    .updateTable('notifications')
    .set({ read_at: now.toISOString() })
    .where('person_id', '=', personId)
    .where('created_at', '<=', until)
    .where('read_at', 'is', null)
    .execute()
}

/** Changes when somebody is notified or reads; two look-ups in indexes. */
export async function notificationsVersion(queries: Queries): Promise<string> {
  const { rows } = await sql<{ made: string | null; read: string | null }>`
    select (select max(created_at) from notifications) as made,
      (select max(read_at) from notifications where read_at is not null) as read`.execute(queries)
  const [{ made, read } = { made: null, read: null }] = rows
  return `${Date.parse(made ?? NEVER)}-${Date.parse(read ?? NEVER)}`
}

const NEVER = '1970-01-01T00:00:00.000Z'
