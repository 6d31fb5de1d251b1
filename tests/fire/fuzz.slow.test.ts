import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ADDRESSES, inBothLanguages } from '../support/addresses.ts'
import { type ProbedSite, startProbedSite, USUAL_TURN } from '../support/event-loop.ts'
import { fuzzedRequest } from '../support/fuzzed-requests.ts'
import { isLong } from '../support/turns.ts'
import { most, tell } from './figures.ts'

/** Every request gets a response, never a 5xx; no other request waits, and memory does not grow. */

const SEED = Number(process.env.SEED ?? 20_260_301)
const MILLISECONDS = isLong ? 5 * 60_000 : 5_000
// Compiled code and cached pages reach a limit; a leak does not.
const MAX_GROWTH_MEGABYTES = 16
const MAX_MEGABYTES = 500
const NO_RESPONSE_MILLISECONDS = 20_000
const MAX_FAULTS_TOLD = 20
/** The share of turns that may be slow: other work falls into some. */
const MAX_LONG_TURNS = 1 / 20

let site: ProbedSite
beforeAll(async () => {
  site = await startProbedSite()
  // The first request of a page costs most.
  for (const address of inBothLanguages(ADDRESSES))
    for (let time = 0; time < 3; time++) await (await fetch(site.url + address)).text()
  await site.longestTurn()
}, 240_000)
afterAll(() => site.stop())

/** Requests by seed and number that once got a wrong response. */
const FOUND: [number, number][] = []

test.each(FOUND)('request %i of seed %i is answered in time', async (number, seed) => {
  expect(await faultOf(number, seed)).toBeUndefined()
})

test(`requests at random, from seed ${SEED}`, { timeout: MILLISECONDS + 120_000 }, async () => {
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
})

/** Responses by status. */
const statuses: Record<string, number> = {}
const turns: number[] = []

async function faultOf(number: number, seed: number) {
  const request = fuzzedRequest(seed, number, new URL(site.url).host)
  const response = await send(request.bytes, request.isOwedResponse)
  const [, status = 'none'] = /^HTTP\/1\.1 (\d{3})/.exec(response) ?? []
  statuses[status] = (statuses[status] ?? 0) + 1
  // Reading it starts the next measurement.
  const turn = await site.longestTurn()
  turns.push(turn)
  if (Number(status) >= 500) return `answered ${status} to ${beginningOf(request.bytes)}`
  if (request.isOwedResponse && status === 'none') return `not answered: ${beginningOf(request.bytes)}`
  if (turn >= site.control) return `one turn took ${turn.toFixed()} ms for ${beginningOf(request.bytes)}`
  return undefined
}

const beginningOf = (bytes: Buffer) => JSON.stringify(bytes.subarray(0, 300).toString('latin1'))

/** The whole response. The client hangs up after half a request. */
function send(bytes: Buffer, isWhole: boolean) {
  return new Promise<string>((resolve) => {
    const socket = connect(Number(new URL(site.url).port), '127.0.0.1')
    let text = ''
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1')
    })
    // The server may hang up after refusing.
    socket.on('error', () => {})
    socket.on('close', () => resolve(text))
    socket.setTimeout(NO_RESPONSE_MILLISECONDS, () => socket.destroy())
    if (isWhole) socket.write(bytes)
    else socket.end(bytes)
  })
}
