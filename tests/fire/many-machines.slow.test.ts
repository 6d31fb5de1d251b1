import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { NGINX } from '../support/balancer.ts'
import { type PostgresServer, startPostgres } from '../support/postgres.ts'
import { isLong } from '../support/turns.ts'
import { tell } from './figures.ts'
import {
  anAddress,
  beginLoad,
  expectLimitToHold,
  MAILS_UNDER_WAY,
  type Machines,
  PATIENCE,
  sendFrom,
  startMachines,
  timesOfEveryMail,
} from './machines.ts'
import { aMessage, lostOrDoubled } from './submissions.ts'

const MACHINES = 2
const PROCESSES_EACH = 2
const KILLS = isLong ? 12 : 1

let postgres: PostgresServer
let machines: Machines | undefined

beforeAll(async () => {
  if (!NGINX) return
  postgres = await startPostgres()
  machines = await startMachines(`${postgres.url}/postgres`, { machines: MACHINES, processesEach: PROCESSES_EACH })
})

afterAll(async () => {
  await machines?.stop()
  await postgres?.remove()
})

test('two machines lose nothing while processes and database are killed', {
  timeout: isLong ? 2_400_000 : 400_000,
}, async ({ skip }) => {
  if (!machines) return skip('nginx is not installed')
  const { url, sites, mails, database } = machines
  const load = beginLoad(url)

  await load.untilMoreAreStored()
  for (let kill = 0; kill < KILLS; kill++) {
    const index = (kill * PROCESSES_EACH + Math.floor(kill / MACHINES)) % sites.length
    await sites[index]?.end('SIGKILL')
    await load.untilMoreAreStored()
    await machines.startAgain(index)
  }

  await postgres.stop()
  await vi.waitFor(async () => expect(await sendFrom(anAddress(), aMessage(), url)).toBe(503), PATIENCE)
  await postgres.start()
  await load.untilMoreAreStored()

  await expectLimitToHold(url)
  await load.end()

  expect(load.failedPages).toEqual([])
  expect(await lostOrDoubled(database, load.acknowledged)).toEqual([])
  const times = await timesOfEveryMail(database, mails)
  expect(times.filter((each) => each > 2)).toEqual([])
  const twice = times.filter((each) => each === 2).length
  // Mails in flight when their process or the database was killed.
  expect(twice).toBeLessThanOrEqual((KILLS + sites.length) * MAILS_UNDER_WAY)
  tell('four processes on two machines', {
    kills: KILLS,
    ...load.figures(),
    'lost or doubled': 0,
    mails: times.length,
    'of them twice under one Message-ID': twice,
  })
})
