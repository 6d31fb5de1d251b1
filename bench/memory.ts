import { setTimeout as pause } from 'node:timers/promises'
import { GUEST_API } from '#contract/endpoints.ts'
import { aCareerApplication, aContactMessage } from '../tests/support/builders.ts'
import { freePort } from '../tests/support/free-port.ts'
import { startS3Server } from '../tests/support/s3-server.ts'
import { startSite } from '../tests/support/start-site.ts'
import { gzippedPagesPerSecond } from './load.ts'
import { atMost, type Measurement } from './measurement.ts'
import { residentMegabytes } from './process.ts'

/** The engine gives back what the start needed after half a minute without work. */
const IDLE_MILLISECONDS = 60_000
const IDLE_MEGABYTES = 115
const LOADED_MEGABYTES = 160
const ADDRESSES = ['/', '/ar', '/services', '/ar/services', '/projectsOverView/0', '/jobs', '/ar/contact', '/about']
const REQUESTS = 10_000
const AT_ONCE = 25

/** Resident memory of a site with desk, metrics and object storage: idle, after pages under load, after mixed requests. */
export async function memory(): Promise<Measurement[]> {
  const storage = await startS3Server()
  const [desk, metrics] = [await freePort(), await freePort()]
  const settings = {
    DESK_PORT: String(desk),
    METRICS_PORT: String(metrics),
    STORAGE_URL: `${storage.url}&new=database`,
  }
  const site = await startSite({ LOG_LEVEL: 'info', ...settings }, '/dev/null')
  await pause(IDLE_MILLISECONDS)
  const idle = residentMegabytes(site.pid)
  for (const address of ADDRESSES) await gzippedPagesPerSecond(site.url + address, 1)
  const loaded = residentMegabytes(site.pid)
  await sendMixed(site.url)
  const mixed = residentMegabytes(site.pid)
  await sendMixed(site.url)
  const later = residentMegabytes(site.pid)
  await site.stop()
  await storage.stop()
  return [
    atMost(1, `resident memory when idle, against ${IDLE_MEGABYTES} MB`, idle, IDLE_MEGABYTES, 'MB'),
    atMost(1, `resident memory after load, against ${LOADED_MEGABYTES} MB`, loaded, LOADED_MEGABYTES, 'MB'),
    atMost(1.1, `resident memory after ${REQUESTS} mixed requests and as many again`, later, mixed, 'MB'),
  ]
}

async function sendMixed(url: string) {
  const reads = ['all-projects', 'Services', 'job', 'Team', 'review', 'categories', 'contact-info', 'job/99', 'nothing']
  const send = async (number: number) => {
    const language = number % 2 ? 'ar' : 'en'
    const address = (path: string) => url + GUEST_API + path
    if (number % 20 === 0) return fetch(address('contact-us'), json(aContactMessage()))
    if (number % 50 === 1) return fetch(address('Form'), { method: 'POST', body: aCareerApplication() })
    if (number % 10 === 3) return fetch(address(`all-projects?category=${number % 4}&page=${number % 9}&per_page=6`))
    if (number % 10 === 4)
      return fetch(address(`projects/${(number % 30) + 1}`), { headers: { 'accept-language': language } })
    return fetch(address(reads[number % reads.length] as string), { headers: { 'accept-language': language } })
  }
  for (let number = 0; number < REQUESTS; number += AT_ONCE)
    await Promise.all(Array.from({ length: AT_ONCE }, async (_, offset) => (await send(number + offset)).arrayBuffer()))
}

function json(body: object) {
  return { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
}
