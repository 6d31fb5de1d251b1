import { afterEach, describe, expect, test } from 'vitest'
import { DATABASES, freshDatabaseOf } from '../../../tests/support/databases.ts'
import { type JsonReceiver, startJsonReceiver } from '../../../tests/support/json-receiver.ts'
import { publishTitle } from '../../../tests/support/published-content.ts'
import { watchContentVersion } from '../../content/content-version.ts'
import { openDatabase } from '../../platform/database/connection.ts'
import type { Database } from '../../platform/database/database.ts'
import { startWorker } from '../../platform/jobs/worker.ts'
import { purgeJob } from './purge-job.ts'

const SECOND = 1000

describe.each(DATABASES)('a cache in front on %s', (name) => {
  const fresh = freshDatabaseOf(name)
  const atEnd: (() => Promise<unknown> | unknown)[] = []
  afterEach(async () => {
    for (const end of atEnd.splice(0).reverse()) await end()
  })

  /** Processes of one release that share the database and the clock. */
  async function startProcess(database: Database, cdn: JsonReceiver<object>, clock: { now: Date }, release = '1.0.0') {
    const watch = await watchContentVersion(database, () => clock.now)
    const settings = { url: `${cdn.url}/purge`, header: ['Fastly-Key', 'a key'] as [string, string] }
    const job = purgeJob({ database, settings, contentVersion: watch.current, release })
    const worker = startWorker({ database, jobs: [job], log: { error: () => {} }, clock: () => clock.now })
    atEnd.push(() => worker.stop(), watch.stop)
    return { look: () => watch.refresh(), runDue: () => worker.runDue() }
  }

  test('is told once of a publication, two seconds later, however many processes there are', async () => {
    const database = await openDatabase(await fresh())
    const cdn = await startJsonReceiver<object>()
    atEnd.push(() => database.close(), cdn.stop)
    const clock = { now: new Date() }
    const processes = [await startProcess(database, cdn, clock), await startProcess(database, cdn, clock)]
    const pass = async (milliseconds: number) => {
      clock.now = new Date(clock.now.getTime() + milliseconds)
      for (const each of processes) await each.look()
      for (const each of processes) await each.runDue()
    }
    await pass(0)
    await pass(3 * SECOND)
    // The release that starts is news, too.
    expect(cdn.received).toHaveLength(1)

    await publishTitle(database, 'Keeper of the Cache')
    await pass(0)
    expect(cdn.received).toHaveLength(1)
    await pass(3 * SECOND)
    expect(cdn.received).toHaveLength(2)
    expect(cdn.received[1]).toMatchObject({
      path: '/purge',
      headers: { 'fastly-key': 'a key' },
      body: { keys: ['pages'] },
    })
    await pass(60 * SECOND)
    expect(cdn.received).toHaveLength(2)
  })

  test('is told again where it did not answer', async () => {
    const database = await openDatabase(await fresh())
    const cdn = await startJsonReceiver<object>()
    atEnd.push(() => database.close())
    const clock = { now: new Date() }
    const site = await startProcess(database, cdn, clock, '1.1.0')
    await cdn.stop()
    await site.look()
    await site.runDue()
    clock.now = new Date(clock.now.getTime() + 3 * SECOND)
    await site.runDue()
    const job = await database.queries.selectFrom('queued_jobs').selectAll().where('kind', '=', 'cache-purge').execute()
    expect(job).toMatchObject([{ last_error: 'NO_RESPONSE', tries: 1 }])
  })
})
