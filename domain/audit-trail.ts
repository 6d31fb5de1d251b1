import { randomUUID } from 'node:crypto'
import type { Queries } from './database/connection.ts'
import type { Tables } from './database/tables.ts'

export type AuditedAction = Tables['audit_trail']['action']

/** Numbers by name; whose data it was is exactly what the trail must not say. */
export async function recordInAuditTrail(
  queries: Queries,
  action: AuditedAction,
  counts: Record<string, number>,
  now: Date,
): Promise<void> {
  await queries
    .insertInto('audit_trail')
    .values({ id: randomUUID(), happened_at: now.toISOString(), action, counts: JSON.stringify(counts) })
    .execute()
}

/** The newest first. */
export async function listAuditTrail(queries: Queries) {
  const rows = await queries.selectFrom('audit_trail').selectAll().orderBy('happened_at', 'desc').execute()
  return rows.map(({ happened_at, action, counts }) => ({
    happened_at,
    action,
    counts: JSON.parse(counts) as Record<string, number>,
  }))
}
