import { type AuditedAction, recordInAuditTrail } from '#domain/audit-trail.ts'
import type { Queries } from '#domain/database/connection.ts'

/** What the desk writes down about people and sessions; screens add their own. */
export const DESK_ACTIONS = [
  'desk.set-up',
  'session.start',
  'session.prove',
  'session.end',
  'person.invite',
  'person.withdraw-invitation',
  'person.join',
  'person.change-role',
  'person.reset',
  'person.end-sessions',
  'person.remove',
  'account.change',
  'account.add-factor',
  'account.remove-factor',
  'account.recovery-codes',
  'account.end-session',
] as const

export type AuditAction = (typeof DESK_ACTIONS)[number] | AuditedAction

/** About what, and how much. Never a visitor's name, address or words: the trail outlives what is erased. */
export interface AuditDetails {
  /** A person of the desk; whoever is signed in, unless it says another. */
  actor?: string
  /** A reference number, or the id of a person of the desk. */
  subject?: string | undefined
  counts?: Record<string, number>
  /** Words of ours, such as the new role or stage. */
  words?: Record<string, string>
}

export async function recordCall(queries: Queries, action: AuditAction, { counts = {} }: AuditDetails, now: Date) {
  await recordInAuditTrail(queries, action as AuditedAction, counts, now)
}
