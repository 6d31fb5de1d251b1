import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import net from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { loadContent } from '#domain/content/load-content.ts'
import { openDatabase } from '#domain/platform/database/connection.ts'
import type { Database } from '#domain/platform/database/database.ts'
import { currentToken, linkSecretOf } from '#domain/submissions/links.ts'
import { storeApplication } from '../tests/support/desk-submissions.ts'
import { type RunningSite, startSite, startSiteOn } from '../tests/support/start-site.ts'
import { startBareServer } from './bare-server.ts'
import { gzippedPagesPerSecond, hasWrk } from './load.ts'
import { atLeast, atMost, type Measurement, median } from './measurement.ts'
import { hasNginx, type Nginx, startNginx } from './nginx.ts'
import { cpuMilliseconds } from './process.ts'

const ROUNDS = 5
const SECONDS = 3
const CONNECTIONS = 400
/** With six projects each. */
const PAGES_OF_PROJECTS = ['', '?page=2', '?page=3', '?page=4'].map((page) => `/projectsOverView/0${page}`)
const ROUNDS_OF_RENDERS = 40
// The site looks for changes twice a second.
const NOTICE_MILLISECONDS = 700
const START_MILLISECONDS = 2000

/** Cached pages against bare Node and nginx with the same bytes; then rendered pages; then how soon it starts. */
export async function pages(): Promise<Measurement[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'nuqta-bench-'))
  const site = await startSite({ LOG_LEVEL: 'info' }, path.join(folder, 'access.log'))
  const lines = await cachedPage(site)
  lines.push(...(await projectsAnew(site)), await candidatePage(site))
  await site.stop()
  rmSync(folder, { recursive: true, force: true })
  return [...lines, ...(await starts())]
}

async function cachedPage(site: RunningSite): Promise<Measurement[]> {
  // Request it once, so that the cached page is copied.
  await gzippedPage(site.url)
  const page = await gzippedPage(site.url)
  const body = page.bytes.toString('base64')
  const bare = await startBareServer('node', { body, headers: page.headers })
  const nginx = hasNginx() ? await startNginx(page.headers, page.bytes) : undefined
  if (!nginx) console.error('nginx is not installed: its lines are left out')
  const tool = hasWrk() ? 'wrk' : 'autocannon, which is the slower of the two'
  const measured = await inTurns({
    site: { url: site.url, pids: () => [site.pid] },
    bare: { url: bare.url, pids: () => [] },
    ...(nginx && { nginx }),
  })
  const { site: ours, bare: theirs, nginx: others } = measured
  const lines = [
    atLeast(
      0.5,
      `home from memory, gzip, logged, against bare Node with the same bytes and headers (${tool})`,
      ours?.rate ?? 0,
      theirs?.rate ?? 0,
      'pages/s',
    ),
  ]
  if (nginx && ours && others)
    lines.push(
      atLeast(0.1, `the same against nginx with one worker and its log (${tool})`, ours.rate, others.rate, 'pages/s'),
      atMost(10, 'server time for each of those pages, user and system', ours.cost, others.cost, 'µs'),
      atMost(
        3,
        'time to first byte, a new connection each',
        await timeToFirstByte(site.url),
        await timeToFirstByte(nginx.url),
        'ms',
      ),
    )
  await nginx?.stop()
  await bare.stop()
  return lines
}

type Served = Pick<Nginx, 'url' | 'pids'>

/** Interleaved, so that a busy moment affects all; the median of the rounds counts. */
export async function inTurns(servers: Record<string, Served>) {
  const rounds = new Map(Object.keys(servers).map((name) => [name, [] as { rate: number; cost: number }[]]))
  for (const { url } of Object.values(servers)) await gzippedPagesPerSecond(url, 2)
  for (let round = 0; round < ROUNDS; round++)
    for (const [name, { url, pids }] of Object.entries(servers)) rounds.get(name)?.push(await rateAndCost(url, pids()))
  return Object.fromEntries(
    [...rounds].map(([name, each]) => [
      name,
      { rate: median(each.map(({ rate }) => rate)), cost: median(each.map(({ cost }) => cost)) },
    ]),
  )
}

async function rateAndCost(url: string, pids: number[]) {
  const before = cpuMilliseconds(pids)
  const rate = await gzippedPagesPerSecond(url, SECONDS)
  return { rate, cost: ((cpuMilliseconds(pids) - before) * 1000) / (rate * SECONDS) }
}

// Headers that a server adds to every response.
const WRITTEN_BY_THE_SERVER = /^(connection|date|keep-alive|transfer-encoding)$/i

/** The compressed bytes: fetch would unpack them. Header names and values in turn. */
export function gzippedPage(url: string) {
  return new Promise<{ headers: string[]; bytes: Buffer }>((resolve, reject) => {
    http
      .get(url, { headers: { 'accept-encoding': 'gzip' } }, async (response) => {
        const chunks: Buffer[] = []
        for await (const chunk of response) chunks.push(chunk)
        const raw = response.rawHeaders
        const headers = raw.filter((_, index) => !WRITTEN_BY_THE_SERVER.test(raw[index - (index % 2)] as string))
        resolve({ headers, bytes: Buffer.concat(chunks) })
      })
      .on('error', reject)
  })
}

