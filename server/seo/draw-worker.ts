import sharp from 'sharp'
import { MOBILE_APP } from '#contract/constants.ts'
import { replyWith } from '#domain/platform/subprocess/reply.ts'
import { SHARE_PICTURE } from '#site/share-picture.ts'
import { colours } from './share-drawing.tsx'
import { composeSharePicture, PANEL_WIDTH, type SharePicture } from './share-picture.tsx'

export type Drawing =
  | ({ kind: 'share' } & SharePicture)
  | ({ kind: 'chosen' } & ChosenPicture)
  | { kind: 'square' | 'inside'; svg: string; side: number }

interface ChosenPicture {
  /** In base64. */
  picture: string
  /** The point that stays in the picture, as parts of its width and height. */
  focus: { x: number; y: number }
}

const CSS_PIXELS_PER_INCH = 72
const SAFE_PART = 0.8
const COLOURS = 128
const WINDOW_HEIGHT = 500
const WINDOW_START = 60

sharp.concurrency(1)
replyWith(async (drawing: Drawing) => {
  if (drawing.kind === 'share') return rasterizeShared(drawing)
  if (drawing.kind === 'chosen') return cropChosen(drawing)
  return (drawing.kind === 'inside' ? rasterizeInside : rasterizeSquare)(drawing.svg, drawing.side)
})

async function rasterizeShared(drawing: SharePicture) {
  const flat = sharp(Buffer.from(await composeSharePicture(drawing)))
  const composed = drawing.picture ? flat.composite([await onPanel(drawing, drawing.picture)]) : flat
  return composed.png({ palette: true, colours: COLOURS, effort: 4 }).toBuffer()
}

const JPEG_QUALITY = 82

async function cropChosen({ picture, focus }: ChosenPicture) {
  const { width, height } = SHARE_PICTURE
  const { data, info } = await sharp(Buffer.from(picture, 'base64'))
    .resize(width, height, { fit: 'outside' })
    .flatten({ background: colours.paper })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const left = Math.round((info.width - width) * focus.x)
  const top = Math.round((info.height - height) * focus.y)
  return sharp(data, { raw: info })
    .extract({ left, top, width, height })
    .jpeg({ quality: JPEG_QUALITY, mozjpeg: true })
    .toBuffer()
}

/** A phone stands in the middle of its picture; a window is wider than the panel, which shows where one begins to read. */
async function onPanel({ language, subject }: SharePicture, picture: string) {
  const isPhone = subject?.project?.type === MOBILE_APP
  const isArabic = language === 'ar'
  const height = isPhone ? SHARE_PICTURE.height : WINDOW_HEIGHT
  const whole = await sharp(Buffer.from(picture, 'base64'))
    .resize({ height })
    .png()
    .toBuffer({ resolveWithObject: true })
  const width = Math.min(PANEL_WIDTH, whole.info.width)
  const outside = whole.info.width - width
  const start = isPhone ? outside / 2 : Math.min(WINDOW_START, outside)
  const left = Math.round(isArabic ? outside - start : start)
  return {
    input: await sharp(whole.data).extract({ left, top: 0, width, height }).toBuffer(),
    left: isArabic ? 0 : SHARE_PICTURE.width - PANEL_WIDTH,
    top: SHARE_PICTURE.height - height,
  }
}

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
