import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { NGINX } from '../support/balancer.ts'
import { buildNextRelease, NEXT_MIGRATION } from '../support/next-release.ts'
import { type PostgresServer, startPostgres } from '../support/postgres.ts'
import { failToStart, type SiteProcess } from '../support/start-site.ts'
import { isLong } from '../support/turns.ts'
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

let nextRelease: Awaited<ReturnType<typeof buildNextRelease>>
let postgres: PostgresServer
let machines: Machines | undefined

beforeAll(async () => {
  if (!isLong || !NGINX) return
  nextRelease = await buildNextRelease()
  postgres = await startPostgres()
  machines = await startMachines(`${postgres.url}/postgres`, { machines: MACHINES, processesEach: 1 })
}, 600_000)

afterAll(async () => {
  await machines?.stop()
  await postgres?.remove()
  nextRelease?.remove()
})

/** Scripts and styles of the home page. */
async function filesOfPage(url: string) {
  const page = await (await fetch(`${url}/`)).text()
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

test.runIf(isLong)('a rolling update with a migration loses nothing', { timeout: 2_400_000 }, async ({ skip }) => {
  if (!machines) return skip('nginx is not installed')
  const { url, sites, mails, database } = machines
  const load = beginLoad(url)
  await load.untilMoreAreStored()

  expect(await sites[0]?.end('SIGTERM')).toBe(0)
  await machines.startAgain(0, nextRelease.program)
  await load.untilMoreAreStored()

  const [updated, former] = sites as [SiteProcess, SiteProcess]
  expect(await sendFrom(anAddress(), aMessage(), former.url)).toBe(201)
  for (const site of [updated, former]) expect(await missingFiles(site, url)).toEqual([])
  const again = await failToStart(database)
  expect(again.code).not.toBe(0)
  expect(again.output).toContain(NEXT_MIGRATION)

  expect(await former.end('SIGTERM')).toBe(0)
  await machines.startAgain(1, nextRelease.program)
  await load.untilMoreAreStored()
  await expectLimitToHold(url)
  tell('rolling update with a migration', await expectNothingLost(load, { database, mails }))
})
