import BetterSqlite from 'better-sqlite3'
import { describe, expect, test } from 'vitest'
import { type DatabaseSettings, sqliteFileIn } from '#api/database/connection.ts'
import { DATABASES, freshDatabaseOf } from '../support/databases.ts'
import { pause, startBuiltSite } from './built-site.ts'
import { aLetter, isLong, lostOrDoubled, nobody, note, sendUntil, storedLetters } from './senders.ts'

const ROUNDS = isLong ? 50 : 3
const LONGEST_ROUND_MILLISECONDS = 600
const RECOVERY_MILLISECONDS = 2_000

describe.each(DATABASES)('on %s', (name) => {
  const fresh = freshDatabaseOf(name)

  test(`nothing acknowledged is lost or doubled when the process is killed, ${ROUNDS} times`, async () => {
    const settings = await fresh()
    let site = await startBuiltSite(settings)
    const calmStart = site.millisecondsToReady
    let [acknowledged, sentAgain, slowestStart] = [0, 0, 0]
    for (let round = 1; round <= ROUNDS; round++) {
      const outcome = nobody()
      const sending = sendUntil(() => false, [site.url], outcome)
      while (outcome.acknowledged.length === 0) await pause(5)
      await pause(Math.random() * LONGEST_ROUND_MILLISECONDS)
      await site.end('SIGKILL')
      await sending

      expect(damageOf(settings)).toBe('ok')
      site = await startBuiltSite(settings)
      expect(await lostOrDoubled(settings, outcome.acknowledged)).toEqual([])
      // Who got no answer sends again and cannot know that the first was stored.
      for (const letter of outcome.unanswered) await note(outcome, letter, await letter.send(site.url))
      expect(outcome.refusals).toEqual([])
      expect(await lostOrDoubled(settings, outcome.unanswered)).toEqual([])
      acknowledged += outcome.acknowledged.length
      sentAgain += outcome.unanswered.length
      slowestStart = Math.max(slowestStart, site.millisecondsToReady)
    }
    expect(slowestStart).toBeLessThan(calmStart + RECOVERY_MILLISECONDS)
    expect((await storedLetters(settings)).size).toBe(acknowledged)
    await site.end('SIGTERM')
    tell(
      `${name}: ${ROUNDS} kills, ${acknowledged} acknowledged, ${sentAgain} sent again, slowest start ${slowestStart}`,
    )
  }, 900_000)

  test('two processes on one database store what both are sent once', async () => {
    const settings = await fresh()
    const sites = await Promise.all([startBuiltSite(settings), startBuiltSite(settings)])
    const letters = Array.from({ length: 60 }, () => aLetter())
    const references = await Promise.all(
      letters.map(async (letter) => {
        const answers = await Promise.all(sites.map(({ url }) => letter.send(url)))
        expect(answers.map(({ status }) => status)).toEqual([201, 201])
        return Promise.all(answers.map(async (answer) => (await answer.json()).reference))
      }),
    )
    for (const [first, second] of references) expect(first).toBe(second)

    const until = Date.now() + 1_000
    const outcome = await sendUntil(
      () => Date.now() > until,
      sites.map(({ url }) => url),
    )
    expect(outcome.refusals.filter(({ status }) => status !== 503)).toEqual([])
    expect(outcome.unanswered).toEqual([])
    expect(await lostOrDoubled(settings, [...letters, ...outcome.acknowledged])).toEqual([])
    expect(damageOf(settings)).toBe('ok')
    await Promise.all(sites.map((site) => site.end('SIGTERM')))
  }, 60_000)
})

function damageOf({ dataDirectory, databaseUrl }: DatabaseSettings) {
  if (databaseUrl) return 'ok'
  const file = new BetterSqlite(sqliteFileIn(dataDirectory))
  try {
    return file.pragma('integrity_check', { simple: true })
  } finally {
    file.close()
  }
}

function tell(what: string) {
  if (isLong) console.log(what)
}
