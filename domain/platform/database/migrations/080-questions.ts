import type { Migration } from './migration.ts'

/** What the staff ask about a submission, and what whoever sent it answers. */
export const createQuestions: Migration = async ({ schema }) => {
  await schema
    .createTable('submission_questions')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('submission_id', 'text', (column) => column.notNull().references('submissions.id').onDelete('cascade'))
    .addColumn('author_id', 'text')
    .addColumn('asked_at', 'text', (column) => column.notNull())
    .addColumn('question', 'text', (column) => column.notNull())
    .addColumn('answered_at', 'text')
    .addColumn('answer', 'text')
    .execute()
  await schema
    .createIndex('submission_questions_by_submission')
    .on('submission_questions')
    .columns(['submission_id', 'asked_at'])
    .execute()
}
