import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import type { DatabaseSettings } from '#domain/platform/database/database.ts'
import { sqliteFileIn } from '#domain/platform/database/sqlite.ts'
import BetterSqlite from '#domain/platform/database/sqlite-driver.ts'
import { DATABASES, freshDatabaseOf } from '../support/databases.ts'
import { repeatableRandom } from '../support/random.ts'
import { startSiteOn } from '../support/start-site.ts'
import { isLong } from '../support/turns.ts'
import { median, most, tell } from './figures.ts'
import {
  aSubmission,
  countStored,
  emptyOutcome,
  lostOrDoubled,
  note,
  type Outcome,
  sendUntil,
  type TestSubmission,
} from './submissions.ts'

const ROUNDS = isLong ? 50 : 1
const MAX_ROUND_MILLISECONDS = 600
const MINUTE = 60_000
const SENT_AT_ONCE = 6

describe.each(DATABASES)('on %s', (name) => {
  const fresh = freshDatabaseOf(name)

  test(`nothing acknowledged is lost or doubled by ${ROUNDS} kills`, {
    timeout: isLong ? 6 * MINUTE : 4 * MINUTE,
  }, async () => {
    const settings = await fresh()
    let site = await startSiteOn(settings)
    let [acknowledged, sentAgain] = [0, 0]
    const random = repeatableRandom()
    const starts: number[] = []
    for (let round = 1; round <= ROUNDS; round++) {
      const outcome = emptyOutcome()
      const sending = sendUntil(() => false, [site.url], outcome)
      while (outcome.acknowledged.length === 0) await pause(5)
      await pause(random() * MAX_ROUND_MILLISECONDS)
      await site.end('SIGKILL')
      await sending

      expect(damageOf(settings)).toBe('ok')
      site = await startSiteOn(settings)
      starts.push(site.millisecondsToReady)
      expect(await lostOrDoubled(settings, outcome.acknowledged)).toEqual([])
      // A client without a response sends again, not knowing that the first was stored.
      await Promise.all(
        outcome.unanswered.map(async (submission) =>
          note(outcome, submission, await sendUntilTaken(submission, site.url)),
        ),
      )
      expect(outcome.refusals.filter(isNotAsking)).toEqual([])
      expect(await lostOrDoubled(settings, outcome.unanswered)).toEqual([])
      acknowledged += outcome.acknowledged.length
      sentAgain += outcome.unanswered.length
    }
    expect(await countStored(settings)).toBe(acknowledged)
    await site.end('SIGTERM')
    tell(`kill -9 on ${name}`, {
      kills: ROUNDS,
      acknowledged,
      'of them sent again': sentAgain,
      'lost or doubled': 0,
      'ready again after ms, median': median(starts),
      slowest: most(starts),
    })
  })

  test('two processes on one database store what both are sent once', async () => {
    const settings = await fresh()
    const sites = await Promise.all([startSiteOn(settings), startSiteOn(settings)])
    const submissions = Array.from({ length: 60 }, () => aSubmission())
    const references: string[][] = []
    // A few at a time: a crowd would get refusals.
    for (let from = 0; from < submissions.length; from += SENT_AT_ONCE) {
      const some = submissions.slice(from, from + SENT_AT_ONCE).map(async (submission) => {
        const answers = await Promise.all(sites.map(({ url }) => submission.send(url)))
        expect(answers.map(({ status }) => status)).toEqual([201, 201])
        return Promise.all(answers.map(async (answer) => (await answer.json()).reference))
      })
      references.push(...(await Promise.all(some)))
    }
    for (const [first, second] of references) expect(first).toBe(second)

    const until = Date.now() + 1_000
    const outcome = await sendUntil(
      () => Date.now() > until,
      sites.map(({ url }) => url),
    )
    expect(outcome.refusals.filter(isNotAsking)).toEqual([])
    expect(outcome.unanswered).toEqual([])
    expect(await lostOrDoubled(settings, [...submissions, ...outcome.acknowledged])).toEqual([])
    expect(damageOf(settings)).toBe('ok')
    await Promise.all(sites.map((site) => site.end('SIGTERM')))
    const { acknowledged, refusals } = outcome
    tell(`two processes on one ${name}`, {
      'sent to both': submissions.length,
      'then acknowledged in a second': acknowledged.length,
      refused: refusals.length,
    })
  })
})

/** Anything but 503, which a busy machine may answer. */
const isNotAsking = ({ status, retryAfter }: Outcome['refusals'][number]) => status !== 503 || !Number(retryAfter)

async function sendUntilTaken(submission: TestSubmission, url: string) {
  for (;;) {
    const answer = await submission.send(url)
    if (answer.status !== 503) return answer
    await pause(100)
  }
}

function damageOf({ dataDirectory, databaseUrl }: DatabaseSettings) {
  if (databaseUrl) return 'ok'
  const file = new BetterSqlite(sqliteFileIn(dataDirectory))
  try {
    return file.pragma('integrity_check', { simple: true })
  } finally {
    file.close()
  }
}
