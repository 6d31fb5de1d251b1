import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Browser, Page } from '@playwright/test'
import sharp from 'sharp'
import type { Language } from '#texts/languages.ts'
import { addressIn } from './addresses.ts'
import { adoptStyles } from './adopted-styles.ts'

/** Small grey pictures of pages: enough to see that something moved, too coarse for the edges of letters. */
export const WIDTHS = [1440, 390] as const
export const THEMES = ['light', 'dark'] as const
type Width = (typeof WIDTHS)[number]
type Theme = (typeof THEMES)[number]

export interface View {
  address: string
  language: Language
  width: Width
  theme: Theme
}

const FOLDER = path.resolve(import.meta.dirname, '../fixtures/pictures')
const BROWSER_FILE = path.join(FOLDER, 'browser.txt')
/** Page pixels for each picture pixel. */
const SCALE: Record<Width, number> = { 1440: 8, 390: 5 }
const WEBP = { quality: 45, effort: 4 }

/** Letters differ between versions of Chromium, so only the recording one compares. */
export const majorOf = (browser: Browser) => browser.version().split('.')[0] ?? ''
export const recordedMajor = () => (existsSync(BROWSER_FILE) ? readFileSync(BROWSER_FILE, 'utf8').trim() : undefined)

/** Hides moving and date-dependent parts. */
const UNSTEADY = ':is(time, [role="timer"], [aria-roledescription]) { visibility: hidden }'

/** The view scaled down by the browser: a full-size picture takes ten times as long. */
export async function takePicture(page: Page, { address, language, width, theme }: View, styles = ''): Promise<Buffer> {
  await page.setViewportSize({ width, height: 900 })
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
  await page.goto(addressIn(language, address))
  await adoptStyles(page, UNSTEADY + styles)
  await page.evaluate(() => document.fonts.ready)
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  const data = await capture(page, { x: 0, y: 0, width, height, scale: 1 / SCALE[width] })
  return sharp(Buffer.from(data, 'base64')).grayscale().webp(WEBP).toBuffer()
}

/** Chromium's error when its drawing process ended early; it starts another by itself. */
const NOTHING_DRAWN = 'Unable to capture screenshot'

async function capture(page: Page, clip: { x: number; y: number; width: number; height: number; scale: number }) {
  const session = await page.context().newCDPSession(page)
  const draw = () => session.send('Page.captureScreenshot', { captureBeyondViewport: true, clip })
  const { data } = await draw().catch((error: Error) => {
    if (error.message.includes(NOTHING_DRAWN)) return draw()
    throw error
  })
  await session.detach()
  return data
}

export const isRecorded = (view: View) => existsSync(fileOf(view))

export function acceptPicture(view: View, picture: Buffer, major: string) {
  mkdirSync(path.dirname(fileOf(view)), { recursive: true })
  writeFileSync(fileOf(view), picture)
  writeFileSync(BROWSER_FILE, `${major}\n`)
}

/** The side of compared squares, and the tolerated difference of their mean grey. */
const CELL = 3
const MAX_CELL_DIFFERENCE = 0.16
/** Single squares differ by rounding. */
const MAX_DIFFERING_CELLS = 3
const MAX_HEIGHT_DIFFERENCE = 1

/** The difference from the recorded picture in words, if any. */
export async function differenceFrom(view: View, picture: Buffer): Promise<string | undefined> {
  const [before, now] = await Promise.all([readCells(readFileSync(fileOf(view))), readCells(picture)])
  if (Math.abs(before.height - now.height) > MAX_HEIGHT_DIFFERENCE)
    return `it is ${now.height * SCALE[view.width]} pixels high instead of ${before.height * SCALE[view.width]}`
  const rows = Math.min(before.cells.length, now.cells.length)
  const differing: string[] = []
  for (let row = 0; row < rows; row++)
    for (const [column, grey] of (before.cells[row] ?? []).entries())
      if (Math.abs(grey - (now.cells[row]?.[column] ?? 0)) > MAX_CELL_DIFFERENCE)
        differing.push(`${column * CELL * SCALE[view.width]}, ${row * CELL * SCALE[view.width]}`)
  if (differing.length <= MAX_DIFFERING_CELLS) return undefined
  return `it differs in ${differing.length} places, the first at ${differing[0]}`
}

export const nameOf = ({ address, language, width, theme }: View) => `${address} ${language} ${width} ${theme}`

function fileOf({ address, language, width, theme }: View) {
  const page = address === '/' ? 'home' : address.slice(1).replaceAll('/', '-').toLowerCase()
  return path.join(FOLDER, `${page}-${language}-${width}-${theme}.webp`)
}

async function readCells(picture: Buffer) {
  const { data, info } = await sharp(picture).grayscale().raw().toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  const cells: number[][] = []
  for (let top = 0; top + CELL <= height; top += CELL) {
    const row: number[] = []
    for (let left = 0; left + CELL <= width; left += CELL) {
      let sum = 0
      for (let y = top; y < top + CELL; y++)
        for (let x = left; x < left + CELL; x++) sum += data[(y * width + x) * channels] ?? 0
      row.push(sum / (CELL * CELL * 255))
    }
    cells.push(row)
  }
  return { height, cells }
}
