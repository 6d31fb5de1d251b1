import { SECOND } from '../../platform/durations.ts'
import { createWorkerProcess, WorkerFailure } from '../../platform/subprocess/subprocess.ts'
import type { Findings } from './workers/findings.ts'
import readerSource from './workers/findings-worker.ts?worker-source'
import type { Opening } from './workers/open.ts'
import openerSource from './workers/open-worker.ts?worker-source'

/** Undefined parts took too much time or memory. */
export interface CvInspection {
  opening?: Opening | undefined
  findings?: Findings | undefined
}

export interface CvInspector {
  /** While the sender waits; undefined if it takes too long. */
  open(bytes: Buffer): Promise<Opening['outcome'] | undefined>
  inspect(bytes: Buffer): Promise<CvInspection>
  stop(): Promise<void>
}

const DEADLINES = { open: 10 * SECOND, read: 20 * SECOND }
// Beyond it the CV is accepted, and the inspection finds its faults.
const SENDERS_PATIENCE = { milliseconds: 10 * SECOND, maxWaiting: 50 }

/** Two processes: the sender waits for the opening, while reading every object takes time. */
export function createCvInspector(deadlines = DEADLINES): CvInspector {
  const opener = createWorkerProcess<Opening>({ source: openerSource, deadlineMilliseconds: deadlines.open })
  const reader = createWorkerProcess<Findings>({
    source: readerSource,
    deadlineMilliseconds: deadlines.read,
    isInBackground: true,
  })

  return {
    open: async (bytes) => (await undefinedOnFailure(opener.run(bytes, SENDERS_PATIENCE)))?.outcome,
    async inspect(bytes) {
      const [opening, findings] = await Promise.all([
        undefinedOnFailure(opener.run(bytes)),
        undefinedOnFailure(reader.run(bytes)),
      ])
      return { opening, findings }
    },
    async stop() {
      await Promise.all([opener.stop(), reader.stop()])
    },
  }
}

export async function undefinedOnFailure<Result>(running: Promise<Result>) {
  try {
    return await running
  } catch (error) {
    if (error instanceof WorkerFailure) return undefined
    throw error
  }
}
