import { auditSubjectOf, type ListedEntry } from '../platform/audit-trail.ts'
import type { Queries } from '../platform/database/database.ts'
import { DAY } from '../platform/durations.ts'

const MAX_CANDIDATES = 5000

interface TrailSubject {
  /** An address of the desk. */
  to: string
  title: { en: string; ar: string }
}

/** What entries are about, by their subject. The trail cannot tell who an erased submission was from, and neither can this. */
export async function trailSubjects(queries: Queries, entries: ListedEntry[]): Promise<Record<string, TrailSubject>> {
  const submissions = await submissionsIn(queries, entries)
  return Object.fromEntries([...submissions, ...(await recordsIn(queries, entries))])
}

/** Subjects are hashes, so those of the submissions that had an event at the time are compared; a day's first opening is one. */
async function submissionsIn(queries: Queries, entries: ListedEntry[]): Promise<[string, TrailSubject][]> {
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
    .map(({ id, reference, name }): [string, TrailSubject] => [
      auditSubjectOf({ id }),
      { to: `/inbox/${reference}`, title: { en: name, ar: name } },
    ])
    .filter(([subject]) => subjects.has(subject))
}

async function recordsIn(queries: Queries, entries: ListedEntry[]): Promise<[string, TrailSubject][]> {
  const subjects = new Set(entries.flatMap(({ action, subject }) => (action.startsWith('content.') ? [subject] : [])))
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
