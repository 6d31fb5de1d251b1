import type { Migration } from './migration.ts'

/** What people of the desk keep for their work: lists they come back to, and letters they begin with. */
export const createViewsAndTemplates: Migration = async ({ schema }) => {
  await schema
    .createTable('saved_views')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('person_id', 'text', required)
    .addColumn('name', 'text', required)
    .addColumn('search', 'text', required)
    .addColumn('created_at', 'text', required)
    .execute()
  await schema.createIndex('saved_views_by_person').on('saved_views').columns(['person_id', 'created_at']).execute()

  let templates = schema
    .createTable('letter_templates')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('kind', 'text', required)
    .addColumn('changed_at', 'text', required)
    .addColumn('changed_by', 'text', required)
    .addColumn('version', 'integer', required)
  for (const name of ['name', 'subject', 'body'])
    for (const language of ['en', 'ar']) templates = templates.addColumn(`${name}_${language}`, 'text', required)
  await templates.execute()
}

function required<Column extends { notNull(): Column }>(column: Column) {
  return column.notNull()
}
