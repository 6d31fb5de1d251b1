import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { NGINX } from '../support/balancer.ts'
import { type DatabaseProxy, HAPROXY, startDatabaseProxy } from '../support/database-proxy.ts'
import { hasReplication, type ReplicatedPostgres, startReplicatedPostgres } from '../support/replicated-postgres.ts'
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

let postgres: ReplicatedPostgres
let proxy: DatabaseProxy
let machines: Machines | undefined

const missing = [!NGINX && 'nginx', !HAPROXY && 'HAProxy', !hasReplication && 'pg_basebackup'].filter(Boolean)

beforeAll(async () => {
  if (!isLong || missing.length > 0) return
  postgres = await startReplicatedPostgres()
  proxy = await startDatabaseProxy(postgres.primary)
  machines = await startMachines(`${proxy.url}/postgres`, { machines: MACHINES, processesEach: PROCESSES_EACH })
})

afterAll(async () => {
  await machines?.stop()
  await proxy?.stop()
  await postgres?.remove()
})

test.runIf(isLong)('two machines lose nothing when PostgreSQL fails over', { timeout: 2_400_000 }, async ({ skip }) => {
  if (!machines) return skip(`not installed: ${missing.join(', ')}`)
  const { url, sites, mails } = machines
  const load = beginLoad(url)
  await load.untilMoreAreStored(40)

  await postgres.killPrimary()
  const lostAt = performance.now()
  await vi.waitFor(async () => expect(await sendFrom(anAddress(), aMessage(), url)).toBe(503), PATIENCE)
  await postgres.promoteStandby()
  proxy.pointTo(postgres.standby)
  await load.untilMoreAreStored()
  const millisecondsAway = performance.now() - lostAt

  // A later start finds its database as well.
  await sites[0]?.end('SIGTERM')
  await machines.startAgain(0)
  await load.untilMoreAreStored(40)
  await expectLimitToHold(url)
  await load.end()

  const database = { ...machines.database, databaseUrl: `${postgres.standby}/postgres` }
  expect(load.failedPages).toEqual([])
  expect(await lostOrDoubled(database, load.acknowledged)).toEqual([])
  const times = await timesOfEveryMail(database, mails)
  expect(times.filter((each) => each > 2)).toEqual([])
  const twice = times.filter((each) => each === 2).length
  // Mails in flight when the database that records them was lost.
  expect(twice).toBeLessThanOrEqual(sites.length * MAILS_UNDER_WAY)
  tell('fail-over to a promoted standby', {
    ...load.figures(),
    'lost or doubled': 0,
    'milliseconds until forms were stored again': millisecondsAway,
    mails: times.length,
    'of them twice under one Message-ID': twice,
  })
})
