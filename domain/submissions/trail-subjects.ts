import { auditSubjectOf, type ListedEntry } from '../platform/audit-trail.ts'
import type { Queries } from '../platform/database/database.ts'
import { DAY } from '../platform/durations.ts'

const MAX_CANDIDATES = 5000

interface TrailSubject {
  /** An address of the desk. */
  to: string
  title: { en: string; ar: string }
}

/** Names and places of the records in entries, by subject. Of an erased submission neither the trail nor this knows the sender. */
export async function trailSubjects(queries: Queries, entries: ListedEntry[]): Promise<Record<string, TrailSubject>> {
  const found = [
    await submissionsIn(queries, entries),
    await recordsIn(queries, entries),
    await templatesIn(queries, entries),
    await picturesIn(queries, entries),
    await webhooksIn(queries, entries),
    await peopleIn(queries, entries),
  ]
  return Object.fromEntries(found.flat())
}

type Found = [subject: string, TrailSubject]

const subjectsOf = (entries: ListedEntry[], area: string) =>
  entries.flatMap(({ action, subject }) => (action.startsWith(area) && subject ? [subject] : []))

const called = (name: string) => ({ en: name, ar: name })

async function templatesIn(queries: Queries, entries: ListedEntry[]): Promise<Found[]> {
  const ids = subjectsOf(entries, 'template.')
  if (ids.length === 0) return []
  const templates = queries.selectFrom('letter_templates').select(['id', 'name_en', 'name_ar']).where('id', 'in', ids)
  return (await templates.execute()).map(({ id, name_en: en, name_ar: ar }) => [
    id,
    { to: `/templates/${id}`, title: { en, ar } },
  ])
}

async function picturesIn(queries: Queries, entries: ListedEntry[]): Promise<Found[]> {
  const ids = subjectsOf(entries, 'picture.')
  if (ids.length === 0) return []
  const pictures = queries.selectFrom('pictures').select(['id', 'name']).where('id', 'in', ids)
  return (await pictures.execute()).map(({ id, name }) => [id, { to: '/pictures', title: called(name) }])
}

/** By the webhook, or by a delivery that was repeated. The host only: the rest of an address may be a secret. */
async function webhooksIn(queries: Queries, entries: ListedEntry[]): Promise<Found[]> {
  const ids = subjectsOf(entries, 'webhook.')
  if (ids.length === 0) return []
  const webhooks = await queries
    .selectFrom('webhooks')
    .leftJoin('webhook_deliveries', 'webhook_deliveries.webhook_id', 'webhooks.id')
    .select(['webhooks.id', 'webhook_deliveries.id as delivery', 'url'])
    .where(({ or, eb }) => or([eb('webhooks.id', 'in', ids), eb('webhook_deliveries.id', 'in', ids)]))
    .execute()
  return webhooks.flatMap(({ id, delivery, url }) => {
    const found = { to: '/webhooks', title: called(hostOf(url)) }
    return [id, delivery].flatMap((each): Found[] => (each === null ? [] : [[each, found]]))
  })
}

const hostOf = (url: string) => (URL.canParse(url) ? new URL(url).host : url)

/** A person who was removed, and an invitation that is used up, are on no screen. */
async function peopleIn(queries: Queries, entries: ListedEntry[]): Promise<Found[]> {
  const ids = subjectsOf(entries, 'person.')
  if (ids.length === 0) return []
  const named = await queries
    .selectFrom('people')
    .select(['id', 'name'])
    .where('id', 'in', ids)
    .where('removed_at', 'is', null)
    .unionAll(queries.selectFrom('invitations').select(['id', 'name']).where('id', 'in', ids))
    .execute()
  return named.map(({ id, name }) => [id, { to: '/people', title: called(name) }])
}

/** Subjects are hashes, so those of the submissions that had an event at the time are compared; a day's first opening is one. */
async function submissionsIn(queries: Queries, entries: ListedEntry[]): Promise<Found[]> {
  const moments = entries.map(({ happened_at }) => happened_at).sort()
  const [first, last] = [moments[0], moments.at(-1)]
  if (!first || !last) return []
  const candidates = await queries
    .selectFrom('submissions')
    .select(['id', 'reference', 'name'])
    .where('id', 'in', (events) =>
      events
        .selectFrom('submission_events')
        .select('submission_id')
        .where('happened_at', '>=', new Date(Date.parse(first) - DAY).toISOString())
        .where('happened_at', '<=', last),
    )
    .orderBy('arrival', 'desc')
    .limit(MAX_CANDIDATES)
    .execute()
  const subjects = new Set(entries.map(({ subject }) => subject))
  return candidates
    .map(
      ({ id, reference, name }): Found => [auditSubjectOf({ id }), { to: `/inbox/${reference}`, title: called(name) }],
    )
    .filter(([subject]) => subjects.has(subject))
}

async function recordsIn(queries: Queries, entries: ListedEntry[]): Promise<Found[]> {
  const subjects = new Set(subjectsOf(entries, 'content.'))
  const ids = [...subjects].map((subject) => Number(subject.split('/')[1])).filter(Number.isSafeInteger)
  if (ids.length === 0) return []
  const parts = await queries
    .selectFrom('content_parts')
    .select(['type', 'record_id', 'part', 'title'])
    .where('record_id', 'in', ids)
    .where('part', 'in', ['en', 'ar'])
    .execute()
  const titleOf = (subject: string, part: 'en' | 'ar') =>
    parts.find((each) => `${each.type}/${each.record_id}` === subject && each.part === part)?.title ?? ''
  return [...subjects].flatMap((subject) => {
    const [en, ar] = [titleOf(subject, 'en'), titleOf(subject, 'ar')]
    return en || ar ? [[subject, { to: `/content/${subject}`, title: { en: en || ar, ar: ar || en } }]] : []
  })
}
