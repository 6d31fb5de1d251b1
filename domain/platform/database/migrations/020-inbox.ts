import { type SqlBool, sql } from 'kysely'
import type { Migration } from './migration.ts'

type Queries = Parameters<Migration>[0]

/** What the desk works with: stages, who looks after what, notes, a time line, and what a search looks at. */
export const createInbox: Migration = async (queries, kind) => {
  const { schema } = queries
  await schema.alterTable('submissions').renameColumn('state', 'stage').execute()
  const add = (name: string, type: 'text' | 'integer', fallback?: string | number) =>
    schema
      .alterTable('submissions')
      .addColumn(name, type, (column) => (fallback === undefined ? column : column.notNull().defaultTo(fallback)))
      .execute()
  await add('stage_since', 'text', '')
  await add('decline_reason', 'text')
  await add('read_at', 'text')
  await add('answered_at', 'text')
  await add('answer_due_at', 'text', '')
  await add('assignee_id', 'text')
  await add('is_sample', 'integer', 0)
  await add('version', 'integer', 1)

  // Until when each person of the desk has seen what there is.
  await schema.alterTable('people').addColumn('looked_at', 'text').execute()

  const isMessage = sql`kind = 'contact-message'`
  // What arrived before promises were kept in working days is due by the calendar.
  const due = (days: number) =>
    kind === 'sqlite'
      ? sql`strftime('%Y-%m-%dT%H:%M:%fZ', created_at, ${sql.lit(`+${days} days`)})`
      : sql`to_char((created_at::timestamptz + ${sql.lit(`${days} days`)}::interval) at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
  await sql`
    update submissions set
      stage_since = created_at,
      read_at = case when stage = 'new' then null else created_at end,
      answered_at = case when stage = 'answered' then created_at else null end,
      answer_due_at = case when ${isMessage} then ${due(1)} else ${due(7)} end`.execute(queries)
  await sql`
    update submissions set stage = case
      when stage = 'read' and ${isMessage} then 'new'
      when stage in ('read', 'answered') and not (${isMessage}) then 'in-review'
      when stage = 'archived' and not (${isMessage}) then 'declined'
      else stage end`.execute(queries)

  await schema
    .createTable('submission_notes')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('submission_id', 'text', ofSubmission)
    .addColumn('author_id', 'text')
    .addColumn('created_at', 'text', required)
    .addColumn('note', 'text', required)
    .addColumn('mentions', 'text', required)
    .execute()
  await schema.createIndex('submission_notes_by_submission').on('submission_notes').column('submission_id').execute()
  await sql`
    insert into submission_notes (id, submission_id, author_id, created_at, note, mentions)
    select id, id, null, created_at, note, '[]' from submissions where note <> ''`.execute(queries)
  await schema.alterTable('submissions').dropColumn('note').execute()

  await schema
    .createTable('submission_events')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('submission_id', 'text', ofSubmission)
    .addColumn('happened_at', 'text', required)
    .addColumn('kind', 'text', required)
    .addColumn('actor_id', 'text')
    .addColumn('details', 'text', required)
    .execute()
  await schema
    .createIndex('submission_events_in_order')
    .on('submission_events')
    .columns(['submission_id', 'happened_at'])
    .execute()
  await schema.createIndex('submission_events_newest').on('submission_events').column('happened_at').execute()

  await schema
    .createTable('submission_viewers')
    .addColumn('submission_id', 'text', ofSubmission)
    .addColumn('person_id', 'text', required)
    .addColumn('seen_at', 'text', required)
    .addPrimaryKeyConstraint('submission_viewers_key', ['submission_id', 'person_id'])
    .execute()

  await createSearch(queries, kind)
  await createIndexes(queries)
}

/** Words in one spelling, and by what the same person is recognised. Filled at the next start: see domain/submissions/search-row.ts. */
async function createSearch(queries: Queries, kind: 'sqlite' | 'postgres') {
  const { schema } = queries
  await schema
    .createTable('submission_search')
    // Exact up to the year 2255, and the driver reads it as a number.
    .addColumn('arrival', kind === 'sqlite' ? 'integer' : 'double precision', (column) => column.primaryKey())
    .addColumn('submission_id', 'text', (column) => ofSubmission(column).unique())
    .addColumn('words', 'text', required)
    .addColumn('email_key', 'text', required)
    .addColumn('phone_key', 'text', required)
    .addColumn('name_key', 'text', required)
    .execute()
  for (const key of ['email_key', 'phone_key', 'name_key'])
    await schema.createIndex(`submission_search_by_${key}`).on('submission_search').column(key).execute()

  if (kind === 'sqlite') {
    await sql`
      create virtual table submission_words using fts5(
        words, content = 'submission_search', content_rowid = 'arrival',
        tokenize = 'unicode61 remove_diacritics 0', columnsize = 0, detail = 'none')`.execute(queries)
    // Otherwise the words of an erased person would stay in the index until it is next merged.
    await sql`insert into submission_words (submission_words, rank) values ('secure-delete', 1)`.execute(queries)
    const take = sql`insert into submission_words (rowid, words) values (new.arrival, new.words);`
    const drop = sql`
      insert into submission_words (submission_words, rowid, words) values ('delete', old.arrival, old.words);`
    await sql`create trigger submission_search_added after insert on submission_search begin ${take} end`.execute(
      queries,
    )
    await sql`create trigger submission_search_removed after delete on submission_search begin ${drop} end`.execute(
      queries,
    )
    await sql`
      create trigger submission_search_changed after update on submission_search begin ${drop} ${take} end`.execute(
      queries,
    )
  } else {
    await sql`
      create index submission_words on submission_search
      using gin (array_to_tsvector(string_to_array(words, ' ')))`.execute(queries)
  }
}

async function createIndexes({ schema }: Queries) {
  const newestFirst = ['created_at desc', 'reference'] as const
  for (const column of ['kind', 'stage', 'job_id', 'assignee_id'] as const)
    await schema
      .createIndex(`submissions_by_${column}`)
      .on('submissions')
      .columns([column, ...newestFirst])
      .execute()
  // Few are waiting, marked or unread, however many there are.
  await schema
    .createIndex('submissions_waiting')
    .on('submissions')
    .columns(['answer_due_at', 'reference'])
    .where(sql<SqlBool>`answered_at is null and stage in ('new', 'in-review')`)
    .execute()
  await schema
    .createIndex('submissions_marked')
    .on('submissions')
    .columns([...newestFirst])
    .where(sql<SqlBool>`marks <> ''`)
    .execute()
  await schema
    .createIndex('submissions_unread')
    .on('submissions')
    .columns([...newestFirst])
    .where(sql<SqlBool>`read_at is null`)
    .execute()
  await schema.createIndex('cvs_by_hash').on('cvs').column('sha256').execute()
}

type Column<Self> = { notNull(): Self }

function required<Self extends Column<Self>>(column: Self) {
  return column.notNull()
}

function ofSubmission<Self extends Column<Self> & { references(ref: string): { onDelete(way: 'cascade'): Self } }>(
  column: Self,
) {
  return column.notNull().references('submissions.id').onDelete('cascade')
}
