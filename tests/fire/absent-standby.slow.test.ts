import { tmpdir } from 'node:os'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type RunningApi, startApi } from '../support/api.ts'
import { duringTests } from '../support/during-tests.ts'
import { startPostgres } from '../support/postgres.ts'
import { queryOnce } from '../support/query-once.ts'
import { tell } from './figures.ts'
import { aMessage, aSubmission, countStored, lostOrDoubled } from './submissions.ts'

const ROUNDS = 4
const PEOPLE_PER_ROUND = 12
const CONNECTIONS_PER_PROCESS = 10
const SOON_MILLISECONDS = 5_000

let settings: { dataDirectory: string; databaseUrl: string }
let machines: RunningApi[]

const postgres = duringTests(startPostgres)
beforeAll(async () => {
  settings = { dataDirectory: tmpdir(), databaseUrl: `${postgres.url}/postgres` }
  machines = [await startApi(settings), await startApi(settings)]
})
afterAll(async () => {
  for (const machine of machines) await machine.stop()
})

const ask = (statement: string) => queryOnce(settings.databaseUrl, statement)

async function waitForStandby(name: string) {
  await ask(`alter system set synchronous_standby_names = '${name}'`)
  await ask('select pg_reload_conf()')
  await vi.waitFor(async () => {
    const { rows } = await ask('show synchronous_standby_names')
    expect(rows[0].synchronous_standby_names).toBe(name)
  })
}

async function heldCommits(): Promise<number> {
  const { rows } = await ask("select count(*)::int as count from pg_stat_activity where wait_event = 'SyncRep'")
  return rows[0].count
}

test('a synchronous standby that is away has forms refused, in few connections, and loses and doubles nothing', {
  timeout: 300_000,
}, async () => {
  const [first, second] = machines as [RunningApi, RunningApi]
  expect((await aMessage().send(first.url)).status).toBe(201)
  await waitForStandby('absent')

  const sent = Array.from({ length: ROUNDS }, () => Array.from({ length: PEOPLE_PER_ROUND }, () => aSubmission()))
  const held: number[] = []
  const refusedSoon: number[] = []
  for (const round of sent) {
    const begunAt = performance.now()
    const answers = await Promise.all(
      round.map(async (submission) => {
        const { status, headers } = await submission.send(first.url)
        return { status, retryAfter: Number(headers.get('retry-after')), milliseconds: performance.now() - begunAt }
      }),
    )
    expect(answers.filter(({ status, retryAfter }) => status !== 503 || !(retryAfter > 0))).toEqual([])
    refusedSoon.push(answers.filter(({ milliseconds }) => milliseconds < SOON_MILLISECONDS).length)
    held.push(await heldCommits())
  }
  tell('A standby is away', { held: held.join(), 'refused soon': refusedSoon.join() })
  expect(Math.max(...held)).toBeLessThanOrEqual(CONNECTIONS_PER_PROCESS)
  expect(held.at(-1)).toBeLessThanOrEqual(2)
  expect(Math.min(...refusedSoon.slice(1))).toBeGreaterThanOrEqual(PEOPLE_PER_ROUND - 1)

  // The first round is committed on the primary alone, so it must get no receipts.
  const again = await Promise.all((sent[0] ?? []).slice(0, 3).map((submission) => submission.send(second.url)))
  expect(again.map(({ status }) => status)).toEqual([503, 503, 503])

  await waitForStandby('')
  const all = sent.flat()
  for (const [index, submission] of all.entries()) {
    const { url } = machines[index % 2] as RunningApi
    await vi.waitFor(async () => expect((await submission.send(url)).status).toBe(201), { timeout: 60_000 })
  }
  expect(await lostOrDoubled(settings, all)).toEqual([])
  expect(await countStored(settings)).toBe(all.length + 1)
})
