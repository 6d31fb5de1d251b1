import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, describe, expect, inject, test, vi } from 'vitest'
import { freshDatabaseOf } from '../support/databases.ts'
import { duringTests } from '../support/during-tests.ts'
import { startPostgres } from '../support/postgres.ts'
import { failToStart, type SiteProcess, startSiteOn } from '../support/start-site.ts'
import { tell } from './figures.ts'
import {
  aMessage,
  anUpload,
  aSubmission,
  emptyOutcome,
  lostOrDoubled,
  sendUntil,
  type TestSubmission,
} from './submissions.ts'

// Three seconds for a connection or twelve for a query, and some for a busy machine.
const PAGES = ['/', '/ar/services', '/contact']

async function expectPages({ url }: SiteProcess) {
  for (const page of PAGES) expect((await fetch(url + page)).status, page).toBe(200)
}

async function expectRefusal({ url }: SiteProcess, submission = aMessage()) {
  const answer = await submission.send(url)
  expect(answer.status).toBe(503)
  expect(answer.headers.get('retry-after')).toMatch(/^[1-9]\d?$/)
  expect(answer.headers.get('content-type')).toContain('application/problem+json')
}

async function expectStored({ url }: SiteProcess, submission: TestSubmission) {
  await vi.waitFor(async () => expect((await submission.send(url)).status).toBe(201), {
    timeout: 60_000,
    interval: 100,
  })
}

describe('PostgreSQL', () => {
  const postgres = duringTests(startPostgres)

  test('that stops and starts under load delays forms, loses none and leaves pages alone', async () => {
    const settings = { dataDirectory: tmpdir(), databaseUrl: `${postgres.url}/postgres` }
    const site = await startSiteOn(settings)
    await expectPages(site)
    let isOver = false
    const outcome = emptyOutcome()
    const sending = sendUntil(() => isOver, [site.url], outcome, 8)
    while (outcome.acknowledged.length < 20) await pause(5)

    await postgres.stop()
    await vi.waitFor(() => expect(outcome.refusals.length).toBeGreaterThan(20), { timeout: 60_000 })
    await expectPages(site)
    expect((await fetch(`${site.url}/readyz`)).status).toBe(503)
    await expectRefusal(site)

    await postgres.start()
    const startedAt = performance.now()
    const before = outcome.acknowledged.length
    await vi.waitFor(() => expect(outcome.acknowledged.length).toBeGreaterThan(before), { timeout: 60_000 })
    const recovered = performance.now() - startedAt
    isOver = true
    await sending
    tell('PostgreSQL stops and starts', {
      acknowledged: outcome.acknowledged.length,
      refused: outcome.refusals.length,
      'stored again after ms': recovered,
    })
    expect(outcome.unanswered).toEqual([])
    expect(outcome.refusals.filter(({ status, retryAfter }) => status !== 503 || !Number(retryAfter))).toEqual([])
    expect(await lostOrDoubled(settings, outcome.acknowledged)).toEqual([])
    expect(await site.end('SIGTERM')).toBe(0)
  })

  test('that hangs with open connections has forms refused in a bounded time, and recovers', async ({ skip }) => {
    if (!existsSync('/proc/self/task'))
      skip('This test stops the processes of PostgreSQL, which it finds through /proc')
    const settings = { dataDirectory: tmpdir(), databaseUrl: `${postgres.url}/postgres` }
    const site = await startSiteOn(settings)
    await expectPages(site)
    let isOver = false
    const outcome = emptyOutcome()
    const sending = sendUntil(() => isOver, [site.url], outcome, 20)
    while (outcome.acknowledged.length < 20) await pause(5)

    postgres.hang()
    let slowestRefusal: number
    try {
      const hungAt = performance.now()
      const before = outcome.refusals.length
      // Requests with a connection wait longest; later ones wait for a connection.
      await vi.waitFor(() => expect(outcome.refusals.length).toBeGreaterThan(before + 40), { timeout: 60_000 })
      slowestRefusal = performance.now() - hungAt
      await expectPages(site)
      await expectRefusal(site)
      expect((await fetch(`${site.url}/readyz`)).status).toBe(503)
    } finally {
      postgres.goOn()
    }
    const wentOnAt = performance.now()
    const before = outcome.acknowledged.length
    await vi.waitFor(() => expect(outcome.acknowledged.length).toBeGreaterThan(before + 20), { timeout: 60_000 })
    const recovered = performance.now() - wentOnAt
    expect((await fetch(`${site.url}/readyz`)).status).toBe(200)
    isOver = true
    await sending
    tell('PostgreSQL hangs', {
      acknowledged: outcome.acknowledged.length,
      refused: outcome.refusals.length,
      'all who waited were answered within ms': slowestRefusal,
      'twenty more stored after ms': recovered,
    })
    expect(outcome.unanswered).toEqual([])
    expect(outcome.refusals.filter(({ status, retryAfter }) => status !== 503 || !Number(retryAfter))).toEqual([])
    expect(await lostOrDoubled(settings, outcome.acknowledged)).toEqual([])
    expect(await site.end('SIGTERM')).toBe(0)
  })

  const fresh = freshDatabaseOf('PostgreSQL')

  test('that only lets read refuses forms and leaves pages alone', async () => {
    const settings = await fresh()
    const site = await startSiteOn(settings)
    await expectPages(site)
    await setReadOnly(settings.databaseUrl as string, 'on')
    await expectRefusal(site)
    await expectPages(site)
    await setReadOnly(settings.databaseUrl as string, 'off')
    await expectStored(site, aMessage())
    await site.end('SIGTERM')
  })

  /** Connections read the setting when made, so existing ones are ended. */
  async function setReadOnly(databaseUrl: string, value: 'on' | 'off') {
    const name = new URL(databaseUrl).pathname.slice(1)
    const client = new pg.Client({ connectionString: `${inject('postgresUrl')}/postgres` })
    await client.connect()
    await client.query(`alter database ${name} set default_transaction_read_only = ${value}`)
    await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name])
    await client.end()
  }
})

