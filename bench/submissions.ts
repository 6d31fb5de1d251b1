import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import BetterSqlite from 'better-sqlite3'
import { GUEST_API } from '#contract/endpoints.ts'
import { aContactMessage } from '../tests/support/builders.ts'
import { requestsPerSecond } from './load.ts'
import { atLeast, type Measurement, median } from './measurement.ts'
import { startServerProcess } from './server-process.ts'

const CLIENTS = 50
const ROUNDS = 3
const BARE_MILLISECONDS = 3000

/** Contact messages acknowledged after a durable commit, against bare transactions of the same size in the same database. */
export async function submissions(): Promise<Measurement[]> {
  const dataDirectory = mkdtempSync(path.join(tmpdir(), 'nuqta-bench-'))
  const api = await startServerProcess('api', { dataDirectory })
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
    rates.push({ bare: await bareTransactions(dataDirectory), api: await requestsPerSecond(post) })
  await api.stop()
  rmSync(dataDirectory, { recursive: true })
  const [measured, beside] = [median(rates.map((rate) => rate.api)), median(rates.map((rate) => rate.bare))]
  return [
    atLeast(0.5, `contact messages of ${CLIENTS} clients, against bare SQLite transactions`, measured, beside, '/s'),
  ]
}

/** As many clients, each waiting for its own commit; nothing but the insert and the flush to the disk. */
async function bareTransactions(dataDirectory: string) {
  const file = new BetterSqlite(path.join(dataDirectory, 'nuqta.sqlite'), { timeout: 5000 })
  file.pragma('synchronous = FULL')
  const { name, email, phone, subject, message } = aContactMessage()
  const insert = file.prepare(
    `insert into submissions (id, reference, kind, created_at, language, name, email, phone, about, marks, stage)
     values (?, ?, 'contact-message', ?, 'en', ?, ?, ?, ?, '', 'new')`,
  )
  const insertAnswer = file.prepare(
    `insert into submission_answers (submission_id, field, answer) values (?, 'message', ?)`,
  )
  const commit = file.transaction(() => {
    const id = randomUUID()
    insert.run(id, randomUUID(), new Date().toISOString(), name, email, phone, subject)
    insertAnswer.run(id, message)
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
