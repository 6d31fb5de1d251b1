import { randomUUID } from 'node:crypto'
import { CANDIDATE, recordInAuditTrail } from '../audit-trail.ts'
import type { Database, Queries } from '../database/connection.ts'
import { canonicalMailbox } from '../mail/canonical-mailbox.ts'
import type { Outbox } from '../mail/outbox.ts'
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
    const { id, reference, language } = submission
    const since = new Date(now.getTime() - DAY_MILLISECONDS).toISOString()
    const sent = await queries
      .selectFrom('mail_outbox')
      .select('id')
      .where('reference', '=', reference)
      .where('kind', '=', 'link')
      .where('created_at', '>', since)
      .execute()
    if (sent.length >= MAX_LINKS_PER_DAY) return
    if (!(await renewLink(queries, secret, id, now))) return
    const mailId = randomUUID()
    const created_at = now.toISOString()
    await queries
      .insertInto('mail_outbox')
      .values({
        id: mailId,
        reference,
        kind: 'link',
        language,
        message_id: `<${mailId}@${outbox.mailDomain}>`,
        created_at,
        next_try_at: created_at,
        leased_until: null,
        tries: 0,
        last_error: '',
        sent_at: null,
        withheld: null,
      })
      .execute()
    await addEvent(queries, submission, 'link-renewed', { actorId: null, now }, { by: CANDIDATE })
    await recordInAuditTrail(queries, { action: 'application.renew-link', actor: CANDIDATE, reference }, now)
  })
  outbox.wake()
}
