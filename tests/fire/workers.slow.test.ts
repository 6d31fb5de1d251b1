import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { loadContent } from '#domain/content/load-content.ts'
import { openDatabase } from '#domain/platform/database/connection.ts'
import type { DatabaseSettings } from '#domain/platform/database/database.ts'
import { WORKER_SERVES } from '#server/workers/supervise.ts'
import { areChildrenKnown, childrenOf } from '../support/children.ts'
import { DATABASES, freshDatabaseOf } from '../support/databases.ts'
import { freePort } from '../support/free-port.ts'
import { failToStart, type SiteProcess, startSiteOn } from '../support/start-site.ts'
import { isLong } from '../support/turns.ts'
import { beginPost } from './begin-post.ts'
import { tell } from './figures.ts'
import { visit } from './load.ts'
import { aMessage, aSubmission, countStored, emptyOutcome, lostOrDoubled, note, sendUntil } from './submissions.ts'

const WORKERS = 2
const KILLS = isLong ? 10 : 1
const PATIENCE = { timeout: 60_000, interval: 50 }

const SERVING = new RegExp(`"pid":(\\d+),"msg":"${WORKER_SERVES}"`, 'g')

const startWorkers = (database: DatabaseSettings, settings: Record<string, string> = {}) =>
  startSiteOn(database, { WORKERS: String(WORKERS), LOG_LEVEL: 'info', ...settings })

/** Resolves once the full number of workers serves, without the dead ones. */
async function workersOf({ pid, output }: SiteProcess, gone: number[] = []) {
  return vi.waitFor(() => {
    const serving = [...output().matchAll(SERVING)].map(([, worker]) => Number(worker))
    const workers = childrenOf(pid).filter((worker) => serving.includes(worker) && !gone.includes(worker))
    expect(workers).toHaveLength(WORKERS)
    return workers
  }, PATIENCE)
}

/** Requests pages on new connections until the end; returns failures. */
async function visitUntil(isOver: () => boolean, url: string) {
  let visits = 0
  const failures: number[] = []
  while (!isOver()) {
    const { status } = await visit(`${url}/ar/services`)
    visits++
    if (status !== 200) failures.push(status)
  }
  return { visits, failures }
}

describe.skipIf(!areChildrenKnown).each(DATABASES)('two workers on %s', (name) => {
  const fresh = freshDatabaseOf(name)
  const folder = mkdtempSync(path.join(tmpdir(), 'nuqta-workers-'))
  let settings: DatabaseSettings
  let site: SiteProcess
  beforeAll(async () => {
    settings = await fresh()
    site = await startWorkers(settings)
  })
  afterAll(async () => {
    const code = await site.end('SIGTERM')
    rmSync(folder, { recursive: true, force: true })
    expect(code).toBe(0)
  })

  test('of which one is killed under load lose nothing, and pages on new connections go on', async () => {
    const outcome = emptyOutcome()
    let workers = await workersOf(site)
    for (let kill = 0; kill < KILLS; kill++) {
      let isOver = false
      const sending = sendUntil(() => isOver, [site.url], outcome, 8)
      const before = outcome.acknowledged.length
      await vi.waitFor(() => expect(outcome.acknowledged.length).toBeGreaterThan(before + 8), PATIENCE)
      const killed = workers[kill % WORKERS] as number
      process.kill(killed, 'SIGKILL')
      await vi.waitFor(() => expect(childrenOf(site.pid)).not.toContain(killed), PATIENCE)
      const visiting = visitUntil(() => isOver, site.url)
      workers = await workersOf(site, [killed])
      isOver = true
      expect((await visiting).failures).toEqual([])
      await sending
    }
    expect(await lostOrDoubled(settings, outcome.acknowledged)).toEqual([])
    // A client without a response sends again, not knowing whether the first was stored.
    for (const submission of outcome.unanswered) await note(outcome, submission, await submission.send(site.url))
    const stored = outcome.acknowledged.length
    expect(await countStored(settings)).toBe(stored)
    expect(site.output()).toContain('"signal":"SIGKILL"')
    tell(`kill -9 of a worker on ${name}`, { kills: KILLS, acknowledged: stored, 'lost or doubled': 0 })
  })

  test('show what was published, each of them', async () => {
    const title = async () =>
      (await (await fetch(`${site.url}/services`, { headers: { connection: 'close' } })).text()).includes(
        'Apps, edited',
      )
    expect(await title()).toBe(false)
    cpSync('content', folder, { recursive: true })
    const file = path.join(folder, 'services.json')
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll('App Development', 'Apps, edited'))
    const database = await openDatabase(settings)
    await loadContent(database, folder)
    await database.close()
    await vi.waitFor(async () => {
      const shown = await Promise.all(Array.from({ length: 40 }, title))
      expect(shown).toEqual(new Array(40).fill(true))
    }, PATIENCE)
  })
})

