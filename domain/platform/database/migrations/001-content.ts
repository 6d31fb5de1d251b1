import type { CreateTableBuilder } from 'kysely'
import type { Migration } from './migration.ts'

export const createContentTables: Migration = async ({ schema }) => {
  await schema
    .createTable('content_edition')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('edition', 'text', required)
    .addColumn('loaded_at', 'text', required)
    .execute()

  await schema
    .createTable('services')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('position', 'integer', required)
    .addColumn('motif', 'text')
    .$call(bilingual('title', 'summary', 'description', 'images'))
    .execute()

  await schema
    .createTable('projects')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('type', 'text', required)
    .addColumn('start_date', 'text', required)
    .addColumn('app_store_url', 'text')
    .addColumn('google_play_url', 'text')
    .$call(bilingual('title', 'summary', 'description', 'icon_image', 'images'))
    .execute()

  await schema
    .createTable('project_listings')
    .addColumn('category_id', 'integer', required)
    .addColumn('project_id', 'integer', (column) => column.notNull().references('projects.id').onDelete('cascade'))
    .addColumn('start_date', 'text', required)
    .addPrimaryKeyConstraint('project_listings_key', ['category_id', 'project_id'])
    .execute()
  await schema
    .createIndex('project_listings_newest_first')
    .on('project_listings')
    .columns(['category_id', 'start_date desc', 'project_id'])
    .execute()
  // Deleting a project looks here for what belongs to it.
  await schema.createIndex('project_listings_project').on('project_listings').column('project_id').execute()

  await schema
    .createTable('categories')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('position', 'integer', required)
    .$call(bilingual('name'))
    .execute()

  await schema
    .createTable('jobs')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('position', 'integer', required)
    .addColumn('employment_type', 'text', required)
    .addColumn('country', 'text', required)
    .addColumn('remote', 'integer', required)
    .addColumn('posted_on', 'text', required)
    .addColumn('closes_on', 'text', required)
    .addColumn('seats', 'integer', required)
    .$call(bilingual('title', 'description', 'requirements', 'location'))
    .execute()

  await schema
    .createTable('reviews')
    .addColumn('position', 'integer', (column) => column.primaryKey())
    .$call(bilingual('review', 'name', 'title'))
    .execute()

  await schema
    .createTable('team_members')
    .addColumn('position', 'integer', (column) => column.primaryKey())
    .$call(bilingual('name', 'role'))
    .execute()

  await schema
    .createTable('contact_info')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('phone', 'text', required)
    .addColumn('email', 'text', required)
    .addColumn('country', 'text', required)
    .addColumn('opening_hours', 'text', required)
    .addColumn('time_zone', 'text', required)
    .addColumn('chat_phone', 'text', required)
    .addColumn('footer_chat_phone', 'text', required)
    .addColumn('map_url', 'text', required)
    .$call(bilingual('address', 'city', 'social_links'))
    .execute()
}

function required<Column extends { notNull(): Column }>(column: Column) {
  return column.notNull()
}

const LANGUAGES = ['en', 'ar']

function bilingual(...names: string[]) {
  return (table: CreateTableBuilder<string, string>) =>
    names
      .flatMap((name) => LANGUAGES.map((language) => `${name}_${language}`))
      .reduce((wider, column) => wider.addColumn(column, 'text', required), table)
}
