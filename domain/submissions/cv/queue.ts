import type { Selectable } from 'kysely'
import { makeStaffMailDue } from '../../notifications/mail/outbox.ts'
import type { Database, Queries } from '../../platform/database/database.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { isFree, skippingLocked } from '../../platform/jobs/leases.ts'
import { type CvResult, isCvMark, marksOf } from './result.ts'

/** An inspection that this process alone is to make until its lease ends. */
export type Claim = Selectable<Tables['cv_inspections']>

/** For the transaction that stores the CV: whenever the process ends, its inspection is not forgotten. */
export async function oweInspection(queries: Queries, submissionId: string, now: string): Promise<void> {
  await queries
    .insertInto('cv_inspections')
    .values({
      submission_id: submissionId,
      next_try_at: now,
      leased_until: null,
      tries: 0,
      inspected_at: null,
      result: null,
    })
    .execute()
}

/** For the transaction that replaces the CV. What an inspection that is under way finds in the former one is not stored: its lease is gone. */
export async function oweInspectionAnew(queries: Queries, submissionId: string, now: string): Promise<void> {
  await queries.deleteFrom('cv_inspections').where('submission_id', '=', submissionId).execute()
  await oweInspection(queries, submissionId, now)
}

/** The newest first: somebody may be waiting for the mail about it, and nobody for what is left of a crowd. */
export function claimDue(database: Database, now: Date, leaseMilliseconds: number): Promise<Claim | undefined> {
  const moment = now.toISOString()
  return database.write(async (queries) => {
    const due = await queries
      .selectFrom('cv_inspections')
      .selectAll()
      .where('next_try_at', '<=', moment)
      .where(isFree(moment))
      .orderBy('next_try_at', 'desc')
      .limit(1)
      .$call(skippingLocked(database))
      .executeTakeFirst()
    if (!due) return undefined
    const claimed = {
      ...due,
      tries: due.tries + 1,
      leased_until: new Date(now.getTime() + leaseMilliseconds).toISOString(),
    }
    await update(queries, claimed, due)
    return claimed
  })
}

export async function release(database: Database, claim: Claim) {
  await database.write((queries) => update(queries, { ...claim, tries: claim.tries - 1, leased_until: null }, claim))
}

export async function postpone(database: Database, claim: Claim, until: string) {
  await database.write((queries) => update(queries, { ...claim, next_try_at: until, leased_until: null }, claim))
}

/** With the marks that follow from it; the staff's mail waits no longer. Nothing is stored if the CV was replaced meanwhile. */
export async function storeResult(
  database: Database,
  {
    submission_id,
    tries,
    next_try_at,
    leased_until,
  }: Pick<Claim, 'submission_id' | 'tries' | 'next_try_at' | 'leased_until'>,
  result: CvResult,
  now: string,
) {
  await database.write(async (queries) => {
    const values = { tries, next_try_at, leased_until: null, inspected_at: now, result: JSON.stringify(result) }
    if (!(await update(queries, { submission_id, ...values }, { leased_until }))) return
    await replaceCvMarks(queries, submission_id, marksOf(result))
    await makeStaffMailDue(queries, submission_id, now)
  })
}

/** Only while the lease is the one that was claimed. */
async function update(
  queries: Queries,
  { submission_id, ...values }: Claim,
  { leased_until }: Pick<Claim, 'leased_until'>,
): Promise<boolean> {
  const { numUpdatedRows } = await queries
    .updateTable('cv_inspections')
    .set(values)
    .where('submission_id', '=', submission_id)
    .where((row) => (leased_until === null ? row('leased_until', 'is', null) : row('leased_until', '=', leased_until)))
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

async function replaceCvMarks(queries: Queries, submissionId: string, cvMarks: string[]) {
  const submission = await queries
    .selectFrom('submissions')
    .select('marks')
    .where('id', '=', submissionId)
    .executeTakeFirst()
  const others = (submission?.marks ?? '').split(' ').filter((mark) => mark !== '' && !isCvMark(mark))
  const marks = [...others, ...cvMarks].join(' ')
  if (submission && marks !== submission.marks)
    await queries.updateTable('submissions').set({ marks }).where('id', '=', submissionId).execute()
}
