import { type ChildProcess, spawn } from 'node:child_process'
import { lowerPriority } from '#domain/platform/subprocess/lower-priority.ts'
import type { Drawing, Drawn } from './draw.ts'
import { TooBusy } from './too-busy.ts'

const TIMEOUT_MILLISECONDS = 20_000
const IDLE_MILLISECONDS = 5_000

export type Draw = (drawing: Drawing) => Promise<Buffer>

/**
 * Draws in a child process of low priority, one picture at a time: shaping and rasterizing would hold up the event loop, and
 * the memory they take goes with the process when it has been idle for a while.
 */
export function startDrawingProcess(): { draw: Draw; stop: () => void } {
  // Development runs from the sources, which a plain Node process cannot load.
  if (import.meta.env.DEV) return { draw: async (drawing) => (await import('./draw.ts')).draw(drawing), stop: () => {} }

  let child: ChildProcess | undefined
  let idleTimer: NodeJS.Timeout | undefined
  let lastId = 0
  let previous: Promise<unknown> = Promise.resolve()

  function draw(drawing: Drawing): Promise<Buffer> {
    const result = previous.then(() => drawInChild(drawing))
    previous = result.catch(() => {})
    return result
  }

  async function drawInChild(drawing: Drawing): Promise<Buffer> {
    clearTimeout(idleTimer)
    child ??= await spawnChild()
    try {
      return await ask(child, drawing, ++lastId)
    } catch (error) {
      // Whatever state it is in, the next picture starts afresh.
      stop()
      throw error
    } finally {
      idleTimer = setTimeout(stop, IDLE_MILLISECONDS).unref()
    }
  }

  function stop() {
    clearTimeout(idleTimer)
    child?.kill('SIGKILL')
    child = undefined
  }

  return { draw, stop }
}

async function spawnChild() {
  // Imported here, so that it is built into a file of its own; it draws nothing in this process.
  const { PROGRAM } = await import('./draw.ts')
  const child = spawn(process.execPath, [PROGRAM], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    serialization: 'advanced',
  })
  if (child.pid !== undefined) lowerPriority(child.pid, 'PRIORITY_BELOW_NORMAL')
  return child
}

function ask(child: ChildProcess, drawing: Drawing, id: number) {
  return new Promise<Buffer>((resolve, reject) => {
    const fail = (reason: unknown) => settle(() => reject(new Error(`A picture could not be drawn: ${reason}`)))
    const onMessage = (drawn: Drawn) => {
      if (drawn.id !== id) return
      const { png, error } = drawn
      if (png) settle(() => resolve(png))
      else fail(error)
    }
    const onExit = (code: number | null) => fail(`the process ended with ${code}`)
    const timer = setTimeout(
      () => settle(() => reject(new TooBusy('A picture took too long to draw'))),
      TIMEOUT_MILLISECONDS,
    )
    const settle = (end: () => void) => {
      clearTimeout(timer)
      child.off('message', onMessage).off('error', fail).off('exit', onExit)
      end()
    }
    child.on('message', onMessage).on('error', fail).on('exit', onExit)
    child.send({ id, drawing }, (error) => error && fail(error))
  })
}
