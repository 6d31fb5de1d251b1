import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { GUEST_API } from '#contract/endpoints.ts'
import { requestsPerSecond } from './load.ts'
import { atLeast, type Measurement, median } from './measurement.ts'
import { startServerProcess } from './server-process.ts'

const ROUNDS = 3

/** A list from memory, against a bare Fastify route that returns the same bytes. */
export async function apiReads(): Promise<Measurement[]> {
  const dataDirectory = mkdtempSync(path.join(tmpdir(), 'nuqta-bench-'))
  const api = await startServerProcess('api', { dataDirectory })
  const lines: Measurement[] = []
  for (const list of ['Services', 'all-projects']) {
    const address = `${api.url}${GUEST_API}${list}`
    const bare = await startServerProcess('bare', { body: await (await fetch(address)).text() })
    const rates: { api: number; bare: number }[] = []
    await requestsPerSecond({ url: address, duration: 1 })
    for (let round = 0; round < ROUNDS; round++)
      rates.push({ bare: await requestsPerSecond({ url: bare.url }), api: await requestsPerSecond({ url: address }) })
    await bare.stop()
    const [measured, beside] = [median(rates.map((rate) => rate.api)), median(rates.map((rate) => rate.bare))]
    lines.push(
      atLeast(0.7, `GET ${list} from memory, against a bare route with the same bytes`, measured, beside, 'req/s'),
    )
  }
  await api.stop()
  rmSync(dataDirectory, { recursive: true })
  return lines
}
