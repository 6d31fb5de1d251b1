import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import lighthouse from 'lighthouse'
import { ADDRESS_BAR_FEATURES, requireChromium } from '../scripts/browsers.js'
import { ADDRESSES, inBothLanguages } from '../tests/support/addresses.ts'
import { freePort } from '../tests/support/free-port.ts'
import { startSite } from '../tests/support/start-site.ts'
import { atLeast, atMost, type Measurement, median } from './measurement.ts'
import { printTable } from './table.ts'

// Scores vary with the load of the machine.
const RUNS = 3
/** An unknown address, answered with 404. */
const NOT_MEANT_TO_SUCCEED = '/error'
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const
const OTHERS = ['accessibility', 'best-practices', 'seo'] as const
const LIMITS = { performance: 94, others: 100, lcp: 1500, tbt: 300, cls: 0.01 }

/** Every page in both languages on Lighthouse's slow phone; `npm run bench -- lighthouse /contact /ar/jobs` selects pages. */
export async function lighthousePages(): Promise<Measurement[]> {
  const chosen = process.argv.slice(2).filter((argument) => argument.startsWith('/'))
  const site = await startSite({ LOG_LEVEL: 'info' })
  const chromium = await startChromium()
  // Warm up: the first page of a browser is the slowest.
  const twoLines = await startTwoLines()
  await look(twoLines.url, chromium.port, ['performance'])
  const reference = await lookAgain(twoLines.url, chromium.port)
  twoLines.stop()
  const seen: Seen[] = []
  for (const address of chosen.length > 0 ? chosen : inBothLanguages(ADDRESSES))
    seen.push(await lookAgain(site.url + address, chromium.port))
  await chromium.stop()
  await site.stop()
  printTable(`Lighthouse, mobile, the middle of ${RUNS} runs each`, [
    { ...reference, page: 'two lines of text' },
    ...seen,
  ])

  const lowest = (key: Figure) => seen.reduce((least, each) => (each[key] < least[key] ? each : least))
  const highest = (key: Figure) => seen.reduce((most, each) => (each[key] > most[key] ? each : most))
  const points = (key: (typeof CATEGORIES)[number], least: number) =>
    atLeast(1, `Lighthouse ${key}, lowest (${lowest(key).page})`, lowest(key)[key], least, 'points')
  return [
    points('performance', LIMITS.performance),
    ...OTHERS.map((key) => points(key, LIMITS.others)),
    atMost(1, `largest contentful paint, latest (${highest('lcp').page})`, highest('lcp').lcp, LIMITS.lcp, 'ms'),
    atMost(1, `total blocking time, longest (${highest('tbt').page})`, highest('tbt').tbt, LIMITS.tbt, 'ms'),
    atMost(1, `layout shift, largest (${highest('cls').page})`, highest('cls').cls, LIMITS.cls, ''),
  ]
}

interface Seen {
  page: string
  performance: number
  accessibility: number
  'best-practices': number
  seo: number
  fcp: number
  lcp: number
  tbt: number
  cls: number
}

type Figure = keyof Omit<Seen, 'page'>

/** Each figure is the median of several runs; figures without timing come from the first. */
async function lookAgain(url: string, port: number): Promise<Seen> {
  const first = await look(url, port, CATEGORIES)
  const runs = [first]
  while (runs.length < RUNS) runs.push({ ...first, ...(await look(url, port, ['performance'])) })
  const { page, ...figures } = first
  const middles = Object.keys(figures).map((key) => [key, median(runs.map((run) => run[key as Figure]))])
  return { page, ...(Object.fromEntries(middles) as typeof figures) }
}

async function look(url: string, port: number, wanted: readonly (typeof CATEGORIES)[number][]) {
  const isMeantToFail = url.endsWith(NOT_MEANT_TO_SUCCEED)
  const skipAudits = [
    ...(isMeantToFail ? ['http-status-code', 'errors-in-console'] : []),
    ...(wanted.includes('seo') && (await isUnlisted(url)) ? ['is-crawlable'] : []),
  ]
  const result = await lighthouse(url, {
    port,
    output: 'json',
    logLevel: 'error',
    onlyCategories: [...wanted],
    disableFullPageScreenshot: true,
    ignoreStatusCode: isMeantToFail,
    skipAudits,
  })
  if (!result) throw new Error(`Lighthouse has no result for ${url}`)
  const { categories, audits } = result.lhr
  const points = (name: (typeof CATEGORIES)[number]) => Math.round((categories[name]?.score ?? 0) * 100)
  const others = wanted.includes('seo') && Object.fromEntries(OTHERS.map((name) => [name, points(name)]))
  const value = (name: string) => audits[name]?.numericValue ?? Number.NaN
  for (const name of wanted)
    for (const { id, weight } of categories[name]?.auditRefs ?? []) {
      const audit = audits[id]
      if (weight > 0 && audit?.score !== null && audit && audit.score < 0.9)
        console.error(`${new URL(url).pathname} ${name}: ${audit.title} ${audit.displayValue ?? ''}`)
    }
  return {
    page: new URL(url).pathname,
    performance: points('performance'),
    ...(others as Pick<Seen, (typeof OTHERS)[number]>),
    fcp: Math.round(value('first-contentful-paint')),
    lcp: Math.round(value('largest-contentful-paint')),
    tbt: Math.round(value('total-blocking-time')),
    cls: Math.round(value('cumulative-layout-shift') * 10_000) / 10_000,
  }
}

/** Pages with `noindex`: `tests/api/seo.test.ts` checks which. */
async function isUnlisted(url: string) {
  const response = await fetch(url)
  const html = await response.text()
  return (
    response.headers.get('x-robots-tag')?.includes('noindex') || html.includes('<meta name="robots" content="noindex"')
  )
}

async function startTwoLines() {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html')
    response.end('<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><h1>One</h1><p>Two')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, stop: () => server.close() }
}

async function startChromium() {
  const port = await freePort()
  const profile = mkdtempSync(path.join(tmpdir(), 'nuqta-chromium-'))
  const chromium = spawn(
    requireChromium(),
    [
      '--headless=new',
      '--no-sandbox',
      '--disable-gpu',
      '--no-first-run',
      '--disable-background-networking',
      // Phones have no extensions, and here they would take processor time from the page.
      `--disable-features=${ADDRESS_BAR_FEATURES.join(',')}`,
      `--remote-debugging-port=${port}`,
      `--user-data-dir=${profile}`,
      'about:blank',
    ],
    { stdio: 'ignore' },
  )
  while (
    !(await fetch(`http://127.0.0.1:${port}/json/version`).then(
      ({ ok }) => ok,
      () => false,
    ))
  )
    await new Promise((resolve) => setTimeout(resolve, 100))
  return {
    port,
    stop: () =>
      new Promise<void>((resolve) => {
        chromium.once('exit', () => {
          rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
          resolve()
        })
        chromium.kill()
      }),
  }
}