describe('a disk', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'nuqta-disk-'))
  const image = path.join(folder, 'image')
  const disk = path.join(folder, 'disk')
  const settings = { dataDirectory: path.join(disk, 'data') }

  /** A small file system; the reason if this user may not make one. */
  function makeDisk() {
    try {
      mkdirSync(disk)
      writeFileSync(image, Buffer.alloc(24 * 1024 * 1024))
      execFileSync('mkfs.ext4', ['-q', '-F', image], { stdio: 'ignore' })
      mount('loop', image, disk)
      return undefined
    } catch (error) {
      return `This test needs to mount a small file system and may not: ${(error as Error).message}`
    }
  }

  function mount(options: string, ...what: string[]) {
    execFileSync('mount', ['-o', options, ...what], { stdio: 'ignore' })
  }

  afterAll(() => {
    try {
      execFileSync('umount', [disk], { stdio: 'ignore' })
    } catch {}
    rmSync(folder, { recursive: true, force: true })
  })

  test('that is full, or turns read-only, refuses forms, leaves pages alone and loses nothing', async ({ skip }) => {
    const obstacle = makeDisk()
    if (obstacle) skip(obstacle)
    const log = path.join(disk, 'log')
    const site = await startSiteOn(settings, { LOG_LEVEL: 'info' }, log)
    await expectPages(site)
    const kept = [anUpload(100_000), aSubmission(), aSubmission()]
    for (const submission of kept) await expectStored(site, submission)

    const filler = path.join(disk, 'filler')
    fill(filler)
    const refused = anUpload(1_000_000)
    await expectRefusal(site, refused)
    for (let lines = 0; lines < 100; lines += PAGES.length) await expectPages(site)
    await expect.poll(() => readiness(site)).toBe(503)
    rmSync(filler)
    await expectStored(site, refused)
    await expect.poll(() => readiness(site)).toBe(200)
    const readyId = await requestIdOf(`${site.url}/readyz`)
    await expect.poll(() => readFileSync(log, 'utf8')).toContain(readyId)
    expect(await lostOrDoubled(settings, [...kept, refused])).toEqual([])

    // An operator deletes the folder of a running server.
    const { dataDirectory } = settings
    renameSync(dataDirectory, `${dataDirectory}-away`)
    expect(await readiness(site)).toBe(503)
    await expectRefusal(site)
    renameSync(`${dataDirectory}-away`, dataDirectory)
    expect(await readiness(site)).toBe(200)

    // A kernel remounts a failing disk read-only.
    mount('remount,abort', disk)
    await expectRefusal(site)
    await expectPages(site)
    await site.end('SIGTERM')

    // Writable once more, so that the file system repairs itself.
    execFileSync('umount', [disk])
    mount('loop', image, disk)
    mount('remount,ro', disk)
    const reading = await startSiteOn(settings, {}, undefined, { until: '/healthz' })
    expect(await readiness(reading)).toBe(503)
    expect(
      reading
        .output()
        .split('\n')
        .filter((line) => line.startsWith('DATA_DIR: ')),
    ).toHaveLength(1)
    await expectPages(reading)
    await expectRefusal(reading)
    await reading.end('SIGTERM')
    const { code, output } = await failToStart({ dataDirectory: path.join(disk, 'another') })
    expect(code).toBe(1)
    expect(output.trim()).toMatch(/^DATA_DIR: [^\n]+$/)
    mount('remount,rw', disk)
    expect(await lostOrDoubled(settings, [...kept, refused])).toEqual([])
  })

  const requestIdOf = async (url: string) => (await fetch(url)).headers.get('x-request-id')
  const readiness = async ({ url }: { url: string }) => (await fetch(`${url}/readyz`)).status

  function fill(file: string) {
    for (const step of [1024 * 1024, 4096, 1]) {
      try {
        for (;;) writeFileSync(file, Buffer.alloc(step), { flag: 'a' })
      } catch (error) {
        expect((error as NodeJS.ErrnoException).code).toBe('ENOSPC')
      }
    }
  }
})
