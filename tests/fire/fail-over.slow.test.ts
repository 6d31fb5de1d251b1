import { afterAll, beforeAll, test } from 'vitest'
import { NGINX } from '../support/balancer.ts'
import { type DatabaseProxy, HAPROXY, startDatabaseProxy } from '../support/database-proxy.ts'
import { hasReplication, type ReplicatedPostgres, startReplicatedPostgres } from '../support/replicated-postgres.ts'
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
  await untilFormsAreRefused(url)
  await postgres.promoteStandby()
  proxy.pointTo(postgres.standby)
  await load.untilMoreAreStored()
  const millisecondsAway = performance.now() - lostAt

  // A later start finds its database as well.
  await sites[0]?.end('SIGTERM')
  await machines.startAgain(0)
  await load.untilMoreAreStored(40)
  await expectLimitToHold(url)

  const database = { ...machines.database, databaseUrl: `${postgres.standby}/postgres` }
  tell('fail-over to a promoted standby', {
    ...(await expectNothingLost(load, { database, mails, losses: sites.length })),
    'milliseconds until forms were stored again': millisecondsAway,
  })
})
