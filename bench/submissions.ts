import { randomUUID } from 'node:crypto'
import { GUEST_API } from '#contract/endpoints.ts'
import { sqliteFileIn } from '#domain/platform/database/sqlite.ts'
import BetterSqlite from '#domain/platform/database/sqlite-driver.ts'
import { aContactMessage } from '../tests/support/builders.ts'
import { startSite } from '../tests/support/start-site.ts'
import { requestsPerSecond } from './load.ts'
import { atLeast, type Measurement, median } from './measurement.ts'

const CLIENTS = 50
const ROUNDS = 3
const BARE_MILLISECONDS = 3000

/** Contact messages acknowledged after a durable commit, against bare transactions of the same size. */
export async function submissions(): Promise<Measurement[]> {
  const api = await startSite({ LOG_LEVEL: 'info' }, '/dev/null')
  const post = {
    url: `${api.url}${GUEST_API}contact-us`,
    method: 'POST' as const,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(aContactMessage()),
    connections: CLIENTS,
  }
  await requestsPerSecond({ ...post, duration: 1 })
  const rates: { api: number; bare: number }[] = []
  for (let round = 0; round < ROUNDS; round++)
    rates.push({ bare: await bareTransactions(api.dataFolder), api: await requestsPerSecond(post) })
  await api.stop()
  const [measured, beside] = [median(rates.map((rate) => rate.api)), median(rates.map((rate) => rate.bare))]
  return [
    atLeast(0.08, `contact messages of ${CLIENTS} clients, against bare SQLite transactions`, measured, beside, '/s'),
  ]
}

/** As many clients, each waiting for its own commit: only the insert and the flush. */
async function bareTransactions(dataDirectory: string) {
  const file = new BetterSqlite(sqliteFileIn(dataDirectory), { timeout: 5000 })
  file.pragma('synchronous = FULL')
  // A table with rows of the same size, so that only the path is compared.
  file.exec('create table if not exists bare_rows (id text primary key, reference text unique, body text)')
  const body = JSON.stringify(aContactMessage())
  const insert = file.prepare('insert into bare_rows (id, reference, body) values (?, ?, ?)')
  const commit = file.transaction(() => {
    insert.run(randomUUID(), randomUUID(), body)
  })
  const start = performance.now()
  let count = 0
  const client = async () => {
    while (performance.now() - start < BARE_MILLISECONDS) {
      commit.immediate()
      count++
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
  await Promise.all(Array.from({ length: CLIENTS }, client))
  file.close()
  return count / ((performance.now() - start) / 1000)
}
