import { fileURLToPath } from 'node:url'
import type { SharePicture } from './share-picture.tsx'

/** A picture to draw; what it needs is plain data, so that it can be sent to another process. */
export type Drawing =
  | ({ kind: 'share' } & SharePicture)
  | { kind: 'square'; svg: string; side: number }
  | { kind: 'inside'; svg: string; side: number }

export interface Drawn {
  id: number
  png?: Buffer
  error?: string
}

/** This module as a program, once it is built: drawing-process.ts starts it. */
export const PROGRAM = fileURLToPath(import.meta.url)
if (process.argv[1] === PROGRAM) serveDrawings()

/** What draws is loaded only here: fonts and image libraries take a hundred megabytes that the server must not keep. */
export async function draw(drawing: Drawing): Promise<Buffer> {
  if (drawing.kind === 'share') return (await import('./share-picture.tsx')).drawSharePicture(drawing)
  const { rasterizeInside, rasterizeSquare } = await import('./rasterize.ts')
  return (drawing.kind === 'inside' ? rasterizeInside : rasterizeSquare)(drawing.svg, drawing.side)
}

/** It ends with its parent. */
function serveDrawings() {
  process.on('disconnect', () => process.exit())
  process.on('message', async ({ id, drawing }: { id: number; drawing: Drawing }) => {
    const drawn: Drawn = await draw(drawing).then(
      (png) => ({ id, png }),
      (error) => ({ id, error: String(error) }),
    )
    process.send?.(drawn)
  })
}
