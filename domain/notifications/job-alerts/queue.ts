import type { Database, Queries } from '../../platform/database/database.ts'
import { type Claim, claimRows } from '../../platform/jobs/leases.ts'
import type { JobAlertRow } from './alerts.ts'

/** Those who wait for a link, for this process alone until the lease ends. */
export const claimLinks = (database: Database, claim: Claim): Promise<JobAlertRow[]> =>
  claimRows(database, 'job_alerts', claim, (queries, moment) =>
    everyAlert(queries).where('link_due_at', 'is not', null).where('link_due_at', '<=', moment).orderBy('link_due_at'),
  )

/** Those who have not heard of all that was published until then, and have had no mail today. */
export const claimUntold = (database: Database, until: string, claim: Claim): Promise<JobAlertRow[]> =>
  claimRows(database, 'job_alerts', claim, (queries, moment) =>
    everyAlert(queries)
      .where('confirmed_at', 'is not', null)
      .where('told_until', '<', until)
      .where('next_mail_at', '<=', moment)
      .orderBy('told_until'),
  )

const everyAlert = (queries: Queries) => queries.selectFrom('job_alerts').selectAll()

/** The newest job that has stood long enough to be told of. */
export async function newestPublished(queries: Queries, before: Date): Promise<string | undefined> {
  const newest = await queries
    .selectFrom('published_jobs')
    .select(({ fn }) => fn.max('published_at').as('moment'))
    .where('published_at', '<=', before.toISOString())
    .executeTakeFirst()
  return newest?.moment ?? undefined
}

/** Without claiming: so that nothing is written while nobody waits. */
export async function isAnybodyUntold(queries: Queries, until: string, now: Date): Promise<boolean> {
  const found = await queries
    .selectFrom('job_alerts')
    .select('id')
    .where('confirmed_at', 'is not', null)
    .where('told_until', '<', until)
    .where('next_mail_at', '<=', now.toISOString())
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

export async function isAnyLinkDue(queries: Queries, now: Date): Promise<boolean> {
  const found = await queries
    .selectFrom('job_alerts')
    .select('id')
    .where('link_due_at', 'is not', null)
    .where('link_due_at', '<=', now.toISOString())
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

export interface Settled {
  alert: JobAlertRow
  changes: Partial<Pick<JobAlertRow, 'told_until' | 'next_mail_at' | 'link_due_at' | 'tries'>>
}

/** Several at once, in one transaction. */
export async function settle({ write }: Database, outcomes: Settled[]): Promise<void> {
  if (outcomes.length === 0) return
  await write(async (queries) => {
    for (const { alert, changes } of outcomes)
      await queries
        .updateTable('job_alerts')
        .set({ ...changes, leased_until: null })
        .where('id', '=', alert.id)
        .execute()
  })
}
