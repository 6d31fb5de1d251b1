import { mkdtempSync, rmSync } from 'node:fs'
import http from 'node:http'
import net from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type RunningSite, startSite } from '../tests/support/start-site.ts'
import { gzippedPagesPerSecond, hasWrk } from './load.ts'
import { atLeast, atMost, type Measurement, median } from './measurement.ts'
import { hasNginx, type Nginx, startNginx } from './nginx.ts'
import { cpuMilliseconds, residentMegabytes } from './process.ts'
import { contentWithMany, databaseWith } from './scale.ts'

const ROUNDS = 5
const SECONDS = 3
const CONNECTIONS = 400
const RENDERS = 40
const MANY_PROJECTS = 10_000
const IDLE_MEGABYTES = 120
const LOADED_MEGABYTES = 160
const START_MILLISECONDS = 2000
const ADDRESSES = ['/', '/ar', '/services', '/ar/services', '/projectsOverView/0', '/jobs', '/ar/contact', '/about']

/** Pages as they are served: from memory against nginx with the same bytes, then rendered anew, then what the process takes. */
export async function pages(): Promise<Measurement[]> {
  const site = await startSite({ LOG_LEVEL: 'info' })
  const idle = residentMegabytes(site.pid)
  const lines = hasNginx() ? await againstNginx(site) : []
  if (!hasNginx()) console.error('nginx is not installed: its lines are left out')
  lines.push(await uncachedRender(site))
  for (const address of ADDRESSES) await gzippedPagesPerSecond(site.url + address, 1)
  const loaded = residentMegabytes(site.pid)
  await site.stop()
  return [
    ...lines,
    atMost(1, `resident memory when idle, against ${IDLE_MEGABYTES} MB`, idle, IDLE_MEGABYTES, 'MB'),
    atMost(1, `resident memory after load, against ${LOADED_MEGABYTES} MB`, loaded, LOADED_MEGABYTES, 'MB'),
    await manyProjects(),
    ...(await starts()),
  ]
}

async function againstNginx(site: RunningSite): Promise<Measurement[]> {
  const page = await fetch(site.url, { headers: { 'accept-encoding': 'gzip' } })
  const nginx = await startNginx(page, await gzippedBytes(site.url))
  const tool = hasWrk() ? 'wrk' : 'autocannon, which is the slower of the two'
  const [ours, theirs] = await inTurns(site, nginx)
  const firstBytes: [number, number] = [await timeToFirstByte(site.url), await timeToFirstByte(nginx.url)]
  await nginx.stop()
  return [
    atLeast(0.45, `home from memory, gzip, against nginx with one worker (${tool})`, ours.rate, theirs.rate, 'pages/s'),
    atMost(4, 'server time for each of those pages, user and system', ours.cost, theirs.cost, 'µs'),
    atMost(3, 'time to first byte, a new connection each', ...firstBytes, 'ms'),
  ]
}

async function inTurns(site: RunningSite, nginx: Nginx) {
  const measured: { rate: number; cost: number }[][] = [[], []]
  await gzippedPagesPerSecond(site.url, 2)
  for (let round = 0; round < ROUNDS; round++) {
    measured[0]?.push(await rateAndCost(site.url, [site.pid]))
    measured[1]?.push(await rateAndCost(nginx.url, nginx.pids()))
  }
  return measured.map((rounds) => ({
    rate: median(rounds.map(({ rate }) => rate)),
    cost: median(rounds.map(({ cost }) => cost)),
  })) as [{ rate: number; cost: number }, { rate: number; cost: number }]
}

async function rateAndCost(url: string, pids: number[]) {
  const before = cpuMilliseconds(pids)
  const rate = await gzippedPagesPerSecond(url, SECONDS)
  return { rate, cost: ((cpuMilliseconds(pids) - before) * 1000) / (rate * SECONDS) }
}

/** As they travel: fetch would unpack them. */
function gzippedBytes(url: string) {
  return new Promise<Buffer>((resolve, reject) => {
    http
      .get(url, { headers: { 'accept-encoding': 'gzip' } }, async (answer) => {
        const chunks: Buffer[] = []
        for await (const chunk of answer) chunks.push(chunk)
        resolve(Buffer.concat(chunks))
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

/** A query that is not a page number is rendered for whoever asked. */
async function uncachedRender({ url }: RunningSite) {
  const rendered = await timeOf(RENDERS, (turn) => `${url}/?rendered=${turn}`)
  const kept = await timeOf(RENDERS, () => url)
  return atMost(60, 'home rendered anew, against home from memory', rendered, kept, 'ms')
}

async function timeOf(times: number, address: (turn: number) => string) {
  const durations: number[] = []
  for (let turn = 0; turn < times; turn++) {
    const start = performance.now()
    await (await fetch(address(turn))).arrayBuffer()
    durations.push(performance.now() - start)
  }
  return median(durations)
}

async function manyProjects() {
  const folder = mkdtempSync(path.join(tmpdir(), 'nuqta-bench-'))
  const many = path.join(folder, 'many')
  await (await databaseWith(many, contentWithMany(path.join(folder, 'content'), MANY_PROJECTS))).close()
  const [large, small] = [
    await startSite({ LOG_LEVEL: 'info', DATA_DIR: many }),
    await startSite({ LOG_LEVEL: 'info' }),
  ]
  const addressAt = (url: string) => (turn: number) => `${url}/projectsOverView/0?rendered=${turn}`
  const times: [number, number] = [
    await timeOf(RENDERS, addressAt(large.url)),
    await timeOf(RENDERS, addressAt(small.url)),
  ]
  await Promise.all([large.stop(), small.stop()])
  rmSync(folder, { recursive: true, force: true })
  return atMost(1.5, `projects overview rendered anew, ${MANY_PROJECTS} projects against 24`, ...times, 'ms')
}

/** The first one makes the database and loads the content. */
async function starts() {
  const folder = mkdtempSync(path.join(tmpdir(), 'nuqta-bench-'))
  const lines: Measurement[] = []
  for (const which of ['first start, with an empty folder,', 'second start']) {
    const before = performance.now()
    const site = await startSite({ LOG_LEVEL: 'info', DATA_DIR: folder })
    lines.push(atMost(1, `${which} until it answers`, performance.now() - before, START_MILLISECONDS, 'ms'))
    await site.stop()
  }
  rmSync(folder, { recursive: true, force: true })
  return lines
}
