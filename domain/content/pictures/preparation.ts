import { MINUTE } from '../../platform/durations.ts'
import { createWorkerProcess, WorkerFailure } from '../../platform/subprocess/subprocess.ts'
import { isAccepted, kindOf } from './kinds.ts'
import type { PictureFault, PreparedPicture } from './prepare.ts'
import workerSource from './prepare-worker.ts?worker-source'

type PictureRefusal = `picture${Capitalize<PictureFault | 'heic' | 'svg' | 'kind' | 'busy'>}`

export type PicturePreparation = ReturnType<typeof createPicturePreparation>

const DEADLINE_MILLISECONDS = MINUTE
const PATIENCE = { milliseconds: 120_000, maxWaiting: 20 }

/** In a process of its own: no picture holds the desk up or takes its memory. */
export function createPicturePreparation() {
  const worker = createWorkerProcess<PreparedPicture | { fault: PictureFault }, { bytes: Buffer }>({
    source: workerSource,
    deadlineMilliseconds: DEADLINE_MILLISECONDS,
  })
  return {
    async prepare(bytes: Buffer): Promise<PreparedPicture | { refusal: PictureRefusal }> {
      const kind = kindOf(bytes)
      if (kind === 'heic' || kind === 'svg') return refuse(kind)
      if (!isAccepted(kind)) return refuse('kind')
      try {
        const prepared = await worker.run({ bytes }, PATIENCE)
        return 'fault' in prepared ? refuse(prepared.fault) : prepared
      } catch (error) {
        if (!(error instanceof WorkerFailure)) throw error
        return refuse(error.message === 'busy' ? 'busy' : 'damaged')
      }
    },
    stop: () => worker.stop(),
  }
}

function refuse(reason: PictureFault | 'heic' | 'svg' | 'kind' | 'busy') {
  return { refusal: `picture${reason.charAt(0).toUpperCase()}${reason.slice(1)}` as PictureRefusal }
}
