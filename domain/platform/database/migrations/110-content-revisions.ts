import { type Kysely, type SqlBool, sql } from 'kysely'
import type { Migration } from './migration.ts'

/** The content as editors write it: what was ever written of each record, and which of it is published. The tables of 001 are what visitors read. */
export const createContentRevisions: Migration = async (queries) => {
  const { schema } = queries
  await schema
    .createTable('content_records')
    .addColumn('type', 'text', required)
    .addColumn('id', 'integer', required)
    .addColumn('position', 'integer', required)
    .addColumn('is_published', 'integer', required)
    .addColumn('created_at', 'text', required)
    .addColumn('changed_at', 'text', required)
    .addColumn('unpublished_by', 'text')
    .addColumn('ordered_by', 'text')
    .addPrimaryKeyConstraint('content_records_key', ['type', 'id'])
    .execute()
  await schema
    .createIndex('content_records_in_order')
    .on('content_records')
    .columns(['type', 'position', 'id'])
    .execute()
  await schema
    .createIndex('content_records_newest_first')
    .on('content_records')
    .columns(['type', 'changed_at desc', 'id'])
    .execute()

  await schema
    .createTable('content_parts')
    .addColumn('type', 'text', required)
    .addColumn('record_id', 'integer', required)
    .addColumn('part', 'text', required)
    .addColumn('version', 'integer', required)
    .addColumn('published_number', 'integer')
    .addColumn('draft_number', 'integer')
    .addColumn('scheduled_number', 'integer')
    .addColumn('publish_at', 'text')
    .addColumn('scheduled_by', 'text')
    .addColumn('title', 'text', required)
    .addColumn('words', 'text', required)
    .addColumn('is_missing', 'integer', required)
    .addColumn('is_behind', 'integer', required)
    .addColumn('behind', 'text', required)
    .addColumn('caught_up', 'text', required)
    .addPrimaryKeyConstraint('content_parts_key', ['type', 'record_id', 'part'])
    .addForeignKeyConstraint(
      'content_parts_record',
      ['type', 'record_id'],
      'content_records',
      ['type', 'id'],
      (constraint) => constraint.onDelete('cascade'),
    )
    .execute()
  for (const [name, condition] of Object.entries(STATES))
    await schema
      .createIndex(`content_parts_${name}`)
      .on('content_parts')
      .columns(['type', 'record_id', 'part'])
      .where(sql<SqlBool>`${sql.raw(condition)}`)
      .execute()
  await schema
    .createIndex('content_parts_due')
    .on('content_parts')
    .column('publish_at')
    .where(sql<SqlBool>`publish_at is not null`)
    .execute()

  await schema
    .createTable('content_revisions')
    .addColumn('type', 'text', required)
    .addColumn('record_id', 'integer', required)
    .addColumn('part', 'text', required)
    .addColumn('number', 'integer', required)
    .addColumn('fields', 'text', required)
    .addColumn('author_id', 'text')
    .addColumn('created_at', 'text', required)
    .addColumn('changed_at', 'text', required)
    .addColumn('is_small', 'integer', required)
    .addColumn('restored_from', 'integer')
    .addColumn('published_at', 'text')
    .addPrimaryKeyConstraint('content_revisions_key', ['type', 'record_id', 'part', 'number'])
    .addForeignKeyConstraint(
      'content_revisions_part',
      ['type', 'record_id', 'part'],
      'content_parts',
      ['type', 'record_id', 'part'],
      (constraint) => constraint.onDelete('cascade'),
    )
    .execute()

  await schema
    .createTable('content_locks')
    .addColumn('type', 'text', required)
    .addColumn('record_id', 'integer', required)
    .addColumn('person_id', 'text', required)
    .addColumn('taken_at', 'text', required)
    .addColumn('seen_at', 'text', required)
    .addPrimaryKeyConstraint('content_locks_key', ['type', 'record_id'])
    .addForeignKeyConstraint(
      'content_locks_record',
      ['type', 'record_id'],
      'content_records',
      ['type', 'id'],
      (constraint) => constraint.onDelete('cascade'),
    )
    .execute()

  await adoptLoadedContent(queries)
}

const STATES = {
  behind: 'is_behind = 1',
  missing: 'is_missing = 1',
  drafts: 'draft_number is not null',
  scheduled: 'publish_at is not null',
}

const LANGUAGES = ['en', 'ar']

// biome-ignore lint/suspicious/noExplicitAny: the rows of that day, which no code describes any more
type Row = any
type Read = (row: Row, language: string) => unknown

const plain =
  (name: string): Read =>
  (row, language) =>
    row[`${name}_${language}`] ?? ''
const list =
  (name: string): Read =>
  (row, language) =>
    JSON.parse(row[`${name}_${language}`] ?? '[]')
const column =
  (name: string): Read =>
  (row) =>
    row[name] ?? null
const words =
  (name: string): Read =>
  (row) =>
    row[name] ?? ''
