import sharp from 'sharp'

const SHADE_STEP = 40

let shade = 0

/** A JPEG for a file chooser, each of another colour. */
export async function aPhoto(name: string, { width = 900, height = 600, orientation = 1 } = {}) {
  shade += SHADE_STEP
  const background = { r: shade % 256, g: 90, b: 140 }
  const buffer = await sharp({ create: { width, height, channels: 3, background } })
    .withMetadata({ orientation })
    .jpeg()
    .toBuffer()
  return { name, mimeType: 'image/jpeg', buffer }
}
