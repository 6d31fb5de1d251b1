import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Balancer, NGINX, startBalancer } from '../support/balancer.ts'
import { type MailServer, startMailServer } from '../support/mail-server.ts'
import { type PostgresServer, startPostgres } from '../support/postgres.ts'
import type { SiteProcess } from '../support/start-site.ts'
import { isLong } from '../support/turns.ts'
import { tell } from './figures.ts'
import {
  anAddress,
  beginLoad,
  expectLimitToHold,
  MAILS_UNDER_WAY,
  type Machine,
  PATIENCE,
  prepareMachines,
  removeMachines,
  sendFrom,
  startMachine,
  timesOfEveryMail,
} from './machines.ts'
import { aMessage, lostOrDoubled } from './submissions.ts'

const MACHINES = 2
const PROCESSES_EACH = 2
const KILLS = isLong ? 12 : 1

let postgres: PostgresServer
let mails: MailServer
let balancer: Balancer | undefined
let machines: Machine[] = []
const sites: SiteProcess[] = []

const databaseUrl = () => `${postgres.url}/postgres`

beforeAll(async () => {
  if (!NGINX) return
  postgres = await startPostgres()
  mails = await startMailServer()
  machines = await prepareMachines(MACHINES, PROCESSES_EACH, mails)
  // The first brings the database up to date; a crowd would only wait for it.
  for (const machine of machines) sites.push(await startMachine(machine, databaseUrl()))
  balancer = await startBalancer(sites.map(({ url }) => url))
})

afterAll(async () => {
  await balancer?.stop()
  await Promise.all(sites.map((site) => site.end('SIGKILL')))
  await mails?.stop()
  await postgres?.remove()
  removeMachines(machines)
})

test(
  'four processes on two machines behind a balancer lose nothing while they and their database are killed',
  async ({ skip }) => {
    if (!balancer) return skip('nginx is not installed')
    const { url } = balancer
    const load = beginLoad(url)

    await load.untilMoreAreStored()
    for (let kill = 0; kill < KILLS; kill++) {
      const index = (kill * PROCESSES_EACH + Math.floor(kill / MACHINES)) % machines.length
      await sites[index]?.end('SIGKILL')
      await load.untilMoreAreStored()
      sites[index] = await startMachine(machines[index] as Machine, databaseUrl())
    }

    await postgres.stop()
    await vi.waitFor(async () => expect(await sendFrom(anAddress(), aMessage(), url)).toBe(503), PATIENCE)
    await postgres.start()
    await load.untilMoreAreStored()

    await expectLimitToHold(url)
    await load.end()

    const database = { dataDirectory: machines[0]?.folder as string, databaseUrl: databaseUrl() }
    expect(load.failedPages).toEqual([])
    expect(await lostOrDoubled(database, load.acknowledged)).toEqual([])
    const times = await timesOfEveryMail(database, mails)
    expect(times.filter((each) => each > 2)).toEqual([])
    const twice = times.filter((each) => each === 2).length
    // One that was on its way when its process, or the database that notes it, was killed.
    expect(twice).toBeLessThanOrEqual((KILLS + machines.length) * MAILS_UNDER_WAY)
    tell('four processes on two machines', {
      kills: KILLS,
      ...load.figures(),
      'lost or doubled': 0,
      mails: times.length,
      'of them twice under one Message-ID': twice,
    })
  },
  isLong ? 2_400_000 : 400_000,
)
