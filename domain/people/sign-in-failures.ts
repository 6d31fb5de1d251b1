import { randomUUID } from 'node:crypto'
import { recordInAuditTrail, STRANGER } from '../platform/audit-trail.ts'
import type { Database, Queries } from '../platform/database/database.ts'
import { countInTransaction } from '../platform/database/rate-counters.ts'
import { DAY, MINUTE } from '../platform/durations.ts'
import { recordEvent } from '../platform/events/events.ts'
import { defineJob, type JobDefinition } from '../platform/jobs/define-job.ts'
import { enqueue } from '../platform/jobs/queue.ts'
import { accountChanged } from './events.ts'
import { findPerson } from './people.ts'

interface Failure {
  personId: string
  isKnownDevice: boolean
}

const ONE_ENTRY_EVERY = 15 * MINUTE
const ONE_MAIL_EVERY = DAY

/** Enqueued for unknown people too: the time of a response must not reveal who has an account. */
export async function enqueueFailure(
  database: Database,
  { personId = randomUUID(), isKnownDevice }: { personId: string | undefined; isKnownDevice: boolean },
  now: Date,
): Promise<void> {
  await database.write((queries) => enqueue(queries, 'sign-in-failure', { payload: { personId, isKnownDevice }, now }))
}

export const signInFailureJob = (mailDomain: string | undefined): JobDefinition =>
  defineJob<Failure>({
    kind: 'sign-in-failure',
    concurrency: 1,
    leaseMilliseconds: MINUTE,
    retry: { backoff: [MINUTE], giveUpAfterTries: 5 },
    dropsGivenUp: true,
    describe: () => 'NOT_RECORDED',
    run:
      async ({ payload, created_at }) =>
      (queries) =>
        recordFailure(queries, payload, mailDomain, new Date(created_at)),
  })

/** Strangers can fail at will: they fill neither the trail nor a mailbox. */
async function recordFailure(
  queries: Queries,
  { personId, isKnownDevice }: Failure,
  mailDomain: string | undefined,
  failedAt: Date,
) {
  if (!(await findPerson(queries, personId))) return
  const isFirst = async (name: string, windowMilliseconds: number) => {
    const counting = { name: `${name}:${personId}`, amount: 1, windowMilliseconds, now: failedAt.getTime() }
    return (await countInTransaction(queries, counting)).count === 1
  }
  if (!isKnownDevice && (await isFirst('sign-in-failure-mail', ONE_MAIL_EVERY)))
    await recordEvent(queries, accountChanged, { personId, news: 'sign-in-failed', mailDomain }, failedAt)
  if (await isFirst('sign-in-failure', ONE_ENTRY_EVERY))
    await recordInAuditTrail(queries, { action: 'session.fail', actor: STRANGER, subject: personId }, failedAt)
}
