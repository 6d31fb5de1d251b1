import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { DATABASES, freshDatabaseOf } from '../support/databases.ts'
import { type SiteProcess, startSiteOn } from '../support/start-site.ts'
import { isLong } from '../support/turns.ts'
import { median, most, tell } from './figures.ts'
import { type Answered, offer, prepareSubmissions, type SendOne, type Sent, visit } from './load.ts'
import { lostOrDoubled } from './submissions.ts'

const CV_BYTES = 200_000
const PEOPLE = 20
const SECONDS = isLong ? 30 : 1
const TIMES = 10
const MAX_MEGABYTES = 700
const VISITS_EVERY_MILLISECONDS = 50

describe.each(DATABASES)('on %s', (name) => {
  const fresh = freshDatabaseOf(name)

  test('ten times what it can take: pages go on, forms are stored or sent away, memory is bounded, and then it is over', async () => {
    const settings = await fresh()
    const site = await startSiteOn(settings)
    const send = await prepareSubmissions(CV_BYTES)
    await visit(`${site.url}/services`)
    await measureCapacity(send, site.url, 1)
    const { stored, perSecond } = await measureCapacity(send, site.url, SECONDS)

    const visits = keepVisiting(site)
    const { offeredPerSecond, sent } = await offer(send, site.url, perSecond * TIMES, SECONDS)
    const recovered = await recover(send, site)
    const { pages, megabytes } = await visits.end()

    const acknowledged = sent.filter(({ status }) => status === 201)
    const refused = sent.filter(({ status }) => status === 503 || status === 429)
    tell(`ten times what it can take on ${name}`, {
      'it can take each second': perSecond,
      'offered each second': offeredPerSecond,
      times: (offeredPerSecond / perSecond).toFixed(1),
      stored: acknowledged.length,
      'sent away': refused.length,
      'pages given': pages.length,
      'after ms, median': median(pages.map(({ milliseconds }) => milliseconds)),
      slowest: most(pages.map(({ milliseconds }) => milliseconds)),
      'MB at most': megabytes,
      'a form stored again after ms': recovered,
    })
    expect(pages.filter(({ status }) => status !== 200)).toEqual([])
    expect(refused.filter(({ retryAfter }) => !/^[1-9]\d?$/.test(retryAfter ?? ''))).toEqual([])
    expect(acknowledged.length + refused.length).toBe(sent.length)
    expect(acknowledged.length).toBeGreaterThan(0)
    expect(megabytes).toBeLessThan(MAX_MEGABYTES)
    const submissions = [...stored, ...acknowledged].map(({ submission }) => submission)
    expect(await lostOrDoubled(settings, submissions)).toEqual([])
    expect(await site.end('SIGTERM')).toBe(0)
  }, 180_000)
})

/** Submissions stored for a few patient senders. */
async function measureCapacity(send: SendOne, url: string, seconds: number) {
  const startedAt = performance.now()
  const passed = () => (performance.now() - startedAt) / 1000
  const stored: Sent[] = []
  await Promise.all(
    Array.from({ length: PEOPLE }, async () => {
      while (passed() < seconds) stored.push(await send(url))
    }),
  )
  expect(stored.filter(({ status }) => status !== 201)).toEqual([])
  return { stored, perSecond: stored.length / passed() }
}

/** New visitors of a page. */
function keepVisiting(site: SiteProcess) {
  const visits: Promise<Answered>[] = []
  let megabytes = 0
  const timer = setInterval(() => {
    visits.push(visit(`${site.url}/services`))
    megabytes = Math.max(megabytes, site.megabytes())
  }, VISITS_EVERY_MILLISECONDS)
  return {
    async end() {
      clearInterval(timer)
      return { pages: await Promise.all(visits), megabytes }
    },
  }
}

async function recover(send: SendOne, { url }: SiteProcess) {
  const leftAt = performance.now()
  while ((await send(url)).status !== 201) await pause(VISITS_EVERY_MILLISECONDS)
  return performance.now() - leftAt
}
