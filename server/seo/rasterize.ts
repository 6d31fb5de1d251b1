import { spawn } from 'node:child_process'
import { buffer, text } from 'node:stream/consumers'
import script from './draw-png.js?raw'

/** As large as it was drawn, in few colours. */
export const rasterizeFlat = (svg: string) => draw(svg, 'flat')

export const rasterizeSquare = (svg: string, size: number) => draw(svg, 'square', size)

/** A square whose drawing keeps to the middle. */
export const rasterizeInside = (svg: string, size: number) => draw(svg, 'inside', size)

const LONGEST_MILLISECONDS = 20_000

/** Pictures are drawn seldom and then kept. A process of its own gives back the hundred megabytes that drawing one takes. */
async function draw(svg: string, kind: 'flat' | 'square' | 'inside', size = 0): Promise<Buffer> {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script, kind, String(size)], {
    stdio: ['pipe', 'pipe', 'pipe'],
    timeout: LONGEST_MILLISECONDS,
  })
  child.stdin.on('error', () => {})
  child.stdin.end(svg)
  const ended = new Promise<number | null>((resolve, reject) => child.on('error', reject).on('close', resolve))
  const [picture, complaint, code] = await Promise.all([buffer(child.stdout), text(child.stderr), ended])
  if (code !== 0) throw new Error(`A picture could not be drawn: ${complaint || `the process ended with ${code}`}`)
  return picture
}
