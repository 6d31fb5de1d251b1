import type { Migration } from './migration.ts'

/** Who works at the desk, how they prove it, and since when. */
export const createPeopleTables: Migration = async ({ schema }) => {
  await schema
    .createTable('people')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('name', 'text', required)
    .addColumn('email', 'text', (column) => column.unique())
    .addColumn('role', 'text', required)
    .addColumn('language', 'text', required)
    .addColumn('created_at', 'text', required)
    .addColumn('last_seen_at', 'text')
    .addColumn('removed_at', 'text')
    .addColumn('password_hash', 'text')
    .addColumn('one_time_secret', 'text')
    .addColumn('one_time_step', 'integer')
    .addColumn('preferences', 'text', (column) => column.notNull().defaultTo('{}'))
    .execute()

  await schema
    .createTable('passkeys')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('person_id', 'text', ofPerson)
    .addColumn('public_key', 'text', required)
    .addColumn('counter', 'double precision', required)
    .addColumn('transports', 'text', required)
    .addColumn('label', 'text', required)
    .addColumn('created_at', 'text', required)
    .addColumn('last_used_at', 'text')
    .execute()
  await schema.createIndex('passkeys_by_person').on('passkeys').column('person_id').execute()

  await schema
    .createTable('passkey_challenges')
    .addColumn('id_hash', 'text', (column) => column.primaryKey())
    .addColumn('challenge', 'text', required)
    .addColumn('purpose', 'text', required)
    .addColumn('person_id', 'text')
    .addColumn('expires_at', 'text', required)
    .execute()

  await schema
    .createTable('recovery_codes')
    .addColumn('hash', 'text', (column) => column.primaryKey())
    .addColumn('person_id', 'text', ofPerson)
    .execute()

  await schema
    .createTable('sessions')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('secret_hash', 'text', required)
    .addColumn('person_id', 'text', ofPerson)
    .addColumn('created_at', 'text', required)
    .addColumn('last_seen_at', 'text', required)
    .addColumn('proved_at', 'text', required)
    .addColumn('agent', 'text', required)
    .execute()
  await schema.createIndex('sessions_by_person').on('sessions').column('person_id').execute()

  await schema
    .createTable('known_devices')
    .addColumn('hash', 'text', (column) => column.primaryKey())
    .addColumn('person_id', 'text', ofPerson)
    .addColumn('created_at', 'text', required)
    .execute()

  await schema
    .createTable('invitations')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('secret_hash', 'text', (column) => column.notNull().unique())
    .addColumn('person_id', 'text', (column) => column.references('people.id'))
    .addColumn('name', 'text', required)
    .addColumn('email', 'text', required)
    .addColumn('role', 'text', required)
    .addColumn('language', 'text', required)
    .addColumn('invited_by', 'text')
    .addColumn('created_at', 'text', required)
    .addColumn('expires_at', 'text', required)
    .execute()

  await schema
    .createTable('setup_codes')
    .addColumn('hash', 'text', (column) => column.primaryKey())
    .addColumn('expires_at', 'text', required)
    .execute()

  await schema
    .createTable('sign_in_tries')
    .addColumn('key', 'text', (column) => column.primaryKey())
    .addColumn('tries', 'integer', required)
    .addColumn('next_at', 'text', required)
    .addColumn('last_at', 'text', required)
    .execute()
}

function required<Column extends { notNull(): Column }>(column: Column) {
  return column.notNull()
}

function ofPerson<Column extends { notNull(): Column; references(column: string): Column }>(column: Column) {
  return column.notNull().references('people.id')
}
