import { afterAll, beforeAll, test } from 'vitest'
import { NGINX } from '../support/balancer.ts'
import { type PostgresServer, startPostgres } from '../support/postgres.ts'
import { isLong } from '../support/turns.ts'
import { tell } from './figures.ts'
import {
  beginLoad,
  expectLimitToHold,
  expectNothingLost,
  type Machines,
  startMachines,
  untilFormsAreRefused,
} from './machines.ts'

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
  await untilFormsAreRefused(url)
  await postgres.start()
  await load.untilMoreAreStored()

  await expectLimitToHold(url)
  const losses = KILLS + sites.length
  tell('four processes on two machines', {
    kills: KILLS,
    ...(await expectNothingLost(load, { database, mails, losses })),
  })
})
