import type { Queries } from '../../platform/database/database.ts'
import { MINUTE } from '../../platform/durations.ts'
import { defineEvent, recordEvent } from '../../platform/events/events.ts'
import { enqueue } from '../../platform/jobs/queue.ts'
import { refreshSearch } from '../search-row.ts'
import { type CvResult, isCvMark, marksOf } from './result.ts'
import type { CvText } from './workers/text.ts'

export const cvInspected = defineEvent<{ id: string }>('submission.cv-inspected')

export interface CvPayload {
  submissionId: string
  scans?: number
}

type CvOwner = { id: string; reference: string }

/** In the transaction that stores the CV, against kills. */
export async function enqueueInspection(queries: Queries, { id, reference }: CvOwner, now: string): Promise<void> {
  await enqueue(queries, 'cv-inspection', {
    id: `cv-inspection.${id}`,
    subject: reference,
    payload: { submissionId: id } satisfies CvPayload,
    now,
  })
}

/** Findings about the former CV that are under way are not stored. */
export async function enqueueInspectionAnew(queries: Queries, owner: CvOwner, now: string): Promise<void> {
  await queries.deleteFrom('cv_inspections').where('submission_id', '=', owner.id).execute()
  await queries
    .deleteFrom('queued_jobs')
    .where('id', 'in', [scanJobOf(owner.id), textJobOf(owner.id)])
    .execute()
  const forgotten = await queries.deleteFrom('cv_texts').where('submission_id', '=', owner.id).executeTakeFirst()
  if (forgotten.numDeletedRows > 0n) await refreshSearch(queries, owner.id)
  await enqueueInspection(queries, owner, now)
}

const scanJobOf = (submissionId: string) => `virus-scan.${submissionId}`

const textJobOf = (submissionId: string) => `cv-text.${submissionId}`

/** Another try, where the inspection could not read the text. */
export async function enqueueText(queries: Queries, reference: string | null, { submissionId }: CvPayload, now: Date) {
  await enqueue(queries, 'cv-text', { id: textJobOf(submissionId), subject: reference, payload: { submissionId }, now })
}

/** The words are searched from then on. */
export async function storeText(queries: Queries, submissionId: string, text: CvText | undefined, now: Date) {
  const hasText = text?.pages.some((page) => page !== '')
  const outcome = !text ? 'unreadable' : !hasText ? 'none' : text.isCut ? 'cut' : 'whole'
  const stored = { read_at: now.toISOString(), outcome, pages: JSON.stringify(hasText ? text?.pages : []) } as const
  await queries
    .insertInto('cv_texts')
    .values({ submission_id: submissionId, ...stored })
    .onConflict((conflict) => conflict.column('submission_id').doUpdateSet(stored))
    .execute()
  if (hasText) await refreshSearch(queries, submissionId)
}

const SCAN_AGAIN_MILLISECONDS = 15 * MINUTE
const MAX_SCANS = 100

export async function enqueueScan(queries: Queries, reference: string | null, payload: CvPayload, now: Date) {
  const { submissionId, scans = 0 } = payload
  if (scans < MAX_SCANS)
    await enqueue(queries, 'virus-scan', {
      id: scanJobOf(submissionId),
      subject: reference,
      payload: { submissionId, scans: scans + 1 } satisfies CvPayload,
      now,
      dueAt: new Date(now.getTime() + SCAN_AGAIN_MILLISECONDS),
    })
}

export async function storeResult(queries: Queries, submissionId: string, result: CvResult, now: Date) {
  const stored = { inspected_at: now.toISOString(), result: JSON.stringify(result) }
  await queries
    .insertInto('cv_inspections')
    .values({ submission_id: submissionId, ...stored })
    .onConflict((conflict) => conflict.column('submission_id').doUpdateSet(stored))
    .execute()
  await replaceCvMarks(queries, submissionId, marksOf(result))
  await recordEvent(queries, cvInspected, { id: submissionId }, now)
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
