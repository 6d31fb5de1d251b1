// Runs in a process of its own (see rasterize.ts): an SVG comes in, a PNG goes out, and the memory goes with the process.
import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'

const CSS_PIXELS_PER_INCH = 72
const SAFE_PART = 0.8
const COLOURS = 64

sharp.concurrency(1)
const kinds = { flat, square, inside }
const [kind, size] = process.argv.slice(1)
process.stdout.write(await kinds[kind](await buffer(process.stdin), Number(size)))

/** Flat colours and their edges: a palette keeps the file small. */
function flat(svg) {
  return sharp(svg).png({ palette: true, colours: COLOURS, effort: 4 }).toBuffer()
}

async function square(svg, side) {
  const { width = side } = await sharp(svg).metadata()
  return sharp(svg, { density: (CSS_PIXELS_PER_INCH * side) / width })
    .resize(side, side)
    .png()
    .toBuffer()
}

/** Within the middle of a square, on the colour of its first corner. */
async function inside(svg, side) {
  const inner = await square(svg, Math.round(side * SAFE_PART))
  const [r, g, b] = await sharp(inner).extract({ left: 0, top: 0, width: 1, height: 1 }).removeAlpha().raw().toBuffer()
  return sharp({ create: { width: side, height: side, channels: 3, background: { r, g, b } } })
    .composite([{ input: inner }])
    .png()
    .toBuffer()
}
