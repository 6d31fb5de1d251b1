import { GUEST_API } from '#contract/endpoints.ts'
import { startSite } from '../tests/support/start-site.ts'
import { startBareServer } from './bare-server.ts'
import { requestsPerSecond } from './load.ts'
import { atLeast, type Measurement, median } from './measurement.ts'

const ROUNDS = 3

/** A list from memory, logged, against a bare Fastify route that sends the same bytes. */
export async function apiReads(): Promise<Measurement[]> {
  const api = await startSite({ LOG_LEVEL: 'info' }, '/dev/null')
  const lines: Measurement[] = []
  for (const list of ['Services', 'all-projects']) {
    const address = `${api.url}${GUEST_API}${list}`
    const body = Buffer.from(await (await fetch(address)).arrayBuffer()).toString('base64')
    const bare = await startBareServer('fastify', {
      body,
      headers: ['content-type', 'application/json; charset=utf-8'],
    })
    const rates: { api: number; bare: number }[] = []
    await requestsPerSecond({ url: address, duration: 1 })
    for (let round = 0; round < ROUNDS; round++)
      rates.push({ bare: await requestsPerSecond({ url: bare.url }), api: await requestsPerSecond({ url: address }) })
    await bare.stop()
    const [measured, beside] = [median(rates.map((rate) => rate.api)), median(rates.map((rate) => rate.bare))]
    lines.push(
      atLeast(0.5, `GET ${list} from memory, against a bare route with the same bytes`, measured, beside, 'req/s'),
    )
  }
  await api.stop()
  return lines
}
