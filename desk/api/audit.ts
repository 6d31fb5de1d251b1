import { REFERENCE_PATTERN } from '#contract/constants.ts'
import { recordInAuditTrail, type SubmissionAction } from '#domain/platform/audit-trail.ts'
import type { Queries } from '#domain/platform/database/database.ts'

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
  'submission.open',
  'submission.assign',
  'submission.mark-read',
  'submission.remove-note',
  'submission.bulk',
  'submission.undo',
  'submission.ask',
  'submission.withdraw-question',
  'submission.renew-link',
  'submission.end-link',
  'letter.write',
  'letter.withdraw',
  'template.create',
  'template.change',
  'template.remove',
  'queue.retry',
  'webhook.create',
  'webhook.remove',
  'webhook.repeat',
  'webhook.test',
  'content.create',
  'content.discard',
  'content.confirm',
  'content.restore',
  'content.publish',
  'content.publish-blocked',
  'content.schedule',
  'content.schedule-ended',
  'content.unschedule',
  'content.unpublish',
  'content.order',
  'content.remove',
  'content.end-previews',
  'content.replace',
  'picture.add',
  'picture.change',
  'picture.remove',
  'samples.load',
  'samples.remove',
] as const

export type AuditAction = (typeof DESK_ACTIONS)[number] | SubmissionAction

/** About what, and how much. Never a visitor's name, address or words: the trail outlives what is erased. */
export interface AuditDetails {
  /** A person of the desk; whoever is signed in, unless it says another. */
  actor?: string
  /** A reference number, the id of a person of the desk, or a record of the content like `jobs/3`. */
  subject?: string | undefined
  counts?: Record<string, number>
  /** Words of ours, such as the new role or stage. */
  words?: Record<string, string>
}

export async function recordCall(queries: Queries, action: AuditAction, details: AuditDetails, now: Date) {
  const { actor = SOMEBODY_AT_THE_DESK, subject, counts = {}, words } = details
  // A submission's number is not stored as it is, the id of a person of the desk is.
  const named = REFERENCE_PATTERN.test(subject ?? '') ? { reference: subject } : { subject }
  await recordInAuditTrail(queries, { action, actor, ...named, counts, ...(words && { words }) }, now)
}

/** Not signed in, and not anybody yet: whoever opens the desk for the first time. */
const SOMEBODY_AT_THE_DESK = 'desk'
