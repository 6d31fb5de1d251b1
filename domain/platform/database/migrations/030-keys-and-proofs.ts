import type { Migration } from './migration.ts'

/** Secrets by which every process of this database knows what another has signed, and the proofs of work that were used. */
export const createKeysAndProofs: Migration = async ({ schema }) => {
  await schema
    .createTable('server_keys')
    .addColumn('purpose', 'text', (column) => column.primaryKey())
    .addColumn('secret', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .execute()
  await schema
    .createTable('spent_proofs')
    .addColumn('hash', 'text', (column) => column.primaryKey())
    .addColumn('expires_at', 'text', (column) => column.notNull())
    .execute()
}
