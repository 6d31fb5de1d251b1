import { GUEST_API } from '#contract/endpoints.ts'
import { aCareerApplication, aContactMessage } from '../tests/support/builders.ts'
import { startSite } from '../tests/support/start-site.ts'
import { atMost, type Measurement } from './measurement.ts'
import { residentMegabytes } from './process.ts'

const REQUESTS = 10_000
const AT_ONCE = 25
const MAX_MEGABYTES = 180

/** Resident memory after 10,000 mixed requests, and whether another 10,000 make it grow. */
export async function memory(): Promise<Measurement[]> {
  const site = await startSite({ LOG_LEVEL: 'info' }, '/dev/null')
  await sendMixed(site.url)
  const after = residentMegabytes(site.pid)
  await sendMixed(site.url)
  const later = residentMegabytes(site.pid)
  await site.stop()
  return [
    atMost(
      1,
      `resident memory after ${REQUESTS} mixed requests, against ${MAX_MEGABYTES} MB`,
      after,
      MAX_MEGABYTES,
      'MB',
    ),
    atMost(1.1, `resident memory after as many again`, later, after, 'MB'),
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
