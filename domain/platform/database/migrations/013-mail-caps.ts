import { type SqlBool, sql } from 'kysely'
import type { Migration } from './migration.ts'

/** Confirmations are counted by mailbox and by day, and one that is withheld is kept to be seen. */
export const addMailCaps: Migration = async (queries) => {
  const { schema } = queries
  await schema
    .alterTable('submissions')
    .addColumn('mailbox', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
  // Only those of the last day are ever counted, so that it is enough to be about right.
  await sql`update submissions set mailbox = lower(email)`.execute(queries)
  await schema.createIndex('submissions_by_mailbox').on('submissions').columns(['mailbox', 'created_at']).execute()
  await schema.alterTable('mail_outbox').addColumn('withheld', 'text').execute()
  await schema
    .createIndex('mail_outbox_confirmations')
    .on('mail_outbox')
    .column('created_at')
    .where(sql<SqlBool>`kind = 'confirmation' and withheld is null`)
    .execute()
}
