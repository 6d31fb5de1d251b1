import { type SqlBool, sql } from 'kysely'
import type { Migration } from './migration.ts'

const FORMER_INDEXES = [
  'newest_first',
  'by_kind',
  'by_stage',
  'by_job_id',
  'by_assignee_id',
  'waiting',
  'marked',
  'unread',
]

/** By these a list is filtered. Where an index holds them all, what does not fit is passed over without reading its row. */
const FILTERED = ['kind', 'stage', 'job_id', 'assignee_id', 'language', 'is_sample', 'marks', 'read_at', 'answered_at']

/** Lists and searches walk in the same order, by the number of the arrival; see docs/decisions/search-by-words.md. */
export const orderInbox: Migration = async (queries, kind) => {
  const { schema } = queries
  await schema
    .alterTable('submissions')
    .addColumn('arrival', kind === 'sqlite' ? 'integer' : 'double precision', (column) => column.notNull().defaultTo(0))
    .execute()
  // What an earlier release stored is numbered by its moment until the next start completes it: see domain/submissions/search-row.ts.
  const microseconds =
    kind === 'sqlite'
      ? sql`cast(strftime('%s', created_at) as integer) * 1000000 + cast(substr(created_at, 21, 3) as integer) * 1000`
      : sql`extract(epoch from created_at::timestamptz) * 1000000`
  await sql`
    update submissions set arrival = coalesce(
      (select arrival from submission_search where submission_search.submission_id = submissions.id), 0)`.execute(
    queries,
  )

  await sql`
    update submissions set arrival = numbered.arrival
    from (
      select id, ${microseconds} + row_number() over (partition by created_at order by reference desc) as arrival
      from submissions
    ) as numbered
    where numbered.id = submissions.id and submissions.arrival = 0`.execute(queries)

  for (const name of FORMER_INDEXES) await schema.dropIndex(`submissions_${name}`).execute()
  const index = (name: string, columns: string[]) =>
    schema.createIndex(`submissions_${name}`).on('submissions').columns(columns)
  await index('in_order', ['arrival', ...FILTERED, 'answer_due_at']).execute()
  await index('waiting', ['answer_due_at', 'arrival', ...FILTERED])
    .where(sql<SqlBool>`answered_at is null and stage in ('new', 'in-review')`)
    .execute()
  await index('by_stage', ['kind', 'stage']).execute()
  await index('by_job', ['job_id', 'arrival', 'stage']).where(sql<SqlBool>`job_id is not null`).execute()
  await index('by_assignee', ['assignee_id', 'arrival', 'stage', 'kind'])
    .where(sql<SqlBool>`assignee_id is not null`)
    .execute()
  await index('marked', ['arrival']).where(sql<SqlBool>`marks <> ''`).execute()
  await index('unread', ['arrival']).where(sql<SqlBool>`read_at is null`).execute()
  await index('samples', ['arrival']).where(sql<SqlBool>`is_sample = 1`).execute()
}
