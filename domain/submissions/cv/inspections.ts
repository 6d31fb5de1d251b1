import type { Database } from '../../platform/database/database.ts'
import { MINUTE, SECOND } from '../../platform/durations.ts'
import { defineJob, type JobDefinition } from '../../platform/jobs/define-job.ts'
import type { Recording } from '../../platform/jobs/queue.ts'
import { FILE_COLUMNS, FileLost, StorageFailure } from '../../platform/storage/kept-files.ts'
import { type CvInspector, createCvInspector } from './inspector.ts'
import { type CvPayload, enqueueScan, enqueueText, storeResult, storeText } from './queue.ts'
import { type CvResult, toResult } from './result.ts'
import { type ClamdAddress, scanForViruses } from './virus-scan.ts'

export interface CvInspections extends Pick<CvInspector, 'open'> {
  wake(): void
}

interface CvInspectionOptions {
  database: Database
  inspector?: CvInspector | undefined
  clamd?: ClamdAddress | undefined
}

const MAX_TRIES = 3

/** Both wait while the file storage is away, which is no fault of the CV. */
const SHARED = {
  concurrency: 1,
  // Longer than one CV can take with every deadline on its way.
  leaseMilliseconds: 3 * MINUTE,
  // The mail about the newest CV waits for its inspection.
  isNewestFirst: true,
  retry: {
    backoff: [2 * SECOND, 10 * SECOND, MINUTE],
    stuckAfterTries: 10,
    unreachable: { pauseMilliseconds: MINUTE },
  },
  describe: (error: unknown) => (error as Error).name,
  verdictOf: (error: unknown) => (error instanceof StorageFailure ? 'unreachable' : 'retry'),
} as const

class NotInspected extends Error {
  override name = 'NotInspected'
}

/** A CV that fails every inspection, or ends the process, is marked as not read. */
export function createCvJobs({ database, inspector = createCvInspector(), clamd }: CvInspectionOptions): {
  jobs: JobDefinition[]
  inspector: CvInspector
} {
  const inspection = defineJob<CvPayload>({
    kind: 'cv-inspection',
    ...SHARED,
    async run({ payload, subject, tries }, { isStopping }) {
      const cv = await readCv(payload)
      if (!cv) return undefined
      const found = cv.bytes && tries <= MAX_TRIES ? await inspector.inspect(cv.bytes) : {}
      const isKnown = found.opening !== undefined && found.findings !== undefined
      if (isStopping() || (cv.bytes && !isKnown && tries < MAX_TRIES)) throw new NotInspected()
      const scan = cv.bytes && clamd && (await scanForViruses(cv.bytes, clamd))
      const text = cv.bytes && found.opening?.outcome === 'opens' ? await inspector.readText(cv.bytes) : undefined
      // A busy machine may have been too slow.
      const isTextLater = found.opening?.outcome === 'opens' && text === undefined
      return record(payload, subject, toResult(found, scan), async (queries, at) =>
        isTextLater ? enqueueText(queries, subject, payload, at) : storeText(queries, payload.submissionId, text, at),
      )
    },
  })
  /** CVs from before the search in them, and those whose text took too long at first. */
  const reading = defineJob<CvPayload>({
    kind: 'cv-text',
    ...SHARED,
    async run({ payload, tries }, { isStopping }) {
      const cv = await readCv(payload)
      if (!cv) return undefined
      const text = cv.bytes && tries <= MAX_TRIES ? await inspector.readText(cv.bytes) : undefined
      if (isStopping() || (cv.bytes && !text && tries < MAX_TRIES)) throw new NotInspected()
      return (queries, at) => storeText(queries, payload.submissionId, text, at)
    },
  })
  const virusScan = defineJob<CvPayload>({
    kind: 'virus-scan',
    ...SHARED,
    async run({ payload, subject }) {
      const cv = await readCv(payload)
      const former = await database.queries
        .selectFrom('cv_inspections')
        .select('result')
        .where('submission_id', '=', payload.submissionId)
        .executeTakeFirst()
      if (!cv?.bytes || !former || !clamd) return undefined
      const scan = await scanForViruses(cv.bytes, clamd)
      return record(payload, subject, { ...(JSON.parse(former.result) as CvResult), scan })
    },
  })
  return { jobs: [inspection, virusScan, reading], inspector }

  /** Undefined if the CV was erased; without bytes if they are lost. */
  async function readCv({ submissionId }: CvPayload): Promise<{ bytes?: Buffer } | undefined> {
    const file = await database.queries
      .selectFrom('cvs')
      .select(FILE_COLUMNS)
      .where('submission_id', '=', submissionId)
      .executeTakeFirst()
    try {
      return file && { bytes: await database.files.read(file) }
    } catch (error) {
      if (error instanceof FileLost) return {}
      throw error
    }
  }

  function record(
    payload: CvPayload,
    reference: string | null,
    result: CvResult,
    storeTextToo: Recording = async () => {},
  ): Recording {
    return async (queries, at) => {
      await storeTextToo(queries, at)
      await storeResult(queries, payload.submissionId, result, at)
      if (clamd && result.scan?.outcome === 'not-scanned') await enqueueScan(queries, reference, payload, at)
    }
  }
}
