import sharp from 'sharp'
import { replyWith } from '#domain/platform/subprocess/reply.ts'
import { composeSharePicture, type SharePicture } from './share-picture.tsx'

export type Drawing = ({ kind: 'share' } & SharePicture) | { kind: 'square' | 'inside'; svg: string; side: number }

const CSS_PIXELS_PER_INCH = 72
const SAFE_PART = 0.8
const COLOURS = 64

sharp.concurrency(1)
replyWith(async (drawing: Drawing) => {
  if (drawing.kind === 'share') return rasterizeFlat(await composeSharePicture(drawing))
  return (drawing.kind === 'inside' ? rasterizeInside : rasterizeSquare)(drawing.svg, drawing.side)
})

const rasterizeFlat = (svg: string) =>
  sharp(Buffer.from(svg)).png({ palette: true, colours: COLOURS, effort: 4 }).toBuffer()

async function rasterizeSquare(svg: string, side: number) {
  const { width = side } = await sharp(Buffer.from(svg)).metadata()
  return sharp(Buffer.from(svg), { density: (CSS_PIXELS_PER_INCH * side) / width })
    .resize(side, side)
    .png()
    .toBuffer()
}

async function rasterizeInside(svg: string, side: number) {
  const inner = await rasterizeSquare(svg, Math.round(side * SAFE_PART))
  const corner = await sharp(inner).extract({ left: 0, top: 0, width: 1, height: 1 }).removeAlpha().raw().toBuffer()
  const [r = 0, g = 0, b = 0] = corner
  return sharp({ create: { width: side, height: side, channels: 3, background: { r, g, b } } })
    .composite([{ input: inner }])
    .png()
    .toBuffer()
}
