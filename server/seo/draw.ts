import { rasterizeInside, rasterizeSquare } from './rasterize.ts'
import { drawSharePicture, type SharePicture } from './share-picture.tsx'

/** A picture to draw: plain data that can be sent to another process. */
export type Drawing =
  | ({ kind: 'share' } & SharePicture)
  | { kind: 'square'; svg: string; side: number }
  | { kind: 'inside'; svg: string; side: number }

export async function draw(drawing: Drawing): Promise<Buffer> {
  if (drawing.kind === 'share') return drawSharePicture(drawing)
  return (drawing.kind === 'inside' ? rasterizeInside : rasterizeSquare)(drawing.svg, drawing.side)
}
