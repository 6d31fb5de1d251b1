import type { Queries } from '../platform/database/database.ts'
import type { ConsentChannel } from '../platform/database/tables.ts'
import { DAY } from '../platform/durations.ts'
import type { Candidate } from '../submissions/candidate-rows.ts'
import { listMailboxes, listSubmissions, type SubmissionFilters } from '../submissions/list-submissions.ts'
import type { SubmissionSummary } from '../submissions/submissions.ts'

export interface Tag {
  id: string
  name: string
}

/** All rows of one person: their own, and those merged into it. */
export interface Person {
  id: string
  rows: Candidate[]
}

/** By the id of any of its rows. */
export async function findPerson(queries: Queries, id: string): Promise<Person | undefined> {
  const row = await queries.selectFrom('candidates').select('root_id').where('id', '=', id).executeTakeFirst()
  if (!row) return undefined
  const rows = await queries
    .selectFrom('candidates')
    .selectAll()
    .where('root_id', '=', row.root_id)
    .orderBy('id')
    .execute()
  return { id: row.root_id, rows }
}

/** The person who sent it; undefined if an earlier release stored it this very day. */
export async function personWith(queries: Queries, mailbox: string): Promise<string | undefined> {
  const row = await queries.selectFrom('candidates').select('root_id').where('mailbox', '=', mailbox).executeTakeFirst()
  return row?.root_id
}

export const mailboxesOf = ({ rows }: Person) => rows.map(({ mailbox }) => mailbox)

export const MAX_RATING = 5

export interface Rating {
  rating: number
  by: string | null
  at: string
}

/** The newest of all that are merged. */
export function ratingOf(rows: Candidate[]): Rating | null {
  const rated = rows.filter(({ rating, rated_at }) => rating !== null && rated_at !== null)
  const newest = rated.sort((one, other) => String(other.rated_at).localeCompare(String(one.rated_at)))[0]
  return newest ? { rating: newest.rating as number, by: newest.rated_by, at: newest.rated_at as string } : null
}

export async function rate(
  queries: Queries,
  { id, rows }: Person,
  rating: number | null,
  { actorId, now }: { actorId: string; now: Date },
): Promise<void> {
  const none = { rating: null, rated_by: null, rated_at: null }
  if (rating === null) {
    await queries.updateTable('candidates').set(none).where('root_id', '=', id).execute()
    return
  }
  const [root] = rows.filter((row) => row.id === id)
  await queries
    .updateTable('candidates')
    .set({ rating, rated_by: actorId, rated_at: now.toISOString() })
    .where('id', '=', root?.id ?? id)
    .execute()
}

export interface PoolEntry {
  until: string
  agreedOn: string
  channel: ConsentChannel
  by: string | null
  askedAt: string | null
}

/** Of merged ones the entry that ends first. */
export function poolOf(rows: Candidate[]): PoolEntry | null {
  const entries = rows.filter(({ pool_until }) => pool_until !== null)
  const first = entries.sort((one, other) => String(one.pool_until).localeCompare(String(other.pool_until)))[0]
  if (!first) return null
  const { pool_until, pool_agreed_on, pool_channel, pool_by, pool_asked_at } = first
  return {
    until: pool_until as string,
    agreedOn: pool_agreed_on as string,
    channel: pool_channel as ConsentChannel,
    by: pool_by,
    askedAt: pool_asked_at,
  }
}

export interface PersonFilters {
  /** With one of these. */
  tagIds?: string[] | undefined
  /** Rated so high at least. */
  rating?: number | undefined
  inPool?: boolean | undefined
  /** Somebody who sent one of these. */
  sent: SubmissionFilters
}

const MAX_MATCHING = 2000
const MAX_SUBMISSIONS = 500

