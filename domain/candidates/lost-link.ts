import { randomUUID } from 'node:crypto'
import { CANDIDATE, recordInAuditTrail } from '../audit-trail.ts'
import type { Database, Queries } from '../database/connection.ts'
import { canonicalMailbox } from '../mail/canonical-mailbox.ts'
import { type Outbox, oweMail } from '../mail/outbox.ts'
import { addEvent } from '../submissions/events.ts'
import type { SubmissionSummary } from '../submissions/submissions.ts'
import { linkSecretOf, renewLink } from './links.ts'

const DAY_MILLISECONDS = 24 * 60 * 60 * 1000
/** Nobody's mailbox is filled by a stranger who knows a reference number. */
export const MAX_LINKS_PER_DAY = 3

/** Undefined unless both belong together. */
export async function findLost(
  queries: Queries,
  { reference, email }: { reference: string; email: string },
): Promise<SubmissionSummary | undefined> {
  const found = await queries
    .selectFrom('submissions')
    .selectAll()
    .where('reference', '=', reference.trim().toUpperCase())
    .executeTakeFirst()
  return found && canonicalMailbox(found.email) === canonicalMailbox(email) ? found : undefined
}

/** A new link to the address that is stored, never to one that was typed; the former one has ended. */
export async function sendNewLink(
  database: Database,
  submission: SubmissionSummary,
  outbox: Outbox,
  now: Date,
): Promise<void> {
  const secret = await linkSecretOf(database)
  await database.write(async (queries) => {
    const { reference } = submission
    const since = new Date(now.getTime() - DAY_MILLISECONDS).toISOString()
    const sent = await queries
      .selectFrom('mail_outbox')
      .select('id')
      .where('reference', '=', reference)
      .where('kind', '=', 'link')
      .where('created_at', '>', since)
      .execute()
    if (sent.length >= MAX_LINKS_PER_DAY) return
    if (!(await renewAndMail(queries, submission, { secret, outbox, now }))) return
    await addEvent(queries, submission, 'link-renewed', { actorId: null, now }, { by: CANDIDATE })
    await recordInAuditTrail(queries, { action: 'application.renew-link', actor: CANDIDATE, reference }, now)
  })
  outbox.wake()
}

/** In the transaction of whoever asks for it. False if somebody else has just renewed it. */
export async function renewAndMail(
  queries: Queries,
  submission: SubmissionSummary,
  { secret, outbox, now }: { secret: string; outbox: Pick<Outbox, 'mailDomain'>; now: Date },
): Promise<boolean> {
  if (!(await renewLink(queries, secret, submission.id, now))) return false
  const { mailDomain } = outbox
  await oweMail(queries, submission, { id: randomUUID(), kind: 'link', mailDomain, created_at: now.toISOString() })
  return true
}