const picture: Read = (row) => ({ en: row.icon_image_en, ar: row.icon_image_ar })
const pictures: Read = (row) => {
  const [english, arabic] = LANGUAGES.map((language) => JSON.parse(row[`images_${language}`]) as { url: string }[])
  return english?.map(({ url }, index) => ({ en: url, ar: arabic?.[index]?.url ?? url }))
}
const named = (read: (name: string) => Read, ...names: string[]) =>
  Object.fromEntries(names.map((name) => [name, read(name)]))

interface Source {
  type: string
  table: string
  order: string
  title: string
  shared: Record<string, Read>
  written: Record<string, Read>
}

const SOURCES: Source[] = [
  {
    type: 'services',
    table: 'services',
    order: 'position',
    title: 'title',
    shared: { motif: column('motif'), images: pictures },
    written: named(plain, 'title', 'summary', 'description'),
  },
  {
    type: 'categories',
    table: 'categories',
    order: 'position',
    title: 'name',
    shared: {},
    written: named(plain, 'name'),
  },
  {
    type: 'projects',
    table: 'projects',
    order: 'id',
    title: 'title',
    shared: {
      ...named(column, 'type', 'start_date'),
      icon_image: picture,
      images: pictures,
      ...named(column, 'app_store_url', 'google_play_url'),
    },
    written: named(plain, 'title', 'summary', 'description'),
  },
  {
    type: 'jobs',
    table: 'jobs',
    order: 'position',
    title: 'title',
    shared: {
      employment_type: column('employment_type'),
      country: words('country'),
      ...named(column, 'workplace', 'posted_on', 'closes_on', 'seats'),
      ...named(words, 'requisition', 'postal_code'),
      ...named(column, 'salary_minimum', 'salary_maximum'),
      salary_currency: words('salary_currency'),
      salary_period: column('salary_period'),
      salary_shown: ({ salary_shown }) => (salary_shown === null ? null : salary_shown === 1),
      ...named(column, 'experience_level', 'experience_months', 'education', 'contact_email'),
    },
    written: {
      ...named(plain, 'title', 'description'),
      requirements: list('requirements'),
      ...named(plain, 'location', 'team', 'city', 'region', 'street'),
      benefits: list('benefits'),
    },
  },
  {
    type: 'reviews',
    table: 'reviews',
    order: 'position',
    title: 'name',
    shared: {},
    written: named(plain, 'review', 'name', 'title'),
  },
  {
    type: 'team',
    table: 'team_members',
    order: 'position',
    title: 'name',
    shared: {},
    written: named(plain, 'name', 'role'),
  },
  {
    type: 'contact-info',
    table: 'contact_info',
    order: 'id',
    title: 'address',
    shared: {
      ...named(column, 'phone', 'email'),
      opening_hours: ({ opening_hours }) => JSON.parse(opening_hours),
      ...named(column, 'time_zone', 'chat_phone', 'footer_chat_phone'),
      social_link_urls: ({ social_links_en }) => JSON.parse(social_links_en).map(({ url }: Row) => url),
      map_url: column('map_url'),
      country: words('country'),
      founded: () => null,
    },
    written: {
      address: plain('address'),
      social_link_names: (row, language) => JSON.parse(row[`social_links_${language}`]).map(({ name }: Row) => name),
      city: plain('city'),
    },
  },
]

const ROWS_AT_ONCE = 500

/** What visitors read on that day becomes the first revision of every record. */
async function adoptLoadedContent(queries: Kysely<Row>) {
  const now = new Date().toISOString()
  for (const source of SOURCES) {
    const rows: Row[] = await queries.selectFrom(source.table).selectAll().orderBy(source.order).execute()
    for (let start = 0; start < rows.length; start += ROWS_AT_ONCE)
      await adoptRows(queries, source, rows.slice(start, start + ROWS_AT_ONCE), start, now)
  }
  await sql`update content_parts set words = fold_letters(title)`.execute(queries)
}

async function adoptRows(queries: Kysely<Row>, source: Source, rows: Row[], start: number, now: string) {
  const { type, title, shared, written } = source
  const records: Row[] = []
  const parts: Row[] = []
  const revisions: Row[] = []
  for (const [index, row] of rows.entries()) {
    // Reviews and people of the team had no number of their own.
    const id = row.id ?? start + index + 1
    records.push({ type, id, position: start + index, is_published: 1, created_at: now, changed_at: now })
    for (const part of ['shared', ...LANGUAGES]) {
      const fields: Record<string, unknown> = {}
      for (const [name, read] of Object.entries(part === 'shared' ? shared : written)) fields[name] = read(row, part)
      const key = { type, record_id: id, part }
      parts.push({
        ...key,
        version: 1,
        published_number: 1,
        title: part === 'shared' ? '' : fields[title],
        words: '',
        is_missing: 0,
        is_behind: 0,
        behind: '{}',
        caught_up: '[]',
      })
      const moments = { created_at: now, changed_at: now, published_at: now }
      revisions.push({ ...key, number: 1, fields: JSON.stringify(fields), is_small: 0, ...moments })
    }
  }
  await queries.insertInto('content_records').values(records).execute()
  await queries.insertInto('content_parts').values(parts).execute()
  await queries.insertInto('content_revisions').values(revisions).execute()
}

function required<Column extends { notNull(): Column }>(column: Column) {
  return column.notNull()
}
