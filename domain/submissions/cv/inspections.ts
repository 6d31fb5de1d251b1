import type { Clock } from '../../platform/calendar.ts'
import type { Database } from '../../platform/database/database.ts'
import { MINUTE, SECOND } from '../../platform/durations.ts'
import { startWorkerLoop } from '../../platform/jobs/worker-loop.ts'
import { FILE_COLUMNS, FileLost, type KeptFile } from '../../platform/storage/kept-files.ts'
import { StorageFailure } from '../../platform/storage/object-store.ts'
import { type CvInspector, createCvInspector } from './inspector.ts'
import { type Claim, claimDue, postpone, release, storeResult } from './queue.ts'
import { type CvResult, toResult } from './result.ts'
import { type ClamdAddress, scanForViruses } from './virus-scan.ts'

export interface CvInspections extends Pick<CvInspector, 'open'> {
  /** There is a CV to inspect. */
  wake(): void
  /** Inspects what is due now; resolves when nothing more is. */
  inspectDue(): Promise<void>
  stop(): Promise<void>
}

interface CvInspectionOptions {
  database: Database
  inspector?: CvInspector | undefined
  /** Without one no CV is scanned for viruses. */
  clamd?: ClamdAddress | undefined
  /** The staff's mail waits for a result; see `oweMails`. */
  wakeMail?: (() => void) | undefined
  log: { error(details: object, message: string): void }
  clock?: Clock
}

const LOOK_EVERY_MILLISECONDS = 15 * SECOND
// Longer than one CV can take with every deadline on its way, so that no second process inspects it meanwhile.
const LEASE_MILLISECONDS = 3 * MINUTE
const MAX_TRIES = 3
const BACKOFF_MILLISECONDS = [2 * SECOND, 10 * SECOND]
const SCAN_AGAIN_MILLISECONDS = 15 * MINUTE
const MAX_SCANS = 100

/**
 * Inspects CVs after they were stored. Several processes may do so at once: each claims one CV at a time under a lease. A try is counted
 * when it begins, so that a CV which ends the process, too, is given up and marked.
 */
export function startCvInspections(options: CvInspectionOptions): CvInspections {
  const { database, inspector = createCvInspector(), clamd, wakeMail, log, clock = () => new Date() } = options
  const loop = startWorkerLoop({
    pollMilliseconds: LOOK_EVERY_MILLISECONDS,
    async round() {
      while (!loop.isStopped() && (await inspectNext())) {
        // Until a claim comes back empty.
      }
    },
    onFailure: (error) => log.error({ err: error }, 'CVs could not be inspected'),
    clock,
  })
  loop.wake()

  return {
    open: inspector.open,
    wake: loop.wake,
    inspectDue: loop.run,
    async stop() {
      const stopping = loop.stop()
      await inspector.stop()
      await stopping
    },
  }

  /** Whether there may be more. */
  async function inspectNext() {
    const claim = await claimDue(database, clock(), LEASE_MILLISECONDS)
    if (!claim) return false
    const { submission_id } = claim
    const { queries } = database
    const cv = await queries
      .selectFrom('cvs')
      .select(FILE_COLUMNS)
      .where('submission_id', '=', submission_id)
      .executeTakeFirst()
    // Erased in the meantime.
    if (!cv) return true
    const bytes = await read(claim, cv)
    const result = claim.result === null ? await inspect(claim, bytes) : await scanAgain(claim, bytes)
    // The end of this server is no fault of the CV.
    if (loop.isStopped()) await release(database, claim)
    else if (result) await store(claim, result)
    else await postpone(database, claim, after(BACKOFF_MILLISECONDS[claim.tries - 1] ?? MINUTE))
    return true
  }

  /** Undefined if it is lost. Where the store is away, that is no fault of the CV: it waits. */
  async function read(claim: Claim, file: KeptFile): Promise<Buffer | undefined> {
    try {
      return await database.files.read(file)
    } catch (error) {
      if (error instanceof FileLost) return undefined
      if (error instanceof StorageFailure) await postpone(database, { ...claim, tries: claim.tries - 1 }, after(MINUTE))
      throw error
    }
  }

  /** Undefined if it should be tried again. */
  async function inspect({ tries }: Claim, bytes: Buffer | undefined): Promise<CvResult | undefined> {
    if (!bytes) return toResult({})
    const inspection = tries > MAX_TRIES ? {} : await inspector.inspect(bytes)
    const isKnown = inspection.opening !== undefined && inspection.findings !== undefined
    if (!isKnown && tries < MAX_TRIES) return undefined
    return toResult(inspection, clamd && (await scanForViruses(bytes, clamd)))
  }

  /** The scanner was away when the CV was inspected. */
  async function scanAgain({ result }: Claim, bytes: Buffer | undefined): Promise<CvResult> {
    return { ...JSON.parse(String(result)), ...(clamd && bytes && { scan: await scanForViruses(bytes, clamd) }) }
  }

  async function store({ submission_id, tries, leased_until, result: former }: Claim, result: CvResult) {
    const now = clock().toISOString()
    const scans = former === null ? 1 : tries
    const isToBeScanned = clamd && result.scan?.outcome === 'not-scanned' && scans < MAX_SCANS
    const next_try_at = isToBeScanned ? after(SCAN_AGAIN_MILLISECONDS) : null
    await storeResult(database, { submission_id, tries: scans, next_try_at, leased_until }, result, now)
    wakeMail?.()
  }

  function after(milliseconds: number) {
    return new Date(clock().getTime() + milliseconds).toISOString()
  }
}
