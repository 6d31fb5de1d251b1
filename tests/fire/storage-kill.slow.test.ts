import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from '#domain/platform/database/connection.ts'
import { sweepOrphans } from '#domain/platform/file-deletions.ts'
import { DATABASES, freshDatabaseOf } from '../support/databases.ts'
import { repeatableRandom } from '../support/random.ts'
import { type S3Server, startS3Server } from '../support/s3-server.ts'
import { startSiteOn } from '../support/start-site.ts'
import { isLong } from '../support/turns.ts'
import { tell } from './figures.ts'
import { anUpload, emptyOutcome, lostOrDoubled, note, sendUntil } from './submissions.ts'

const ROUNDS = isLong ? 20 : 1
const MAX_ROUND_MILLISECONDS = 600
const MINUTE = 60_000
const TWO_DAYS = 2 * 24 * 60 * MINUTE
const CV_BYTES = 20_000

describe.each(DATABASES)('with CVs in an object store, on %s', (name) => {
  const fresh = freshDatabaseOf(name)
  let store: S3Server
  beforeAll(async () => {
    store = await startS3Server()
  })
  afterAll(() => store.stop())

  test('a kill between object and row leaves an orphan that is swept; nothing is lost', {
    timeout: isLong ? 6 * MINUTE : 4 * MINUTE,
  }, async () => {
    const settings = { ...(await fresh()), storage: store.storage }
    const start = () => startSiteOn(settings, { STORAGE_URL: store.url })
    let site = await start()
    const before = anUpload(CV_BYTES)
    expect((await before.send(site.url)).status).toBe(201)

    const killed = site
    store.onStored = async () => {
      await killed.end('SIGKILL')
    }
    const cut = anUpload(CV_BYTES)
    await expect(cut.send(site.url)).rejects.toThrow()
    store.onStored = undefined
    expect(await lostOrDoubled(settings, [before])).toEqual([])
    expect(await lostOrDoubled(settings, [cut])).toEqual([cut])
    expect(store.keys()).toHaveLength(2)

    site = await start()
    expect((await cut.send(site.url)).status).toBe(201)
    const random = repeatableRandom()
    const outcome = emptyOutcome()
    for (let round = 1; round <= ROUNDS; round++) {
      const target = site
      const known = outcome.acknowledged.length
      const sending = sendUntil(() => false, [target.url], outcome)
      while (outcome.acknowledged.length === known) await pause(5)
      await pause(random() * MAX_ROUND_MILLISECONDS)
      await target.end('SIGKILL')
      await sending
      site = await start()
    }
    for (const submission of outcome.unanswered) await note(outcome, submission, await submission.send(site.url))
    expect(await lostOrDoubled(settings, [before, cut, ...outcome.acknowledged])).toEqual([])
    await site.end('SIGTERM')

    const database = await openDatabase(settings)
    const objects = store.keys().length
    for (const later of [TWO_DAYS, 2 * TWO_DAYS]) await sweepOrphans(database, new Date(Date.now() + later))
    const rows = await database.queries.selectFrom('cvs').select('object_key').execute()
    await database.close()
    expect(store.keys()).toEqual(rows.map(({ object_key }) => `site/${object_key}`).sort())
    expect(await lostOrDoubled(settings, [before, cut, ...outcome.acknowledged])).toEqual([])
    tell(`kill -9 with an object store on ${name}`, {
      kills: ROUNDS + 1,
      acknowledged: outcome.acknowledged.length + 2,
      'lost or doubled': 0,
      'orphans swept': objects - rows.length,
    })
  })
})
