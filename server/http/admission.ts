import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance } from 'fastify'
import { measurePressure } from '#api/http/pressure.ts'
import { createProofs, type Proofs } from '#api/http/proofs.ts'
import { createSubmissionLimits, type SubmissionLimits } from '#api/http/rate-limits.ts'
import { maxFormBytes } from '#api/http/read-form-body.ts'
import { limitUploadMemory, type UploadMemory } from '#api/http/upload-memory.ts'
import type { Database } from '#domain/platform/database/database.ts'
import { openRateCounters } from '#domain/platform/database/rate-counters.ts'
import { serverKey } from '#domain/platform/database/server-keys.ts'
import { SECOND } from '#domain/platform/durations.ts'
import type { Config } from '#settings/settings.ts'
import { createSemaphore, type Semaphore } from './semaphore.ts'

const KILOBYTE = 1024
const MEGABYTE = 1024 * KILOBYTE

/** How much of everything is let in, and what becomes of the rest. Mechanisms take their numbers from here. */
export const ADMISSION = {
  // Not accepted beyond it: what so many requests hold at most still fits into memory.
  maxConnections: 8_000,
  // So much at most of the connections, and of what uploads may hold, for one address: alone it keeps nobody else out.
  shareOfOneSender: 1 / 2,
  // Wait in the system's queue until they are accepted. Beyond it the system drops them and they try again after one second, then
  // three, then seven: a moment's crowd would keep people from the pages for much longer than it lasts.
  maxPendingConnections: 4_096,

  // 431, 413, 408: for every request, whatever it asks for.
  maxHeaderBytes: 16 * KILOBYTE,
  maxJsonBytes: 64 * KILOBYTE,
  headersTimeout: 10 * SECOND,
  // A CV over a slow line takes its time; a trickle that never ends does not get it.
  requestTimeout: 120 * SECOND,
  keepAliveTimeout: 72 * SECOND,
  // A client that sends a request and never reads the response is disconnected, too.
  connectionTimeout: 130 * SECOND,
  connectionsCheckingInterval: 5 * SECOND,

  // 413, with the page and what was typed so far: a post to a page. It gives back some times more than the longest answers that a form
  // takes; all of it is rendered in one turn of the event loop. A browser that cannot finish sending shows an error of its own
  // instead of our page, so much more than is kept is read past.
  maxPageFieldBytes: 24 * KILOBYTE,
  maxPageAnswersBytes: 32 * KILOBYTE,
  maxDiscardedBytes: 100 * MEGABYTE,

  // 429, for each address in a minute. What is stored is limited by SUBMISSIONS_PER_MINUTE; mere attempts more generously, so that
  // people who mistype are not locked out and a flood of refused posts still ends.
  attemptsPerSubmission: 10,
  minAttemptsPerMinute: 60,
  // 428, while more forms arrive than PROOF_ABOVE_PER_MINUTE, from all senders together: a proof of work. Who has no JavaScript cannot
  // bring one, and is limited to this many instead.
  withoutProofPerMinute: 2,

  // 503: all uploads that are under way hold their CVs in memory. Those of pages are there twice, as read and as handed on.
  minUploadBytes: 64 * MEGABYTE,
  largestUploadsAtOnce: 6,
  copiesOfPageUpload: 2,

  // 503: a form without a file takes 64 KB at most, so that many fit into memory while they wait for the database.
  maxConcurrentWrites: 500,

  // 503: rendering is work of the processor, more at a time would only make each of them later. Whoever has typed something waits
  // longer for a place than whoever only reads.
  renders: { maxConcurrent: 4, maxWaiting: 40 },
  maxPostsWaiting: 400,

  // 503, in milliseconds until a connection is accepted. A burst is over after a moment and everybody in it was served; what lasts
  // longer is an overload, until it has been calm for a while. Then forms are sent away unread, and above `overwhelmed` posts to
  // pages, too.
  delays: { late: 400, overwhelmed: 2 * SECOND, overloadAfter: 1.5 * SECOND, calmAfter: 5 * SECOND },
}

export interface Admission {
  limits: SubmissionLimits
  proofs: Proofs
  uploads: UploadMemory
  pageUploads: UploadMemory
  renders: Semaphore
}

type AdmissionSettings = Pick<Config, 'submissionsPerMinute' | 'proofAbovePerMinute' | 'cvMaximumBytes'>

/** The limits of one server, made once and shared by the API and the pages. */
export async function createAdmission(
  app: FastifyInstance,
  database: Database,
  { submissionsPerMinute, proofAbovePerMinute, cvMaximumBytes }: AdmissionSettings,
): Promise<Admission> {
  const { attemptsPerSubmission, minAttemptsPerMinute, minUploadBytes, largestUploadsAtOnce } = ADMISSION
  await app.register(rateLimit, { global: false })
  const counters = await openRateCounters(database)
  const pressure = measurePressure(proofAbovePerMinute, counters)
  const maxUploadBytes = Math.max(minUploadBytes, maxFormBytes(cvMaximumBytes) * largestUploadsAtOnce)
  const limits = createSubmissionLimits(
    app,
    { database, counters, pressure },
    {
      submissionsPerMinute,
      withoutProofPerMinute: ADMISSION.withoutProofPerMinute,
      attemptsPerMinute: Math.max(submissionsPerMinute * attemptsPerSubmission, minAttemptsPerMinute),
    },
  )
  const uploadMemoryOf = (maxBytes: number) =>
    limitUploadMemory({
      maxBytes,
      maxBytesOfSender: maxBytes * ADMISSION.shareOfOneSender,
      senderOf: limits.senderOf,
    })
  return {
    limits,
    proofs: createProofs(pressure, () => serverKey(database, 'proofs')),
    uploads: uploadMemoryOf(maxUploadBytes),
    pageUploads: uploadMemoryOf(maxUploadBytes / ADMISSION.copiesOfPageUpload),
    renders: createSemaphore(ADMISSION.renders),
  }
}
