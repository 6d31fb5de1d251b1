import { createWorkerProcess, WorkerFailure } from '#domain/platform/subprocess/subprocess.ts'
import { TooBusy } from '../http/semaphore.ts'
import type { Drawing } from './draw-worker.ts'
import workerSource from './draw-worker.ts?worker-source'

export type Draw = (drawing: Drawing) => Promise<Buffer>

/** A process of its own: fonts and image libraries take a hundred megabytes and block the event loop. */
export function startDrawingProcess() {
  const { run, stop } = createWorkerProcess<Uint8Array, Drawing>({
    source: workerSource,
    deadlineMilliseconds: 20_000,
    idleMilliseconds: 5_000,
    isInBackground: true,
  })
  const draw: Draw = async (drawing) => {
    try {
      return Buffer.from(await run(drawing))
    } catch (error) {
      if (error instanceof WorkerFailure && error.message === 'deadline')
        throw new TooBusy('A picture took too long to draw')
      throw new Error('A picture could not be drawn', { cause: error })
    }
  }
  return { draw, stop }
}
