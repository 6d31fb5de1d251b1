import { Agent, type ClientRequest, get } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { freshDatabaseOf } from '../support/databases.ts'
import { freePort } from '../support/free-port.ts'
import { type SiteProcess, startSiteOn } from '../support/start-site.ts'
import { tell } from './figures.ts'

/** Restarts under load, without a proxy: a connection is refused while no process listens, and never reset. */

const RESTARTS = 20
const VISITORS = 12
const PAGES = ['/', '/ar/services', '/contact', '/api/guest-api/Services']
const REFUSED = 'ECONNREFUSED'

const fresh = freshDatabaseOf('SQLite')
let settings: Awaited<ReturnType<typeof fresh>>
let port: string

beforeAll(async () => {
  settings = await fresh()
  port = String(await freePort())
})

let site: SiteProcess | undefined
afterEach(() => site?.end('SIGKILL'))

test.each(['1', '2'])('no request is reset by a restart, with WORKERS=%s', { timeout: 600_000 }, async (WORKERS) => {
  const start = () => startSiteOn(settings, { PORT: port, WORKERS })
  site = await start()
  const visits = beginVisits(site.url)
  for (let restart = 0; restart < RESTARTS; restart++) {
    await visits.untilMoreAreServed()
    expect(await site.end('SIGTERM')).toBe(0)
    site = await start()
  }
  const { served, refused, others } = await visits.end()
  tell(`restarts with ${WORKERS} process(es)`, { restarts: RESTARTS, served, refused })
  expect(others).toEqual([])
  expect(await site.end('SIGTERM')).toBe(0)
})

test('a process that ends says so before it closes its port', async () => {
  site = await startSiteOn(settings, { PORT: port })
  const { url } = site
  expect((await fetch(`${url}/readyz`)).status).toBe(200)
  const ended = site.end('SIGTERM')
  const statuses: unknown[] = [200]
  while (statuses.at(-1) !== REFUSED) statuses.push(await statusOf(`${url}/readyz`))
  expect(statuses.filter((status, index) => status !== statuses[index - 1])).toEqual([200, 503, REFUSED])
  expect(await ended).toBe(0)
})

const statusOf = (address: string) =>
  fetch(address, { headers: { connection: 'close' } }).then(
    ({ status }) => status,
    (error) => (error.cause as NodeJS.ErrnoException).code,
  )

/** Half of the visitors keep their connection, the others open one for each request. */
function beginVisits(url: string) {
  const others: string[] = []
  let [served, refused, isOver] = [0, 0, false]
  const visiting = Array.from({ length: VISITORS }, async (_, visitor) => {
    const agent = new Agent({ keepAlive: visitor % 2 === 0, maxSockets: 1 })
    for (let turn = visitor; !isOver; turn++) {
      const outcome = await visit(get(url + PAGES[turn % PAGES.length], { agent }))
      if (outcome === 200) served++
      else if (outcome === REFUSED) refused++
      else others.push(String(outcome))
      if (outcome === REFUSED) await pause(20)
    }
    agent.destroy()
  })
  return {
    async untilMoreAreServed() {
      const enough = served + 20 * VISITORS
      await expect.poll(() => served, { timeout: 60_000 }).toBeGreaterThan(enough)
    },
    async end() {
      isOver = true
      await Promise.all(visiting)
      return { served, refused, others }
    },
  }
}

const visit = (request: ClientRequest) =>
  new Promise<number | string | undefined>((resolve) => {
    request.once('response', (response) => {
      response.resume()
      response.once('end', () => resolve(response.statusCode))
      response.once('error', (error: NodeJS.ErrnoException) => resolve(`cut off: ${error.code}`))
    })
    request.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
  })
