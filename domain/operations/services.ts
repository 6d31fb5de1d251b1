import { setTimeout as pause } from 'node:timers/promises'
import { MINUTE } from '../platform/durations.ts'
import type { Files } from '../platform/storage/kept-files.ts'
import { type ClamdAddress, tryScanner } from '../submissions/cv/virus-scan.ts'
import type { Condition } from './conditions.ts'

const ASKED_EVERY = MINUTE
/** One failed call is no condition yet. */
const SECOND_TRY_MILLISECONDS = 1_000

/** Why the object storage cannot be used; undefined where it can. */
export async function tryStorage({ objects, folder }: Pick<Files, 'objects' | 'folder'>): Promise<string | undefined> {
  try {
    await objects?.list(await folder()).next()
    return undefined
  } catch (error) {
    return (error as Error).message
  }
}

/** The services that files need, each asked once a minute at most. */
export function watchServices(files: Files, clamd: ClamdAddress | undefined): () => Promise<Condition[]> {
  const isStorageAway = files.objects ? askedSeldom(() => tryStorage(files)) : async () => false
  const isScannerAway = clamd ? askedSeldom(() => tryScanner(clamd)) : async () => false
  return async () => [
    ...((await isStorageAway()) ? [{ name: 'storageUnreachable' as const, values: {} }] : []),
    ...((await isScannerAway()) ? [{ name: 'scannerUnreachable' as const, values: {} }] : []),
  ]
}

function askedSeldom(complaint: () => Promise<string | undefined>): () => Promise<boolean> {
  let asked = Number.NEGATIVE_INFINITY
  let isAway = Promise.resolve(false)
  return () => {
    if (performance.now() - asked >= ASKED_EVERY) {
      asked = performance.now()
      isAway = failsTwice(complaint)
    }
    return isAway
  }
}

async function failsTwice(complaint: () => Promise<string | undefined>) {
  if ((await complaint()) === undefined) return false
  await pause(SECOND_TRY_MILLISECONDS)
  return (await complaint()) !== undefined
}
