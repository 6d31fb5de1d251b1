import { hasLogoShape, type LogoUse } from '#contract/logos.ts'
import { MINUTE } from '../../platform/durations.ts'
import { createWorkerProcess, WorkerFailure } from '../../platform/subprocess/subprocess.ts'
import type { DrawingFault } from './drawing.ts'
import { isAccepted, kindOf } from './kinds.ts'
import type { PictureFault, PreparedPicture } from './prepare.ts'
import workerSource from './prepare-worker.ts?worker-source'

type PictureReason = PictureFault | 'heic' | 'svg' | 'kind' | 'busy'
type LogoReason = DrawingFault | 'kind'
type PictureRefusal = `picture${Capitalize<PictureReason>}` | `logo${Capitalize<LogoReason>}` | `${LogoUse}Shape`

type Prepared = PreparedPicture | { refusal: PictureRefusal }

export type PicturePreparation = ReturnType<typeof createPicturePreparation>

const DEADLINE_MILLISECONDS = MINUTE
const PATIENCE = { milliseconds: 120_000, maxWaiting: 20 }

/** In a process of its own: no picture holds the desk up or takes its memory. */
export function createPicturePreparation() {
  const worker = createWorkerProcess<
    PreparedPicture | { fault: PictureFault | DrawingFault },
    { bytes: Buffer; isDrawing: boolean }
  >({
    source: workerSource,
    deadlineMilliseconds: DEADLINE_MILLISECONDS,
  })

  async function run(bytes: Buffer, subject: 'picture' | 'logo'): Promise<Prepared> {
    try {
      const prepared = await worker.run({ bytes, isDrawing: subject === 'logo' }, PATIENCE)
      return 'fault' in prepared ? refuse(subject, prepared.fault) : prepared
    } catch (error) {
      if (!(error instanceof WorkerFailure)) throw error
      return refuse('picture', error.message === 'busy' ? 'busy' : 'damaged')
    }
  }

  return {
    async prepare(bytes: Buffer): Promise<Prepared> {
      const kind = kindOf(bytes)
      if (kind === 'heic' || kind === 'svg') return refuse('picture', kind)
      return isAccepted(kind) ? run(bytes, 'picture') : refuse('picture', 'kind')
    },

    /** A PNG, or a drawing made safe. */
    async prepareLogo(bytes: Buffer, use: LogoUse): Promise<Prepared> {
      const isDrawing = BEGINS_LIKE_XML.test(bytes.toString('latin1', 0, BEGINNING_BYTES))
      if (!isDrawing && kindOf(bytes) !== 'png') return refuse('logo', 'kind')
      const prepared = await run(bytes, isDrawing ? 'logo' : 'picture')
      if ('refusal' in prepared || hasLogoShape(use, prepared)) return prepared
      return { refusal: `${use}Shape` }
    },
    stop: () => worker.stop(),
  }
}

const BEGINNING_BYTES = 64
/** After a mark of the byte order, if any. */
const BEGINS_LIKE_XML = /^(?:\xef\xbb\xbf)?\s*</

function refuse(subject: 'picture' | 'logo', reason: PictureReason | LogoReason) {
  return { refusal: `${subject}${reason.charAt(0).toUpperCase()}${reason.slice(1)}` as PictureRefusal }
}
