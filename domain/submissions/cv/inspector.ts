import { LRUCache } from 'lru-cache'
import { MINUTE, SECOND } from '../../platform/durations.ts'
import { createWorkerProcess, WorkerFailure } from '../../platform/subprocess/subprocess.ts'
import type { Findings } from './workers/findings.ts'
import readerSource from './workers/findings-worker.ts?worker-source'
import type { Opening } from './workers/open.ts'
import openerSource from './workers/open-worker.ts?worker-source'
import type { CvText } from './workers/text.ts'
import textSource from './workers/text-worker.ts?worker-source'

/** Undefined parts took too much time or memory. */
export interface CvInspection {
  opening?: Opening | undefined
  findings?: Findings | undefined
}

export interface CvInspector {
  /** While the sender waits; undefined if it takes too long, or took too long lately. */
  open(bytes: Buffer, sender: string): Promise<Opening['outcome'] | undefined>
  inspect(bytes: Buffer): Promise<CvInspection>
  /** Undefined if the file cannot be opened, or takes too much time or memory. */
  readText(bytes: Buffer): Promise<CvText | undefined>
  stop(): Promise<void>
}

// An honest CV opens in a fraction of a second.
const DEADLINES = { whileWaiting: 3 * SECOND, open: 10 * SECOND, read: 20 * SECOND }
// Beyond it the CV is accepted, and the inspection finds its faults.
const SENDERS_PATIENCE = { milliseconds: 10 * SECOND, maxWaiting: 50 }
// A sender of CVs that open slowly would keep all others waiting.
const UNOPENED_AFTER_SLOW_CV = { max: 20_000, ttl: 10 * MINUTE }

/** Senders wait for the first process alone; the others inspect what is stored. */
export function createCvInspector(changes: Partial<typeof DEADLINES> = {}): CvInspector {
  const deadlines = { ...DEADLINES, ...changes }
  const sendersOpener = createWorkerProcess<Opening>({
    source: openerSource,
    deadlineMilliseconds: deadlines.whileWaiting,
  })
  const opener = createWorkerProcess<Opening>({ source: openerSource, deadlineMilliseconds: deadlines.open })
  const reader = createWorkerProcess<Findings>({
    source: readerSource,
    deadlineMilliseconds: deadlines.read,
    isInBackground: true,
  })
  const textReader = createWorkerProcess<CvText>({
    source: textSource,
    deadlineMilliseconds: deadlines.read,
    isInBackground: true,
  })

  return {
    open: oneAtATimeBySender((bytes) => undefinedOnFailure(sendersOpener.run(bytes, SENDERS_PATIENCE))),
    async inspect(bytes) {
      const [opening, findings] = await Promise.all([
        undefinedOnFailure(opener.run(bytes)),
        undefinedOnFailure(reader.run(bytes)),
      ])
      return { opening, findings }
    },
    readText: (bytes) => undefinedOnFailure(textReader.run(bytes)),
    async stop() {
      await Promise.all([sendersOpener.stop(), opener.stop(), reader.stop(), textReader.stop()])
    },
  }
}

function oneAtATimeBySender(open: (bytes: Buffer) => Promise<Opening | undefined>): CvInspector['open'] {
  const turns = new Map<string, Promise<Opening | undefined>>()
  const slowSenders = new LRUCache<string, true>(UNOPENED_AFTER_SLOW_CV)
  return async (bytes, sender) => {
    const turn = (turns.get(sender) ?? Promise.resolve()).then(async () => {
      if (slowSenders.has(sender)) return undefined
      const opening = await open(bytes)
      if (!opening) slowSenders.set(sender, true)
      return opening
    })
    turns.set(sender, turn)
    try {
      return (await turn)?.outcome
    } finally {
      if (turns.get(sender) === turn) turns.delete(sender)
    }
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
