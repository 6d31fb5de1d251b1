import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { sqliteFileIn } from '#domain/platform/database/sqlite.ts'
import BetterSqlite from '#domain/platform/database/sqlite-driver.ts'
import { type DiskEvent, traceDisk } from '../support/disk-trace.ts'
import { startSiteOn } from '../support/start-site.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { isLong } from '../support/turns.ts'
import { tell } from './figures.ts'
import { aSubmission } from './submissions.ts'

/** A power cut loses unflushed writes. The system calls of a server are recorded, and the disk is rebuilt as of many moments; docs/reliability.md names the limits. */

const SUBMISSIONS = isLong ? 240 : 90
const PEOPLE = 6
// Enough for several checkpoints; SQLite makes one every thousand pages.
const CV_BYTES = 200_000
const CUTS = isLong ? 120 : 15

const folder = temporaryFolder()

test('nothing acknowledged is lost in a power cut, and the database is whole', { timeout: 10 * 60_000 }, async ({
  skip,
}) => {
  const data = path.join(folder, 'data')
  const site = await startSiteOn({ dataDirectory: data })
  const trace = await traceDisk(site.pid, path.join(folder, 'trace'))
  if (!trace) {
    await site.end('SIGKILL')
    const complaint = 'NOT TESTED: a power cut. It takes strace, and the right to use it'
    console.error(`*** ${complaint} ***`)
    return skip(complaint)
  }
  const names = [sqliteFileIn(data), `${sqliteFileIn(data)}-wal`]
  const before = path.join(folder, 'before')
  for (const [index, name] of names.entries()) if (existsSync(name)) copyFileSync(name, `${before}-${index}`)

  const submissions = Array.from({ length: SUBMISSIONS }, () => aSubmission(CV_BYTES))
  let acknowledgedToClients = 0
  const sendOn = async () => {
    for (let submission = submissions.pop(); submission; submission = submissions.pop()) {
      const request = submission.request(site.url)
      // The reference comes from the recorded response.
      request.headers.set('accept-encoding', 'identity')
      const response = await fetch(request)
      await response.text()
      if (response.status === 201) acknowledgedToClients++
    }
  }
  await Promise.all(Array.from({ length: PEOPLE }, sendOn))
  await trace.stop()
  await site.end('SIGKILL')

  const disk = new Disk(names.map((name, index) => [name, readIfThere(`${before}-${index}`)]))
  const careless = new Disk(names.map((name, index) => [name, readIfThere(`${before}-${index}`)]))
  const acknowledged: string[] = []
  let [cuts, carriedOver, lost, lostWithoutFlushes, flushes] = [0, 0, 0, 0, 0]
  for await (const event of trace.events()) {
    disk.take(event)
    if (event.kind === 'flush') flushes++
    // Without any flush, to show that the cut does cut.
    else careless.take(event)
    const isCarriedOver = event.kind === 'flush' && event.file === names[0]
    const sent = event.kind === 'send' ? referencesIn(event.text) : []
    const references = sent.filter((reference) => !acknowledged.includes(reference))
    acknowledged.push(...references)
    const isChosen = references.length > 0 && acknowledged.length >= ((cuts + 1) * SUBMISSIONS) / CUTS
    if (!isChosen && !isCarriedOver) continue
    cuts++
    if (isCarriedOver) carriedOver++
    for (const survives of [() => false, seededChoice(cuts)]) lost += missingAfterCut(disk, survives, acknowledged)
    lostWithoutFlushes += missingAfterCut(careless, () => false, acknowledged)
  }
  tell('a power cut on SQLite', {
    cuts,
    acknowledged: acknowledged.length,
    flushes,
    'journal carried over': carriedOver,
    lost,
    'lost without flushes': lostWithoutFlushes,
  })
  expect(acknowledged.length).toBe(acknowledgedToClients)
  expect(acknowledgedToClients).toBeGreaterThan(SUBMISSIONS / 2)
  expect(lost).toBe(0)
  expect(carriedOver).toBeGreaterThan(0)
  expect(lostWithoutFlushes).toBeGreaterThan(0)
})

/** A response may leave in several pieces, and a piece may hold the beginning of the next. Only a 201 names a reference. */
const referencesIn = (text: string) => [...new Set(text.match(/NQ-[0-9A-Z]{4}-[0-9A-Z]{4}/g))]

/** Flushed writes, and unflushed ones that may survive. */
class Disk {
  private readonly files: Map<string, { flushed: Buffer; length: number; pending: DiskEvent[] }>

  constructor(files: [string, Buffer][]) {
    this.files = new Map(files.map(([name, bytes]) => [name, { flushed: bytes, length: bytes.length, pending: [] }]))
  }

  take(event: DiskEvent) {
    const file = event.kind === 'send' ? undefined : this.files.get(event.file)
    if (!file) return
    if (event.kind !== 'flush') return void file.pending.push(event)
    const bytes = apply(file.flushed.subarray(0, file.length), file.pending)
    Object.assign(file, { flushed: bytes, length: bytes.length, pending: [] })
  }

  /** A disk on which some unflushed writes survive. */
  after(survives: () => boolean): [string, Buffer][] {
    return [...this.files].map(([name, { flushed, pending }]) => [name, apply(flushed, pending.filter(survives))])
  }
}

function apply(bytes: Buffer, events: DiskEvent[]): Buffer {
  const ends = events.map((event) => (event.kind === 'write' ? event.offset + event.bytes.length : 0))
  let result = Buffer.alloc(Math.max(bytes.length, ...ends))
  bytes.copy(result)
  let length = bytes.length
  for (const event of events) {
    if (event.kind === 'truncate') {
      result = Buffer.concat([result.subarray(0, event.length), Buffer.alloc(result.length)]).subarray(0, result.length)
      length = event.length
    }
    if (event.kind !== 'write') continue
    event.bytes.copy(result, event.offset)
    length = Math.max(length, event.offset + event.bytes.length)
  }
  return result.subarray(0, length)
}

/** The number of lost acknowledged submissions; all of them in an unreadable database. */
function missingAfterCut(disk: Disk, survives: () => boolean, acknowledged: string[]) {
  const place = mkdtempSync(path.join(folder, 'cut-'))
  for (const [name, bytes] of disk.after(survives)) writeFileSync(path.join(place, path.basename(name)), bytes)
  const file = new BetterSqlite(sqliteFileIn(place))
  try {
    if (file.pragma('integrity_check', { simple: true }) !== 'ok') return acknowledged.length
    const stored = new Set(file.prepare('select reference from submissions').pluck().all())
    return acknowledged.filter((reference) => !stored.has(reference)).length
  } catch {
    return acknowledged.length
  } finally {
    file.close()
    rmSync(place, { recursive: true })
  }
}

/** Seeded, so that each run makes the same choices. */
function seededChoice(seed: number) {
  let state = seed * 2654435761
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state > 2 ** 31
  }
}

const readIfThere = (file: string) => (existsSync(file) ? readFileSync(file) : Buffer.alloc(0))
