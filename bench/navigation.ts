import { chromium, type Page } from '@playwright/test'
import { requireChromium } from '../scripts/browsers.js'
import { startSite } from '../tests/support/start-site.ts'
import { wake } from '../tests/support/waking.ts'
import { atMost, type Measurement, median } from './measurement.ts'

const ROUNDS = 5
/** Linked from every page. */
const TOUR = ['/about', '/services', '/internship', '/jobs', '/contact', '/']

/**
 * Going on to another page once the first is awake: from the click until its heading has been drawn, its code fetched when the pointer
 * came near. Once with the fading from page to page, for which the browser takes a picture of the old one, and once without.
 */
export async function navigation(): Promise<Measurement[]> {
  const site = await startSite({ LOG_LEVEL: 'info' })
  const browser = await chromium.launch({ executablePath: requireChromium(), args: ['--no-sandbox', '--disable-gpu'] })
  const lines: Measurement[] = []
  for (const [how, reducedMotion, limit] of [
    ['fading', 'no-preference', 250],
    ['at once', 'reduce', 150],
  ] as const) {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, reducedMotion })
    await page.goto(site.url)
    await wake(page)
    const slowest = await slowestOf(page)
    const what = `another page shown after a click, ${how}, slowest of ${TOUR.length} (${slowest.address})`
    lines.push(atMost(1, what, slowest.milliseconds, limit, 'ms'))
    await page.close()
  }
  await browser.close()
  await site.stop()
  return lines
}

async function slowestOf(page: Page) {
  const durations = new Map(TOUR.map((address) => [address, [] as number[]]))
  for (let round = 0; round < ROUNDS; round++)
    for (const address of TOUR) durations.get(address)?.push(await goOn(page, address))
  const middles = [...durations].map(([address, each]) => ({ address, milliseconds: median(each) }))
  return middles.reduce((most, each) => (each.milliseconds > most.milliseconds ? each : most))
}

async function goOn(page: Page, address: string) {
  const link = page.locator(`header a[href="${address}"]:visible`).first()
  await link.hover()
  await page.waitForLoadState('networkidle')
  return link.evaluate(async (each: HTMLAnchorElement) => {
    const former = document.querySelector('main h1')
    const start = performance.now()
    each.click()
    for (let heading = former; heading === former || !heading; heading = document.querySelector('main h1'))
      await new Promise((resolve) => requestAnimationFrame(resolve))
    // The next frame begins after this one has been drawn.
    await new Promise((resolve) => requestAnimationFrame(resolve))
    return performance.now() - start
  })
}
