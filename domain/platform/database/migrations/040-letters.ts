import type { Migration } from './migration.ts'

/** What the staff write to visitors, and what can be taken back. */
export const createLetters: Migration = async ({ schema }) => {
  await schema
    .createTable('letters')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('kind', 'text', required)
    .addColumn('author_id', 'text')
    .addColumn('created_at', 'text', required)
    .addColumn('language', 'text', required)
    .addColumn('subject', 'text', required)
    .addColumn('body', 'text', required)
    .addColumn('reply_to', 'text', required)
    .execute()
  await schema
    .createTable('letter_submissions')
    .addColumn('letter_id', 'text', (column) => column.notNull().references('letters.id').onDelete('cascade'))
    .addColumn('submission_id', 'text', (column) => column.notNull().references('submissions.id').onDelete('cascade'))
    .addPrimaryKeyConstraint('letter_submissions_key', ['letter_id', 'submission_id'])
    .execute()
  await schema
    .createIndex('letter_submissions_by_submission')
    .on('letter_submissions')
    .column('submission_id')
    .execute()
  await schema
    .createTable('undo_steps')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('person_id', 'text', required)
    .addColumn('expires_at', 'text', required)
    .addColumn('changes', 'text', required)
    .execute()
}

function required<Column extends { notNull(): Column }>(column: Column) {
  return column.notNull()
}
