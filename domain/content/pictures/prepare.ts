import sharp, { type Metadata } from 'sharp'
import { PICTURE_FORMATS, type PictureFormat, widthsOf } from '#contract/uploaded-pictures.ts'

export interface PreparedFile {
  width: number
  format: PictureFormat
  bytes: Uint8Array
}

export interface PreparedPicture {
  /** As it is seen: a photograph that says that it lies on its side is turned first. */
  width: number
  height: number
  files: PreparedFile[]
  isDrawing?: true
}

export type PictureFault = 'tooManyPixels' | 'animated' | 'damaged'

/** A photograph of the largest phones has 200 million. */
const MAX_PIXELS = 210_000_000
const MAX_SIDE = 20_000
const MAX_BYTES_DECODED_WHOLE = 400_000_000
const QUALITIES = { avif: { quality: 55, effort: 2 }, webp: { quality: 80, effort: 4 } } as const

export function prepareSharp() {
  sharp.concurrency(1)
  sharp.cache(false)
  // No other loader of the library is tried, whatever the file claims to be.
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({
    operation: [
      'VipsForeignLoadJpegBuffer',
      'VipsForeignLoadPngBuffer',
      'VipsForeignLoadWebpBuffer',
      'VipsForeignLoadHeifBuffer',
    ],
  })
}

/** Metadata of the camera, such as the place, is left out. */
export async function preparePicture(bytes: Uint8Array): Promise<PreparedPicture | { fault: PictureFault }> {
  try {
    const read = await sharp(bytes, { limitInputPixels: false }).metadata()
    const { autoOrient, pages = 1 } = read
    const { width, height } = autoOrient
    if (width * height > MAX_PIXELS || Math.max(width, height) > MAX_SIDE) return { fault: 'tooManyPixels' }
    if (bytesDecodedWhole(read) > MAX_BYTES_DECODED_WHOLE) return { fault: 'tooManyPixels' }
    if (pages > 1) return { fault: 'animated' }
    const widths = widthsOf({ width })
    const { data, info } = await sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error', sequentialRead: true })
      .autoOrient()
      .resize({ width: widths.at(-1) as number })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true })
    const raw = { width: info.width, height: info.height, channels: info.channels }
    const files: PreparedFile[] = []
    for (const fileWidth of widths)
      for (const format of PICTURE_FORMATS) {
        const resized = sharp(data, { raw }).resize({ width: fileWidth })
        files.push({ width: fileWidth, format, bytes: await resized.toFormat(format, QUALITIES[format]).toBuffer() })
      }
    return { width, height, files }
  } catch {
    return { fault: 'damaged' }
  }
}

/** From the header alone. Only plain JPEG and PNG are decoded row by row, and a PNG only if it need not be turned. */
function bytesDecodedWhole({ isProgressive, format, width, height, channels, depth, orientation = 1 }: Metadata) {
  if (!isProgressive && (format === 'jpeg' || (format === 'png' && orientation === 1))) return 0
  // A progressive JPEG becomes coefficients of two bytes. AVIF is decoded in several steps, each with a copy.
  const bytesPerSample = format === 'jpeg' || depth === 'ushort' ? 2 : 1
  const copies = format === 'heif' ? 3 : 1
  return width * height * channels * bytesPerSample * copies
}
