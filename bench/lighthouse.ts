import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import lighthouse from 'lighthouse'
import { LANGUAGES } from '#texts/languages.ts'
import { requireChromium } from '../scripts/find-chromium.js'
import { ADDRESSES, addressIn } from '../tests/support/addresses.ts'
import { freePort } from '../tests/support/free-port.ts'
import { startSite } from '../tests/support/start-site.ts'
import { atLeast, atMost, type Measurement, median } from './measurement.ts'
import { printTable } from './table.ts'

/** A page of each kind; `npm run bench -- lighthouse all` takes every page but the one that is an error on purpose. */
const CHOSEN = [
  '/',
  '/about',
  '/services',
  '/projectsOverView/0',
  '/projects-details/2',
  '/jobs',
  '/contact',
  '/careerApply/1',
]
// A score of one run depends on what else the machine did in those seconds.
const RUNS = 3
const NOT_MEANT_TO_SUCCEED = '/error'
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const
const LIMITS = { performance: 95, others: 100, lcp: 1500, tbt: 250, cls: 0.01 }

/** The pages as Lighthouse sees them on its slow phone. */
export async function lighthousePages(): Promise<Measurement[]> {
  const addresses = process.argv.includes('all') ? ADDRESSES.filter((each) => each !== NOT_MEANT_TO_SUCCEED) : CHOSEN
  const site = await startSite({ LOG_LEVEL: 'info' })
  const chromium = await startChromium()
  const seen: Seen[] = []
  for (const language of LANGUAGES)
    for (const address of addresses) seen.push(await lookAgain(site.url + addressIn(language, address), chromium.port))
  await chromium.stop()
  await site.stop()
  printTable(`Lighthouse, mobile, the middle of ${RUNS} runs each`, seen)

  const lowest = (key: keyof Omit<Seen, 'page'>) =>
    seen.reduce((least, each) => (each[key] < least[key] ? each : least))
  const highest = (key: keyof Omit<Seen, 'page'>) => seen.reduce((most, each) => (each[key] > most[key] ? each : most))
  const others = (['accessibility', 'best-practices', 'seo'] as const).map((key) =>
    atLeast(1, `Lighthouse ${key}, lowest (${lowest(key).page})`, lowest(key)[key], LIMITS.others, 'points'),
  )
  return [
    atLeast(
      1,
      `Lighthouse performance, lowest (${lowest('performance').page})`,
      lowest('performance').performance,
      LIMITS.performance,
      'points',
    ),
    ...others,
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

/** Each figure is the middle one of several runs. */
async function lookAgain(url: string, port: number): Promise<Seen> {
  const runs: Seen[] = []
  for (let run = 0; run < RUNS; run++) runs.push(await look(url, port))
  const [{ page, ...figures }] = runs as [Seen]
  const middles = Object.keys(figures).map((key) => [key, median(runs.map((run) => run[key as keyof typeof figures]))])
  return { page, ...(Object.fromEntries(middles) as typeof figures) }
}

async function look(url: string, port: number): Promise<Seen> {
  const result = await lighthouse(url, { port, output: 'json', logLevel: 'error', onlyCategories: [...CATEGORIES] })
  if (!result) throw new Error(`Lighthouse has no result for ${url}`)
  const { categories, audits } = result.lhr
  const points = (name: (typeof CATEGORIES)[number]) => Math.round((categories[name]?.score ?? 0) * 100)
  const value = (name: string) => audits[name]?.numericValue ?? Number.NaN
  for (const name of CATEGORIES)
    for (const { id, weight } of categories[name]?.auditRefs ?? []) {
      const audit = audits[id]
      if (weight > 0 && audit?.score !== null && audit && audit.score < 0.9)
        console.error(`${new URL(url).pathname} ${name}: ${audit.title} ${audit.displayValue ?? ''}`)
    }
  return {
    page: new URL(url).pathname,
    performance: points('performance'),
    accessibility: points('accessibility'),
    'best-practices': points('best-practices'),
    seo: points('seo'),
    fcp: Math.round(value('first-contentful-paint')),
    lcp: Math.round(value('largest-contentful-paint')),
    tbt: Math.round(value('total-blocking-time')),
    cls: Math.round(value('cumulative-layout-shift') * 10_000) / 10_000,
  }
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
