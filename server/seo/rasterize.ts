import sharp from 'sharp'

const CSS_PIXELS_PER_INCH = 72
const SAFE_PART = 0.8
const COLOURS = 64

sharp.concurrency(1)

/** As large as it was drawn. Flat colours and their edges: a palette keeps the file small. */
export const rasterizeFlat = (svg: string) =>
  sharp(Buffer.from(svg)).png({ palette: true, colours: COLOURS, effort: 4 }).toBuffer()

export async function rasterizeSquare(svg: string, side: number) {
  const { width = side } = await sharp(Buffer.from(svg)).metadata()
  return sharp(Buffer.from(svg), { density: (CSS_PIXELS_PER_INCH * side) / width })
    .resize(side, side)
    .png()
    .toBuffer()
}

/** Within the middle of a square, on the colour of its first corner. */
export async function rasterizeInside(svg: string, side: number) {
  const inner = await rasterizeSquare(svg, Math.round(side * SAFE_PART))
  const corner = await sharp(inner).extract({ left: 0, top: 0, width: 1, height: 1 }).removeAlpha().raw().toBuffer()
  const [r = 0, g = 0, b = 0] = corner
  return sharp({ create: { width: side, height: side, channels: 3, background: { r, g, b } } })
    .composite([{ input: inner }])
    .png()
    .toBuffer()
}
