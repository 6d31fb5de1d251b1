import { createWorkerProcess, WorkerFailure } from '#domain/platform/subprocess/subprocess.ts'
import { TooBusy } from '../http/semaphore.ts'
import type { Drawing } from './draw.ts'
import workerSource from './draw-worker.ts?worker-source'

export type Draw = (drawing: Drawing) => Promise<Buffer>

/** Fonts and image libraries take a hundred megabytes and hold up the event loop: they run in a process of their own. */
export function startDrawingProcess(): { draw: Draw; stop: () => Promise<void> } {
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
      const isLate = error instanceof WorkerFailure && error.message === 'deadline'
      throw isLate
        ? new TooBusy('A picture took too long to draw')
        : new Error('A picture could not be drawn', { cause: error })
    }
  }
  return { draw, stop }
}
