import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ADDRESSES, inBothLanguages } from '../support/addresses.ts'
import { type ProbedSite, startProbedSite, USUAL_TURN } from '../support/event-loop.ts'
import { fuzzedRequest } from '../support/fuzzed-requests.ts'
import { isLong } from '../support/turns.ts'
import { most, tell } from './figures.ts'

/** Whatever arrives is answered, and never with a failure of ours; nobody else is held up, and memory stays what it was. */

const SEED = Number(process.env.SEED ?? 20_260_301)
const MILLISECONDS = isLong ? 5 * 60_000 : 5_000
// Code that is compiled and pages that are cached come to an end; what is kept of every request does not.
const MAX_GROWTH_MEGABYTES = 16
const MAX_MEGABYTES = 500
const NO_RESPONSE_MILLISECONDS = 20_000
const MAX_FAULTS_TOLD = 20
/** The part of all turns that may take longer than usual: other work of the process falls into some. */
const MAX_LONG_TURNS = 1 / 20

let site: ProbedSite
beforeAll(async () => {
  site = await startProbedSite()
  // A page that was never asked for costs more than any later one.
  for (const address of inBothLanguages(ADDRESSES))
    for (let time = 0; time < 3; time++) await (await fetch(site.url + address)).text()
  await site.longestTurn()
}, 240_000)
afterAll(() => site.stop())

/** Numbers of requests, with their seed, that were once answered wrongly. */
const FOUND: [number, number][] = []

test.each(FOUND)('request %i of seed %i is answered in time', async (number, seed) => {
  expect(await faultOf(number, seed)).toBeUndefined()
})

test(
  `requests at random, from seed ${SEED}`,
  async () => {
    const faults: string[] = []
    const memory: number[] = []
    let liveBefore: number | undefined
    const until = performance.now() + MILLISECONDS
    let number = 0
    for (; performance.now() < until && faults.length < MAX_FAULTS_TOLD; number++) {
      const fault = await faultOf(number, SEED)
      if (fault) faults.push(`request ${number}: ${fault}`)
      if (number % 50 === 0) memory.push(site.megabytes())
      liveBefore ??= performance.now() > until - MILLISECONDS / 2 ? await site.liveMegabytes() : undefined
    }
    const growth = (await site.liveMegabytes()) - (liveBefore ?? 0)
    const answered = Object.entries(statuses).map(([status, times]) => `${times} × ${status}`)
    tell('requests at random', {
      seed: SEED,
      requests: number,
      faults: faults.length,
      'longest turn, ms': most(turns),
      'control, ms': site.control,
      'memory at most, MB': most(memory),
      'in use, second half, MB more': growth,
      answered: answered.join(' '),
    })
    expect(faults).toEqual([])
    const long = turns.filter((turn) => turn >= site.control * USUAL_TURN)
    expect(long.length).toBeLessThan(turns.length * MAX_LONG_TURNS)
    expect(growth).toBeLessThan(MAX_GROWTH_MEGABYTES)
    expect(most(memory)).toBeLessThan(MAX_MEGABYTES)
  },
  MILLISECONDS + 120_000,
)

/** How often each was the response. */
const statuses: Record<string, number> = {}
const turns: number[] = []

async function faultOf(number: number, seed: number) {
  const request = fuzzedRequest(seed, number, new URL(site.url).host)
  const response = await send(request.bytes, request.isOwedResponse)
  const [, status = 'none'] = /^HTTP\/1\.1 (\d{3})/.exec(response) ?? []
  statuses[status] = (statuses[status] ?? 0) + 1
  // Reading it also begins the next measurement.
  const turn = await site.longestTurn()
  turns.push(turn)
  if (Number(status) >= 500) return `answered ${status} to ${beginningOf(request.bytes)}`
  if (request.isOwedResponse && status === 'none') return `not answered: ${beginningOf(request.bytes)}`
  if (turn >= site.control) return `one turn took ${turn.toFixed()} ms for ${beginningOf(request.bytes)}`
  return undefined
}

const beginningOf = (bytes: Buffer) => JSON.stringify(bytes.subarray(0, 300).toString('latin1'))

/** All that comes back. Half a request is followed by hanging up. */
function send(bytes: Buffer, isWhole: boolean) {
  return new Promise<string>((resolve) => {
    const socket = connect(Number(new URL(site.url).port), '127.0.0.1')
    let text = ''
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1')
    })
    // The server may hang up on what it has refused, after its response.
    socket.on('error', () => {})
    socket.on('close', () => resolve(text))
    socket.setTimeout(NO_RESPONSE_MILLISECONDS, () => socket.destroy())
    if (isWhole) socket.write(bytes)
    else socket.end(bytes)
  })
}