async function timeToFirstByte(url: string) {
  const { port, pathname } = new URL(url)
  const durations: number[] = []
  for (let count = 0; count < CONNECTIONS; count++) durations.push(await firstByte(Number(port), pathname))
  return median(durations)
}

function firstByte(port: number, pathname: string) {
  return new Promise<number>((resolve, reject) => {
    const start = performance.now()
    const socket = net.connect(port, '127.0.0.1', () =>
      socket.write(`GET ${pathname} HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: gzip\r\nConnection: close\r\n\r\n`),
    )
    socket.once('data', () => {
      resolve(performance.now() - start)
      socket.destroy()
    })
    socket.once('error', reject)
  })
}

/** Processor time of 24 projects with their drawings after a change of the content, against the same HTML from a template. */
async function projectsAnew(site: RunningSite) {
  const database = await openDatabase({ dataDirectory: site.dataFolder })
  const addresses = PAGES_OF_PROJECTS.map((address) => site.url + address)
  const after = (change: (round: number) => Promise<unknown>) =>
    againstTemplate(site, addresses, async (round) => {
      await change(round)
      await pause(NOTICE_MILLISECONDS)
      // Once a version: the texts of all pages.
      await read(`${site.url}/about`)
    })
  const { changePhone, removeFolder } = phoneOnEveryPage(database)
  const anew = await after(changePhone)
  const same = await after((round) =>
    database.queries
      .updateTable('content_version')
      .set({ version: `bench ${round}` })
      .execute(),
  )
  removeFolder()
  await database.close()
  return [
    atMost(14, 'a page of projects rendered anew, against its HTML from a template', anew.ours, anew.theirs, 'ms'),
    atMost(8, 'the same after a change of content that does not concern it', same.ours, same.theirs, 'ms'),
  ]
}

/** The footer has the company's telephone number. */
function phoneOnEveryPage(database: Database) {
  const folder = mkdtempSync(path.join(tmpdir(), 'nuqta-bench-'))
  cpSync('content', folder, { recursive: true })
  const file = path.join(folder, 'contact-info.json')
  const contactInfo = JSON.parse(readFileSync(file, 'utf8'))
  return {
    changePhone(round: number) {
      writeFileSync(file, JSON.stringify({ ...contactInfo, phone: `0220000${100 + round}` }))
      return loadContent(database, folder, new Date(), { replace: true })
    },
    removeFolder: () => rmSync(folder, { recursive: true }),
  }
}

/** Read from the database each time, with no caching. */
async function candidatePage(site: RunningSite) {
  const database = await openDatabase({ dataDirectory: site.dataFolder })
  const reference = await storeApplication({ database, clock: { now: new Date() } })
  const token = await currentToken(database.queries, await linkSecretOf(database), reference)
  await database.close()
  const addresses = PAGES_OF_PROJECTS.map(() => `${site.url}/application/${token}`)
  const { ours, theirs } = await againstTemplate(site, addresses)
  return atMost(14, 'the page of a candidate, against its HTML from a template', ours, theirs, 'ms')
}

/** Processor time of a page, in the second half of the rounds: the first renders run before the engine has compiled them. */
async function againstTemplate({ pid }: RunningSite, addresses: string[], before = async (_round: number) => {}) {
  const html = await (await fetch(addresses[0] as string)).arrayBuffer()
  const headers = ['content-type', 'text/html; charset=utf-8']
  const template = await startBareServer('template', { body: Buffer.from(html).toString('base64'), headers })
  const costOf = async (server: number, pages: string[]) => {
    const start = cpuMilliseconds([server])
    for (const address of pages) await read(address)
    return (cpuMilliseconds([server]) - start) / pages.length
  }
  let [ours, theirs] = [0, 0]
  for (let round = 0; round < ROUNDS_OF_RENDERS; round++) {
    await before(round)
    const mine = await costOf(pid, addresses)
    const other = await costOf(
      template.pid,
      addresses.map(() => template.url),
    )
    if (round >= ROUNDS_OF_RENDERS / 2) [ours, theirs] = [ours + mine, theirs + other]
  }
  await template.stop()
  return { ours: ours / (ROUNDS_OF_RENDERS / 2), theirs: theirs / (ROUNDS_OF_RENDERS / 2) }
}

const read = async (address: string) =>
  (await fetch(address, { headers: { 'accept-encoding': 'identity' } })).arrayBuffer()

/** The first start creates the database and loads content; the last follows a killed process. */
async function starts() {
  const folder = mkdtempSync(path.join(tmpdir(), 'nuqta-bench-'))
  const lines: Measurement[] = []
  for (const [which, end] of [
    ['first start, with an empty folder,', 'SIGTERM'],
    ['second start', 'SIGKILL'],
    ['start after a kill', 'SIGTERM'],
  ] as const) {
    const site = await startSiteOn({ dataDirectory: folder })
    lines.push(atMost(1, `${which} until it is ready`, site.millisecondsToReady, START_MILLISECONDS, 'ms'))
    await site.end(end)
  }
  rmSync(folder, { recursive: true, force: true })
  return lines
}
