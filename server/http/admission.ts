import { measurePressure } from '#api/http/pressure.ts'
import { createProofs } from '#api/http/proofs.ts'
import { createSubmissionLimits } from '#api/http/rate-limits.ts'
import { maxFormBytes } from '#api/http/read-form-body.ts'
import { limitUploadMemory } from '#api/http/upload-memory.ts'
import type { Database } from '#domain/platform/database/database.ts'
import { openRateCounters } from '#domain/platform/database/rate-counters.ts'
import { serverKey } from '#domain/platform/database/server-keys.ts'
import { SECOND } from '#domain/platform/durations.ts'
import type { Config } from '#settings/settings.ts'
import { createSemaphore } from './semaphore.ts'

const KILOBYTE = 1024
const MEGABYTE = 1024 * KILOBYTE

/** Limits of the whole server. Limits per sender are in api/http/rate-limits.ts. */
export const ADMISSION = {
  // As many requests as fit into memory.
  maxConnections: 8_000,
  shareOfOneSender: 1 / 2,
  // The system's accept queue. Beyond it clients retry after one, three and seven seconds.
  maxPendingConnections: 4_096,

  // 431, 413, 408 for every request.
  maxHeaderBytes: 16 * KILOBYTE,
  maxJsonBytes: 64 * KILOBYTE,
  headersTimeout: 10 * SECOND,
  // Enough for a CV over a slow line.
  requestTimeout: 120 * SECOND,
  keepAliveTimeout: 72 * SECOND,
  // Also for clients that never read the response.
  connectionTimeout: 130 * SECOND,
  connectionsCheckingInterval: 5 * SECOND,

  // 413 for a post to a page, with the answers so far: several times the longest answers that a form takes.
  maxPageFieldBytes: 24 * KILOBYTE,
  maxPageAnswersBytes: 64 * KILOBYTE,
  // Read and discarded: a browser that cannot finish sending shows its own error instead of our page.
  maxDiscardedBytes: 100 * MEGABYTE,

  // 503: uploads under way hold their CVs in memory; those of pages twice, as read and as handed on.
  minUploadBytes: 64 * MEGABYTE,
  largestUploadsAtOnce: 6,
  copiesOfPageUpload: 2,

  // 503: a form without a file takes at most 64 KB while it waits for the database.
  maxConcurrentWrites: 500,

  // 503: rendering is processor work; more at once would only delay each page. Posts may wait longer than reads.
  renders: { maxConcurrent: 4, maxWaiting: 40 },
  maxPostsWaiting: 400,

  // 503, in milliseconds until a connection is accepted. A delay that lasts is an overload, until it was calm for a while.
  // Then forms are refused unread; above `overwhelmed` also posts to pages.
  delays: { late: 400, overwhelmed: 2 * SECOND, overloadAfter: 1.5 * SECOND, calmAfter: 5 * SECOND },
}

export type Admission = Awaited<ReturnType<typeof createAdmission>>

export async function createAdmission(
  database: Database,
  {
    submissionsPerMinute,
    proofAbovePerMinute,
    cvMaximumBytes,
  }: Pick<Config, 'submissionsPerMinute' | 'proofAbovePerMinute' | 'cvMaximumBytes'>,
) {
  const { minUploadBytes, largestUploadsAtOnce, shareOfOneSender, copiesOfPageUpload } = ADMISSION
  const counters = await openRateCounters(database)
  const pressure = measurePressure(proofAbovePerMinute, counters)
  const maxUploadBytes = Math.max(minUploadBytes, maxFormBytes(cvMaximumBytes) * largestUploadsAtOnce)
  const uploadMemoryOf = (maxBytes: number) =>
    limitUploadMemory({ maxBytes, maxBytesOfSender: maxBytes * shareOfOneSender })
  return {
    limits: createSubmissionLimits({ database, counters, pressure, submissionsPerMinute }),
    proofs: createProofs(pressure, () => serverKey(database, 'proofs')),
    uploads: uploadMemoryOf(maxUploadBytes),
    pageUploads: uploadMemoryOf(maxUploadBytes / copiesOfPageUpload),
    renders: createSemaphore(ADMISSION.renders),
  }
}
