import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/** Pictures that were uploaded at the desk, in the sizes that pages show, and what they show in words. */
export const createPictures: Migration = async ({ schema }, kind) => {
  const bytes = kind === 'postgres' ? sql`bytea` : sql`blob`
  await schema
    .createTable('pictures')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('name', 'text', required)
    .addColumn('width', 'integer', required)
    .addColumn('height', 'integer', required)
    .addColumn('focus_x', 'integer', required)
    .addColumn('focus_y', 'integer', required)
    .addColumn('is_decorative', 'integer', required)
    .addColumn('size', 'integer', required)
    .addColumn('uploaded_at', 'text', required)
    .addColumn('uploaded_by', 'text')
    .addColumn('version', 'integer', required)
    .execute()
  await schema.createIndex('pictures_in_order').on('pictures').columns(['uploaded_at', 'id']).execute()
  await schema
    .createTable('picture_words')
    .addColumn('picture_id', 'text', (column) => column.notNull().references('pictures.id').onDelete('cascade'))
    .addColumn('language', 'text', required)
    .addColumn('words', 'text', required)
    .addPrimaryKeyConstraint('picture_words_key', ['picture_id', 'language'])
    .execute()
  await schema
    .createTable('picture_files')
    .addColumn('picture_id', 'text', (column) => column.notNull().references('pictures.id').onDelete('cascade'))
    .addColumn('width', 'integer', required)
    .addColumn('format', 'text', required)
    .addColumn('bytes', bytes, required)
    .addPrimaryKeyConstraint('picture_files_key', ['picture_id', 'width', 'format'])
    .execute()
}

function required<Column extends { notNull(): Column }>(column: Column) {
  return column.notNull()
}
