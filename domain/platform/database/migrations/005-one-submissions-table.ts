import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/** One table for what every submission has, its other answers beside it; each kind had a table of its own before. */
export const joinSubmissions: Migration = async (queries, kind) => {
  const { schema } = queries
  await schema
    .createTable('submissions')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('reference', 'text', (column) => column.notNull().unique())
    .addColumn('kind', 'text', required)
    .addColumn('created_at', 'text', required)
    .addColumn('language', 'text', required)
    .addColumn('name', 'text', required)
    .addColumn('email', 'text', required)
    .addColumn('phone', 'text', required)
    .addColumn('about', 'text', required)
    .addColumn('job_id', 'integer')
    .addColumn('job_title_ar', 'text')
    .addColumn('marks', 'text', required)
    .addColumn('state', 'text', required)
    .addColumn('note', 'text', required)
    .execute()
  await schema
    .createTable('submission_answers')
    .addColumn('submission_id', 'text', (column) => column.notNull().references('submissions.id').onDelete('cascade'))
    .addColumn('field', 'text', required)
    .addColumn('answer', 'text', required)
    .addPrimaryKeyConstraint('submission_answers_key', ['submission_id', 'field'])
    .$call((table) => (kind === 'sqlite' ? table.modifyEnd(sql`without rowid`) : table))
    .execute()

  const columns = sql.raw(
    'id, reference, kind, created_at, language, name, email, phone, about, job_id, job_title_ar, marks, state, note',
  )
  const copy = (
    from: string,
    as: string,
    about: string,
    jobId = 'cast(null as integer)',
    titleAr = 'cast(null as text)',
  ) =>
    sql`
      insert into submissions (${columns})
      select id, reference, ${sql.lit(as)}, created_at, language, name, email, phone, ${sql.raw(about)}, ${sql.raw(jobId)},
        ${sql.raw(titleAr)}, doubtful_reasons, state, note
      from ${sql.table(from)}`.execute(queries)
  // A job that is gone from the content has left its number only.
  const title = (language: string, fallback: string) => `case when job_id is null then null else coalesce(
    (select title_${language} from jobs where jobs.id = career_applications.job_id), '${fallback} ' || job_id) end`
  await copy('contact_messages', 'contact-message', 'subject')
  await copy('internship_applications', 'internship-application', 'position')
  await copy(
    'career_applications',
    'career-application',
    `coalesce(${title('en', 'Job')}, '')`,
    'job_id',
    title('ar', 'وظيفة رقم'),
  )

  const answers = {
    contact_messages: ['message'],
    internship_applications: ['why_hire_you'],
    career_applications: ['address', 'date_of_birth', 'college', 'major', 'graduation_date', 'notice_period'],
  }
  for (const [table, fields] of Object.entries(answers))
    for (const field of fields)
      await sql`
        insert into submission_answers (submission_id, field, answer)
        select id, ${sql.lit(field)}, ${sql.ref(field)} from ${sql.table(table)}`.execute(queries)

  await schema.alterTable('cvs').renameColumn('career_application_id', 'submission_id').execute()
  if (kind === 'postgres') {
    await schema.alterTable('cvs').dropConstraint('cvs_career_application_id_fkey').execute()
    await schema
      .alterTable('cvs')
      .addForeignKeyConstraint('cvs_submission_id_fkey', ['submission_id'], 'submissions', ['id'], (key) =>
        key.onDelete('cascade'),
      )
      .execute()
  }
  await schema.dropTable('career_applications').execute()
  if (kind === 'sqlite') {
    // SQLite can change no foreign key of a table, but renaming a table changes those that refer to it: the key of the CVs, which
    // names the table that was just dropped, comes to name the new one, and not one CV is copied.
    await schema.alterTable('submissions').renameTo('career_applications').execute()
    await schema.alterTable('career_applications').renameTo('submissions').execute()
  }
  await schema.dropTable('contact_messages').execute()
  await schema.dropTable('internship_applications').execute()

  await schema
    .createIndex('submissions_newest_first')
    .on('submissions')
    .columns(['created_at desc', 'reference'])
    .execute()
  await schema.createIndex('submissions_by_email').on('submissions').expression(sql`lower(email)`).execute()

  // A mail names its submission, which has a kind of its own.
  await schema.alterTable('mail_outbox').dropColumn('submission_kind').execute()
  await schema.alterTable('chores').renameTo('daily_jobs').execute()
  await schema.alterTable('content_edition').renameTo('content_version').execute()
  await schema.alterTable('content_version').renameColumn('edition', 'version').execute()
}

function required<Column extends { notNull(): Column }>(column: Column) {
  return column.notNull()
}
