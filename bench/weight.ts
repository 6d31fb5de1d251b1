import zlib from 'node:zlib'
import { type Browser, chromium, type Page } from '@playwright/test'
import { LANGUAGES, type Language } from '#texts/languages.ts'
import { requireChromium } from '../scripts/browsers.js'
import { ADDRESSES, addressIn } from '../tests/support/addresses.ts'
import { startSite } from '../tests/support/start-site.ts'
import { atMost, type Measurement } from './measurement.ts'
import { printTable } from './table.ts'

// Of version 1.2: the menu, sections, search and sharing of the newsroom weigh 4 KB of script and 2 KB of HTML.
const LIMITS = { asleep: 3, awakeHome: 131, awakePlain: 131, awakeForm: 150, homeHtml: 25, home: { en: 130, ar: 180 } }
/** Popular pages are compressed again in the background, more tightly. */
const MAX_VISITS_BEFORE = 200
const KILOBYTE = 1024

/** Kilobytes of each page as sent, without headers. Prefetched scripts are listed apart. */
export async function weight(): Promise<Measurement[]> {
  const site = await startSite({ LOG_LEVEL: 'info' })
  const browser = await chromium.launch({
    executablePath: requireChromium(),
    args: ['--no-sandbox', '--disable-gpu'],
  })
  const weights: PageWeight[] = []
  for (const language of LANGUAGES)
    for (const address of ADDRESSES) weights.push(await weigh(browser, site.url, address, language))
  await browser.close()
  await site.stop()
  printTable(
    'Weight of every page as it is sent, in kilobytes',
    weights.map(({ hasForm, ...weight }) => weight),
  )

  const heaviest = (key: 'asleep' | 'awake', isMeant: (page: PageWeight) => boolean) =>
    weights.filter(isMeant).reduce((most, each) => (each[key] > most[key] ? each : most))
  const line = (what: string, { page, language }: PageWeight, kilobytes: number, limit: number) =>
    atMost(1, `${what} (${page}, ${language}), against ${limit} KB`, kilobytes, limit, 'KB')

  const asleep = heaviest('asleep', ({ hasForm }) => !hasForm)
  const home = heaviest('awake', ({ page }) => page === '/')
  const plain = heaviest('awake', ({ page, hasForm }) => page !== '/' && !hasForm)
  const form = heaviest('awake', ({ hasForm }) => hasForm)
  return [
    line('JavaScript run before the first sign of a visitor, heaviest page', asleep, asleep.asleep, LIMITS.asleep),
    line('JavaScript in all once awake', home, home.awake, LIMITS.awakeHome),
    line('JavaScript in all once awake, heaviest plain page', plain, plain.awake, LIMITS.awakePlain),
    line('JavaScript in all once awake, heaviest page with a form', form, form.awake, LIMITS.awakeForm),
    ...weights
      .filter(({ page }) => page === '/')
      .flatMap((each) => [
        line('HTML with its styles', each, each.html, LIMITS.homeHtml),
        line('everything but prefetched scripts', each, each.total, LIMITS.home[each.language]),
      ]),
  ]
}

interface PageWeight {
  page: string
  language: Language
  html: number
  styles: number
  fonts: number
  pictures: number
  other: number
  /** All of the above and the scripts that run without interaction. */
  total: number
  asleep: number
  awake: number
  hasForm: boolean
}

async function weigh(browser: Browser, url: string, address: string, language: Language): Promise<PageWeight> {
  for (let visit = 0; visit < MAX_VISITS_BEFORE && !(await isTight(url + addressIn(language, address))); visit++);
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
  const page = await context.newPage()
  const sent = await listen(page)
  await page.goto(url + addressIn(language, address), { waitUntil: 'networkidle' })
  const inline = await page.evaluate(() =>
    [...document.scripts]
      .filter(({ src, type }) => !src && !type)
      .map(({ textContent }) => textContent)
      .join('\n'),
  )
  const beforeWaking = [...sent.values()]
  const run = beforeWaking.filter(({ kind, isAhead }) => kind === 'Script' && !isAhead)
  await page.evaluate(() => dispatchEvent(new Event('pointermove')))
  await page.waitForFunction(() => window.siteIsAwake === true)
  await page.waitForLoadState('networkidle')
  const scripts = [...sent.values()].filter(({ kind, url }) => kind === 'Script' || /\.js$/.test(url))
  await context.close()
  const hasForm = scripts.some(({ url }) => url.includes('/assets/forms-'))

  const sizeOf = (kind: string) => sum(beforeWaking.filter((each) => each.kind === kind))
  const parts = {
    html: sizeOf('Document'),
    styles: sizeOf('Stylesheet'),
    fonts: sizeOf('Font'),
    pictures: sizeOf('Image'),
    other: sizeOf('Fetch') + sizeOf('XHR') + sizeOf('Manifest'),
  }
  const inlineKilobytes = zlib.brotliCompressSync(inline).length / KILOBYTE
  const total = Object.values(parts).reduce((all, each) => all + each, 0) + sum(run)
  return rounded({
    page: address,
    language,
    ...parts,
    total,
    asleep: inlineKilobytes + sum(run),
    awake: inlineKilobytes + sum(scripts),
    hasForm,
  })
}

async function isTight(address: string) {
  const { headers } = await fetch(address, { headers: { 'accept-encoding': 'br' } })
  return headers.get('etag')?.includes('tight') ?? false
}

interface Sent {
  url: string
  kind: string
  isAhead: boolean
  kilobytes: number
}

/** Each file once: a prefetched file is not sent again when it runs. */
async function listen(page: Page) {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  const byRequest = new Map<string, Sent>()
  const byAddress = new Map<string, Sent>()
  session.on('Network.requestWillBeSent', ({ requestId, request, type = 'Other' }) => {
    if (!request.url.startsWith('http')) return
    // Preloaded, not run.
    byRequest.set(requestId, { url: request.url, kind: type, isAhead: type === 'Fetch', kilobytes: 0 })
  })
  const headers = new Map<string, number>()
  session.on('Network.responseReceived', ({ requestId, response }) => {
    headers.set(requestId, response.encodedDataLength)
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const each = byRequest.get(requestId)
    if (!each || byAddress.has(each.url)) return
    if (/\.js$/.test(new URL(each.url).pathname)) each.kind = 'Script'
    const body = encodedDataLength - (headers.get(requestId) ?? 0)
    byAddress.set(each.url, { ...each, kilobytes: body / KILOBYTE })
  })
  return byAddress
}

const sum = (all: Sent[]) => all.reduce((kilobytes, each) => kilobytes + each.kilobytes, 0)

function rounded(weight: PageWeight): PageWeight {
  const entries = Object.entries(weight).map(([key, value]) => [
    key,
    typeof value === 'number' ? Math.round(value * 10) / 10 : value,
  ])
  return Object.fromEntries(entries)
}
