import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { MIGRATIONS } from '#domain/platform/database/migrate.ts'
import { NGINX } from '../support/balancer.ts'
import { buildNextRelease, NEXT_MIGRATION } from '../support/next-release.ts'
import { type PostgresServer, startPostgres } from '../support/postgres.ts'
import { failToStart, type SiteProcess } from '../support/start-site.ts'
import { tell } from './figures.ts'
import {
  anAddress,
  beginLoad,
  expectLimitToHold,
  expectNothingLost,
  type Machines,
  PATIENCE,
  sendFrom,
  startMachines,
} from './machines.ts'
import { aMessage } from './submissions.ts'

const MACHINES = 2
/** The start program of a former release, such as `start.js` of its unpacked archive: the update is from it to this one. */
const { FORMER } = process.env

let nextRelease: { program: string; remove(): void } | undefined
let postgres: PostgresServer
let machines: Machines | undefined

beforeAll(async () => {
  if (!NGINX) return
  if (!FORMER) nextRelease = await buildNextRelease()
  postgres = await startPostgres()
  machines = await startMachines(`${postgres.url}/postgres`, { machines: MACHINES, processesEach: 1, program: FORMER })
}, 600_000)

afterAll(async () => {
  await machines?.stop()
  await postgres?.remove()
  nextRelease?.remove()
})

/** Scripts and styles of the home page, past the balancer's cache. */
async function filesOfPage(url: string) {
  const page = await (await fetch(`${url}/?${randomUUID()}`)).text()
  return [...new Set(page.match(/\/assets\/[\w.-]+\.(?:js|css)/g))]
}

/** Files of one process's page, requested through the balancer. */
async function missingFiles(site: SiteProcess, url: string) {
  const names = await filesOfPage(site.url)
  expect(names).not.toEqual([])
  // The balancer must know the process before a visitor gets its page.
  await vi.waitFor(async () => expect(await filesOfPage(url)).toEqual(names), PATIENCE)
  // Twice the number of processes, so that each is asked first once.
  const asked = names.flatMap((name) => Array.from({ length: 2 * MACHINES }, () => name))
  const statuses = await Promise.all(asked.map(async (name) => `${name}: ${(await fetch(url + name)).status}`))
  return statuses.filter((status) => !status.endsWith(': 200'))
}

/** Paths of every page that a search engine is told about, in both languages. */
async function pagesOf(url: string) {
  const sitemap = await (await fetch(`${url}/sitemap.xml`)).text()
  const pages = [...sitemap.matchAll(/<loc>([^<]+)/g)].map(([, address]) => new URL(address as string).pathname)
  expect(pages.length).toBeGreaterThan(20)
  return pages
}

async function failuresOf(site: SiteProcess, pages: string[]) {
  const statuses: string[] = []
  for (const page of pages) statuses.push(`${page}: ${(await fetch(site.url + page)).status}`)
  return statuses.filter((status) => !status.endsWith(': 200'))
}

test('a rolling update with a migration fails no request', { timeout: 2_400_000 }, async ({ skip }) => {
  if (!machines) return skip('nginx is not installed')
  const { url, sites, mails, database } = machines
  const pages = await pagesOf(url)
  const load = beginLoad(url, pages)
  await load.untilMoreAreStored()

  expect(await sites[0]?.end('SIGTERM')).toBe(0)
  await machines.startAgain(0, nextRelease?.program)
  await load.untilMoreAreStored()

  const [updated, former] = sites as [SiteProcess, SiteProcess]
  expect(await sendFrom(anAddress(), aMessage(), former.url)).toBe(201)
  for (const site of [updated, former]) {
    expect(await missingFiles(site, url)).toEqual([])
    expect(await failuresOf(site, pages)).toEqual([])
  }
  const again = await failToStart(database, {}, { program: FORMER })
  expect(again.code).not.toBe(0)
  expect(again.output).toContain(nextRelease ? NEXT_MIGRATION : Object.keys(MIGRATIONS).at(-1))

  expect(await former.end('SIGTERM')).toBe(0)
  await machines.startAgain(1, nextRelease?.program)
  await load.untilMoreAreStored()
  await expectLimitToHold(url)
  expect(await failuresOf(sites[1] as SiteProcess, pages)).toEqual([])
  tell('rolling update with a migration', await expectNothingLost(load, { database, mails }))
  // Under too much load a form is told to come again.
  expect(load.failedForms.filter((status) => status !== 503)).toEqual([])
})
