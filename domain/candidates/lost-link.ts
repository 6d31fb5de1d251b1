import { randomUUID } from 'node:crypto'
import { CANDIDATE, recordInAuditTrail } from '../platform/audit-trail.ts'
import { canonicalMailbox } from '../platform/canonical-mailbox.ts'
import type { Database, Queries } from '../platform/database/database.ts'
import { DAY } from '../platform/durations.ts'
import { recordEvent } from '../platform/events/events.ts'
import { limitStrangersMail } from '../platform/strangers-mails.ts'
import { addEvent, type Outbox } from '../submissions/events.ts'
import { linkSecretOf, renewLink } from '../submissions/links.ts'
import { readReference } from '../submissions/reference.ts'
import type { SubmissionSummary } from '../submissions/submissions.ts'
import { linkRenewed } from './events.ts'

/** Neither the response nor its time reveals whether the submission exists. */
export async function askForLink(
  { queries, write }: Database,
  { reference, email }: { reference: string; email: string },
  now: Date,
): Promise<void> {
  const found = await queries
    .selectFrom('submissions')
    .select(['id', 'email'])
    .where('reference', '=', readReference(reference))
    .executeTakeFirst()
  const isTheirs = found !== undefined && canonicalMailbox(found.email) === canonicalMailbox(email)
  const request = {
    id: randomUUID(),
    submission_id: isTheirs ? found.id : randomUUID(),
    asked_at: now.toISOString(),
  }
  await write((transaction) => transaction.insertInto('link_requests').values(request).execute())
}

/** New links go to the stored address, never to the typed one; the former link ends. */
export async function enqueueAskedLinks(
  database: Database,
  outbox: Pick<Outbox, 'mailDomain' | 'confirmationsPerDay'>,
  now: Date,
): Promise<void> {
  if (!(await database.queries.selectFrom('link_requests').select('id').limit(1).executeTakeFirst())) return
  const secret = await linkSecretOf(database)
  const since = new Date(now.getTime() - DAY).toISOString()
  await database.write(async (queries) => {
    const requests = await queries.deleteFrom('link_requests').returning(['submission_id', 'asked_at']).execute()
    // Older requests come from a restored backup.
    const wanted = requests.filter(({ asked_at }) => asked_at > since).map(({ submission_id }) => submission_id)
    if (wanted.length === 0) return
    const submissions = await queries.selectFrom('submissions').selectAll().where('id', 'in', wanted).execute()
    for (const submission of submissions) await renewIfFew(queries, submission, { secret, outbox, now })
  })
}

interface Renewal {
  secret: string
  outbox: Pick<Outbox, 'mailDomain' | 'confirmationsPerDay'>
  now: Date
}

async function renewIfFew(queries: Queries, submission: SubmissionSummary, { secret, outbox, now }: Renewal) {
  const { reference, mailbox } = submission
  if (await limitStrangersMail(queries, { mailbox, perDay: outbox.confirmationsPerDay, now })) return
  if (!(await renewAndMail(queries, submission, { secret, outbox, now }))) return
  await addEvent(queries, submission, 'link-renewed', { actorId: null, now }, { by: CANDIDATE })
  await recordInAuditTrail(queries, { action: 'application.renew-link', actor: CANDIDATE, reference }, now)
}

export async function renewAndMail(
  queries: Queries,
  submission: SubmissionSummary,
  { secret, outbox, now }: { secret: string; outbox: Pick<Outbox, 'mailDomain'>; now: Date },
): Promise<boolean> {
  if (!(await renewLink(queries, secret, submission.id, now))) return false
  await recordEvent(queries, linkRenewed, { submission, mailDomain: outbox.mailDomain }, now)
  return true
}