/** People with applications, newest application first. */
export async function listPeople(
  queries: Queries,
  { tagIds, rating, inPool, sent }: PersonFilters,
  { after, limit, isNarrowed }: { after?: number | undefined; limit: number; isNarrowed: boolean },
) {
  const mailboxes = isNarrowed ? await listMailboxes(queries, sent, MAX_MATCHING) : undefined
  if (mailboxes?.length === 0) return { people: [], next: null }
  const found = await queries
    .selectFrom('candidates')
    .select(['id', 'applied_arrival'])
    .where('merged_into', 'is', null)
    .where('applied_arrival', 'is not', null)
    .$if(after !== undefined, (query) => query.where('applied_arrival', '<', after as number))
    .$if(rating !== undefined, (query) =>
      query.where('id', 'in', ({ selectFrom }) =>
        selectFrom('candidates as rated')
          .select('rated.root_id')
          .where('rated.rating', '>=', rating as number),
      ),
    )
    .$if(inPool === true, (query) =>
      query.where('id', 'in', ({ selectFrom }) =>
        selectFrom('candidates as pooled').select('pooled.root_id').where('pooled.pool_until', 'is not', null),
      ),
    )
    .$if(tagIds !== undefined, (query) =>
      query.where('id', 'in', ({ selectFrom }) =>
        selectFrom('candidate_tags')
          .innerJoin('candidates as tagged', 'tagged.id', 'candidate_tags.candidate_id')
          .select('tagged.root_id')
          .where('tag_id', 'in', tagIds as string[]),
      ),
    )
    .$if(mailboxes !== undefined, (query) =>
      query.where('id', 'in', ({ selectFrom }) =>
        selectFrom('candidates as sender')
          .select('sender.root_id')
          .where('sender.mailbox', 'in', mailboxes as string[]),
      ),
    )
    .orderBy('applied_arrival', 'desc')
    .limit(limit + 1)
    .execute()
  const shown = found.slice(0, limit)
  return {
    people: await describePeople(
      queries,
      shown.map(({ id }) => id),
      sent,
    ),
    next: found.length > limit ? (shown.at(-1)?.applied_arrival ?? null) : null,
  }
}

async function describePeople(queries: Queries, ids: string[], visible: SubmissionFilters) {
  if (ids.length === 0) return []
  const rows = await queries.selectFrom('candidates').selectAll().where('root_id', 'in', ids).execute()
  const submissions = await listSubmissions(
    queries,
    { ...onlyScope(visible), mailboxes: rows.map(({ mailbox }) => mailbox) },
    { limit: MAX_SUBMISSIONS },
  )
  const tags = await tagsByRow(
    queries,
    rows.map(({ id }) => id),
  )
  return ids.flatMap((id) => {
    const own = rows.filter(({ root_id }) => root_id === id)
    const sent = submissions.filter(({ mailbox }) => own.some((row) => row.mailbox === mailbox))
    const newest = sent.find(({ kind }) => kind !== 'contact-message') ?? sent[0]
    if (!newest) return []
    return [
      {
        id,
        name: newest.name,
        newest: lineOf(newest),
        count: sent.length,
        tags: distinctTags(own.flatMap((row) => tags.get(row.id) ?? [])),
        rating: ratingOf(own)?.rating ?? null,
        poolUntil: poolOf(own)?.until ?? null,
        isSample: sent.every(({ is_sample }) => is_sample === 1),
      },
    ]
  })
}

/** Drops every filter but the viewer's scope. */
function onlyScope(filters: SubmissionFilters): SubmissionFilters {
  return 'scope' in filters ? ({ scope: filters.scope } as SubmissionFilters) : {}
}

export const lineOf = (submission: SubmissionSummary) => ({
  reference: submission.reference,
  kind: submission.kind,
  createdAt: submission.created_at,
  language: submission.language,
  about: submission.about,
  aboutInArabic: submission.job_title_ar,
  jobId: submission.job_id,
  stage: submission.stage,
  declineReason: submission.decline_reason,
  addedAs: submission.added_as,
})

export async function tagsByRow(queries: Queries, ids: string[]): Promise<Map<string, Tag[]>> {
  if (ids.length === 0) return new Map()
  const rows = await queries
    .selectFrom('candidate_tags')
    .innerJoin('tags', 'tags.id', 'tag_id')
    .select(['candidate_id', 'tags.id', 'name'])
    .where('candidate_id', 'in', ids)
    .orderBy('name_key')
    .execute()
  const byRow = new Map<string, Tag[]>()
  for (const { candidate_id, id, name } of rows)
    byRow.set(candidate_id, [...(byRow.get(candidate_id) ?? []), { id, name }])
  return byRow
}

export const distinctTags = (tags: Tag[]) => [...new Map(tags.map((tag) => [tag.id, tag])).values()]

export const sentBy = (queries: Queries, person: Person, visible: SubmissionFilters) =>
  listSubmissions(queries, { ...onlyScope(visible), mailboxes: mailboxesOf(person) }, { limit: MAX_SUBMISSIONS })

/** How long a merge can be undone. */
const UNMERGE_DAYS = 30
export const UNMERGE_MILLISECONDS = UNMERGE_DAYS * DAY