describe.skipIf(!areChildrenKnown)('workers', () => {
  const fresh = freshDatabaseOf('SQLite')

  test('of which one hangs go on, and it is replaced', async () => {
    const settings = await fresh()
    const site = await startWorkers(settings)
    const [hung] = (await workersOf(site)) as [number]
    process.kill(hung, 'SIGSTOP')
    let isOver = false
    const visiting = visitUntil(() => isOver, site.url)
    const stoppedAt = performance.now()
    await workersOf(site, [hung])
    const replacedAfter = performance.now() - stoppedAt
    isOver = true
    expect((await visiting).failures).toEqual([])
    expect((await aMessage().send(site.url)).status).toBe(201)
    expect(site.output()).toContain('A worker hangs and is being killed')
    expect(await site.end('SIGTERM')).toBe(0)
    tell('a worker hangs', { 'replaced after ms': replacedAfter })
  })

  test('that were stopped together with the process that watches over them go on as they are, and end with it', async () => {
    const site = await startWorkers(await fresh())
    const workers = await workersOf(site)
    for (const pid of [site.pid, ...workers]) process.kill(pid, 'SIGSTOP')
    await pause(100)
    for (const pid of [site.pid, ...workers]) process.kill(pid, 'SIGCONT')
    expect((await aMessage().send(site.url)).status).toBe(201)
    expect(childrenOf(site.pid).sort()).toEqual(workers.sort())
    await site.end('SIGKILL')
    await vi.waitFor(() => expect(workers.filter(isAlive)).toEqual([]), PATIENCE)
  })

  test('say once that the site is open, and finish what is under way when they are told to end', async () => {
    const settings = await fresh()
    const site = await startWorkers(settings, { DESK_PORT: String(await freePort()) })
    const workers = await workersOf(site)
    expect(site.output().match(/Nuqta is open/g)).toHaveLength(1)
    expect(site.output().match(/The desk is open/g)).toHaveLength(1)
    expect(site.output().match(/type this code/g)).toHaveLength(1)
    const submission = aSubmission()
    const post = await beginPost(submission.request(site.url))
    await post.taken
    // As systemd does: a signal to every process of the service.
    const ended = site.end('SIGTERM')
    for (const worker of workers) process.kill(worker, 'SIGTERM')
    expect((await post.sendBody()).status).toBe(201)
    expect(await ended).toBe(0)
    expect(await lostOrDoubled(settings, [submission])).toEqual([])
  })

  test('that cannot start end it all with one line that says why', async () => {
    const other = createServer()
    const port = await freePort()
    await new Promise<void>((resolve) => other.listen(port, '127.0.0.1', resolve))
    const { code, output } = await failToStart(await fresh(), { WORKERS: '2', PORT: String(port) })
    other.close()
    expect(code).toBe(1)
    expect(output.trim()).toBe(`PORT: ${port} is in use by another program`)
  })
})

function isAlive(pid: number) {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
