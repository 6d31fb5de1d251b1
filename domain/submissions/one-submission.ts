import { sql } from 'kysely'
import type { Queries } from '../platform/database/database.ts'
import type { SubmissionEventKind } from '../platform/database/tables.ts'
import { isWithin, type Scope } from './scope.ts'
import { searchRowOf } from './search-row.ts'
import type { SubmissionSummary, WholeSubmission } from './submissions.ts'

interface TimelineEntry {
  at: string
  kind: SubmissionEventKind | 'received' | 'mail'
  actorId: string | null
  details: Record<string, unknown>
}

export async function timelineOf(queries: Queries, submission: SubmissionSummary): Promise<TimelineEntry[]> {
  const events = await queries
    .selectFrom('submission_events')
    .selectAll()
    .where('submission_id', '=', submission.id)
    .orderBy('happened_at')
    .execute()
  const mails = await queries
    .selectFrom('mails')
    .leftJoin('queued_jobs', 'queued_jobs.id', 'mails.id')
    .select(['mails.kind', 'mails.created_at', 'due_at', 'sent_at', 'tries'])
    .where('reference', '=', submission.reference)
    .execute()
  const entries: TimelineEntry[] = [
    { at: submission.created_at, kind: 'received', actorId: null, details: {} },
    ...events.map(({ happened_at, kind, actor_id, details }) => ({
      at: happened_at,
      kind,
      actorId: actor_id,
      details: JSON.parse(details),
    })),
    ...mails.map(({ kind, created_at, due_at, sent_at, tries }) => ({
      at: sent_at ?? created_at,
      kind: 'mail' as const,
      actorId: null,
      details: { mail: kind, isSent: sent_at !== null, sendAt: due_at ?? sent_at ?? created_at, tries: tries ?? 0 },
    })),
  ]
  return entries.sort((one, other) => one.at.localeCompare(other.at))
}

type DuplicateReason = 'email' | 'phone' | 'cv' | 'name'

const MAX_DUPLICATES = 20

export async function duplicatesOf(queries: Queries, submission: WholeSubmission, scope: Scope) {
  const own = searchRowOf(submission, [])
  const keys = { email: 'email_key', phone: 'phone_key', name: 'name_key' } as const
  const reasons = new Map<string, Set<DuplicateReason>>()
  const add = (id: string, reason: DuplicateReason) => {
    if (id !== submission.id) reasons.set(id, (reasons.get(id) ?? new Set()).add(reason))
  }
  for (const reason of ['email', 'phone', 'name'] as const) {
    const column = keys[reason]
    if (!own[column]) continue
    const rows = await queries
      .selectFrom('submission_search')
      .select('submission_id')
      .where(column, '=', own[column])
      .orderBy('arrival', 'desc')
      .limit(MAX_DUPLICATES + 1)
      .execute()
    for (const { submission_id } of rows) add(submission_id, reason)
  }
  const sameCv = queries
    .selectFrom('cvs')
    .select('submission_id')
    .where('sha256', '=', submission.cv?.sha256 ?? '')
  for (const { submission_id } of await sameCv.limit(MAX_DUPLICATES + 1).execute()) add(submission_id, 'cv')
  if (reasons.size === 0) return []
  const others = await queries
    .selectFrom('submissions')
    .select(['id', 'reference', 'kind', 'name', 'about', 'language', 'stage'])
    .select(['job_title_ar as aboutInArabic', 'job_id as jobId', 'created_at as createdAt'])
    .where('id', 'in', [...reasons.keys()])
    .where(isWithin(scope))
    .execute()
  return others
    .map(({ id, ...other }) => ({ ...other, reasons: [...(reasons.get(id) ?? [])] }))
    .sort((one, other) => other.reasons.length - one.reasons.length || other.createdAt.localeCompare(one.createdAt))
    .slice(0, MAX_DUPLICATES)
}

/** Changes with everything that the page of a submission shows. Read it before letters and history. */
export async function stateOf(queries: Queries, { id, reference, version, notes, cv }: WholeSubmission) {
  const { rows } = await sql<Record<string, string | number>>`
    select (select count(*) from submission_events where submission_id = ${id}) as events,
      (select count(*) from mails where reference = ${reference} and sent_at is not null) as mails,
      (select count(*) from mails inner join letter_submissions on letter_id = mails.id
        where submission_id = ${id} and sent_at is not null) as letters,
      (select coalesce(sum(tries + is_stuck), 0) from queued_jobs where subject = ${reference}) as tries`.execute(
    queries,
  )
  return [
    version,
    notes.length,
    cv?.sha256,
    cv?.result ? 'inspected' : '',
    cv?.text,
    ...Object.values(rows[0] ?? {}),
  ].join(' ')
}

const VIEWER_SECONDS = 45

/** Resolves to the other people who have it open. */
export async function beginPresence(queries: Queries, submissionId: string, personId: string, now: Date) {
  await queries
    .insertInto('submission_viewers')
    .values({ submission_id: submissionId, person_id: personId, seen_at: now.toISOString() })
    .onConflict((conflict) =>
      conflict.columns(['submission_id', 'person_id']).doUpdateSet({ seen_at: now.toISOString() }),
    )
    .execute()
  return (await keepPresence(queries, submissionId, personId, now)) ?? []
}

/** The same; undefined if this person has not opened it, or was away for too long. */
export async function keepPresence(queries: Queries, submissionId: string, personId: string, now: Date) {
  const gone = new Date(now.getTime() - VIEWER_SECONDS * 1000).toISOString()
  await queries.deleteFrom('submission_viewers').where('seen_at', '<', gone).execute()
  const ofSubmission = queries.selectFrom('submission_viewers').where('submission_id', '=', submissionId)
  const viewers = (await ofSubmission.select('person_id').execute()).map(({ person_id }) => person_id)
  if (!viewers.includes(personId)) return undefined
  await queries
    .updateTable('submission_viewers')
    .set({ seen_at: now.toISOString() })
    .where('submission_id', '=', submissionId)
    .where('person_id', '=', personId)
    .execute()
  return viewers.filter((id) => id !== personId)
}

export async function endPresence(queries: Queries, submissionId: string, personId: string): Promise<void> {
  await queries
    .deleteFrom('submission_viewers')
    .where('submission_id', '=', submissionId)
    .where('person_id', '=', personId)
    .execute()
}
