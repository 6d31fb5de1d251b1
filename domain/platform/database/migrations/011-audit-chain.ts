import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/** The audit trail becomes a chain that can only be added to: each entry's hash covers the one before it. */
export const chainAuditTrail: Migration = async (queries, kind) => {
  const { schema } = queries
  const former = await queries.selectFrom('audit_trail').selectAll().orderBy('happened_at').orderBy('id').execute()
  await schema.dropTable('audit_trail').execute()
  await schema
    .createTable('audit_trail')
    .addColumn('number', 'integer', (column) => column.primaryKey())
    .addColumn('happened_at', 'text', required)
    .addColumn('actor', 'text', required)
    .addColumn('action', 'text', required)
    .addColumn('subject', 'text', required)
    .addColumn('details', 'text', required)
    // Unique, so that no two entries can follow the same one.
    .addColumn('previous_hash', 'text', (column) => column.notNull().unique())
    .addColumn('hash', 'text', (column) => column.notNull().unique())
    .execute()
  await schema.createIndex('audit_trail_by_subject').on('audit_trail').column('subject').execute()
  await schema
    .createTable('audit_trail_head')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('number', 'integer', required)
    .addColumn('hash', 'text', required)
    .execute()

  let head = { number: 0, hash: '' }
  for (const { happened_at, action, counts } of former) {
    const number = head.number + 1
    // Who acted was not written down then.
    const entry = { number, happened_at, actor: 'unknown', action, subject: '', details: detailsOf(counts) }
    const hash = createHash('sha256')
      .update(JSON.stringify([head.hash, ...Object.values(entry)]))
      .digest('hex')
    await queries
      .insertInto('audit_trail')
      .values({ ...entry, previous_hash: head.hash, hash })
      .execute()
    head = { number, hash }
  }
  if (head.number > 0)
    await queries
      .insertInto('audit_trail_head')
      .values({ id: 1, ...head })
      .execute()

  const complaint = sql.lit('The audit trail can only be added to')
  if (kind === 'sqlite') {
    for (const act of ['update', 'delete'])
      await sql`create trigger ${sql.ref(`audit_trail_refuses_${act}`)} before ${sql.raw(act)} on audit_trail
        begin select raise(abort, ${complaint}); end`.execute(queries)
    // "insert or replace" would delete without the trigger for it.
    await sql`create trigger audit_trail_refuses_replacement before insert on audit_trail
      when exists (select 1 from audit_trail where number >= new.number)
      begin select raise(abort, ${complaint}); end`.execute(queries)
    return
  }
  await sql`create function refuse_audit_trail_change() returns trigger language plpgsql as $function$
    begin raise exception ${complaint}; end $function$`.execute(queries)
  await sql`create trigger audit_trail_refuses_change before update or delete or truncate on audit_trail
    for each statement execute function refuse_audit_trail_change()`.execute(queries)
}

const detailsOf = (counts: string) => JSON.stringify({ counts: JSON.parse(counts) })

function required<Column extends { notNull(): Column }>(column: Column) {
  return column.notNull()
}
