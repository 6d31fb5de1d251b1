import { REFERENCE_PATTERN } from '#contract/constants.ts'
import { recordInAuditTrail, STRANGER } from '#domain/platform/audit-trail.ts'
import type { Queries } from '#domain/platform/database/database.ts'
import type { DeskTexts } from '#texts/desk/index.ts'

type Dotted<Key> = Key extends `${infer Area}-${infer Act}` ? `${Area}.${Act}` : Key

/** Keys of texts/desk/<language>/activity.json, where a dot would mean a nested text. */
export type AuditAction = Dotted<keyof DeskTexts['activity']['actions']>

/** Never a visitor's name, address or words: the trail outlives erased submissions. */
export interface AuditDetails {
  /** Instead of the call's own. */
  action?: AuditAction
  /** A person of the desk; by default the one who is signed in. */
  actor?: string
  /** A reference, a person's id or a content record like `jobs/3`; by default the `:id` of the address. */
  subject?: string | undefined
  counts?: Record<string, number>
  /** Words of ours, such as the new role or stage. */
  words?: Record<string, string>
}

export async function recordCall(queries: Queries, action: AuditAction, details: AuditDetails, now: Date) {
  const { actor = STRANGER, subject, counts = {}, words } = details
  // A submission's number is stored as a hash.
  const named = REFERENCE_PATTERN.test(subject ?? '') ? { reference: subject } : { subject }
  await recordInAuditTrail(queries, { action, actor, ...named, counts, ...(words && { words }) }, now)
}
