import sharp from 'sharp'
import { MOBILE_APP } from '#contract/constants.ts'
import { replyWith } from '#domain/platform/subprocess/reply.ts'
import { SHARE_PICTURE } from '#site/share-picture.ts'
import type { Language } from '#texts/languages.ts'
import { colours } from './share-drawing.tsx'
import {
  composeSharePicture,
  MARGIN,
  PANEL_WIDTH,
  type SharePicture,
  TEXT_WIDTH,
  WORDMARK_HEIGHT,
} from './share-picture.tsx'

export type Drawing =
  | ({ kind: 'share' } & SharePicture)
  | ({ kind: 'chosen' } & ChosenPicture)
  | { kind: 'square' | 'inside'; mark: Mark; side: number }

/** A drawing, or a picture in base64. */
export type Mark = { svg: string } | { picture: string }

interface ChosenPicture {
  /** In base64. */
  picture: string
  /** The point that stays in the picture, as parts of its width and height. */
  focus: { x: number; y: number }
}

const CSS_PIXELS_PER_INCH = 72
const SAFE_PART = 0.8
const OPAQUE = 255
const COLOURS = 128
const WINDOW_HEIGHT = 500
const WINDOW_START = 60

sharp.concurrency(1)
replyWith(async (drawing: Drawing) => {
  if (drawing.kind === 'share') return rasterizeShared(drawing)
  if (drawing.kind === 'chosen') return cropChosen(drawing)
  return (drawing.kind === 'inside' ? rasterizeInside : rasterizeSquare)(bytesOf(drawing.mark), drawing.side)
})

async function rasterizeShared(drawing: SharePicture) {
  const { picture, wordmark, language } = drawing
  const flat = sharp(Buffer.from(await composeSharePicture(drawing)))
  const composed = flat.composite([
    ...(picture ? [await onPanel(drawing, picture)] : []),
    ...(wordmark ? [await belowTitle(wordmark, language)] : []),
  ])
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

/** Where the drawn one stands. */
async function belowTitle(wordmark: string, language: Language) {
  const { data, info } = await sharp(Buffer.from(wordmark, 'base64'))
    .resize({ width: TEXT_WIDTH, height: WORDMARK_HEIGHT, fit: 'inside' })
    .png()
    .toBuffer({ resolveWithObject: true })
  return {
    input: data,
    left: language === 'ar' ? SHARE_PICTURE.width - MARGIN - info.width : MARGIN,
    top: SHARE_PICTURE.height - MARGIN - info.height,
  }
}

const bytesOf = (mark: Mark) => ('svg' in mark ? Buffer.from(mark.svg) : Buffer.from(mark.picture, 'base64'))

const CLEAR = { r: 0, g: 0, b: 0, alpha: 0 }

async function rasterizeSquare(mark: Buffer, side: number) {
  const { width = side } = await sharp(mark).metadata()
  return sharp(mark, { density: (CSS_PIXELS_PER_INCH * side) / width })
    .resize(side, side, { fit: 'contain', background: CLEAR })
    .png()
    .toBuffer()
}

/** On the colour of its corner. */
async function rasterizeInside(mark: Buffer, side: number) {
  const inner = await rasterizeSquare(mark, Math.round(side * SAFE_PART))
  const corner = await sharp(inner).extract({ left: 0, top: 0, width: 1, height: 1 }).ensureAlpha().raw().toBuffer()
  const [r = 0, g = 0, b = 0, alpha = 0] = corner
  const background = alpha === OPAQUE ? { r, g, b } : colours.paper
  return sharp({ create: { width: side, height: side, channels: 3, background } })
    .composite([{ input: inner }])
    .png()
    .toBuffer()
}
