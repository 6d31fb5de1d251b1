import sharp from 'sharp'

// Pictures are drawn seldom and then kept: libvips need not keep anything itself, nor take every core.
sharp.cache(false)
sharp.concurrency(1)

const CSS_PIXELS_PER_INCH = 72
const SAFE_PART = 0.8

/** An SVG drawing as a square PNG. */
export async function rasterize(svg: string, size: number) {
  const { width = size } = await sharp(Buffer.from(svg)).metadata()
  return sharp(Buffer.from(svg), { density: (CSS_PIXELS_PER_INCH * size) / width })
    .resize(size, size)
    .png()
    .toBuffer()
}

/** The same within the middle of a square, on the colour of its first corner. */
export async function rasterizeInside(svg: string, size: number) {
  const inner = await rasterize(svg, Math.round(size * SAFE_PART))
  const [red = 0, green = 0, blue = 0] = await sharp(inner)
    .extract({ left: 0, top: 0, width: 1, height: 1 })
    .removeAlpha()
    .raw()
    .toBuffer()
  return sharp({ create: { width: size, height: size, channels: 3, background: { r: red, g: green, b: blue } } })
    .composite([{ input: inner }])
    .png()
    .toBuffer()
}

const COLOURS = 64

/** Flat colours and their edges: a palette keeps the file small. */
export const rasterizeFlat = (svg: string) =>
  sharp(Buffer.from(svg)).png({ palette: true, colours: COLOURS, effort: 4 }).toBuffer()
