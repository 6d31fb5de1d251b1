import {
  type CompiledQuery,
  type DatabaseConnection,
  DummyDriver,
  Kysely,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Database } from '../platform/database/database.ts'
import { type ContentVersionWatch, watchContentVersion } from './content-version.ts'
import { emptySiteContent } from './site-content.ts'

/** The version check with a database controlled by the test. */

const POLL_MILLISECONDS = 500
const CAIRO_NOON = '2026-03-15T10:00:00Z'

let row: Record<string, string | number> | undefined
let contact: Record<string, string>
let isAway: boolean
let asked: number
let written: number
let watch: ContentVersionWatch

beforeEach(async () => {
  vi.useFakeTimers({ now: new Date(CAIRO_NOON) })
  row = { version: 'first' }
  contact = { time_zone: 'Africa/Cairo', map_url: 'https://map.example' }
  isAway = false
  asked = 0
  written = 0
  watch = await watchContentVersion(databaseOfTheTest(), () => new Date())
})
afterEach(() => {
  watch.stop()
  vi.useRealTimers()
})

function databaseOfTheTest() {
  const connection: DatabaseConnection = {
    async executeQuery<Row>({ sql, parameters }: CompiledQuery) {
      asked++
      if (isAway) throw new Error('The database is away')
      if (sql.includes('"redirects"')) return { rows: [] }
      if (!sql.includes('"published_content"')) return { rows: (row ? [row] : []) as Row[] }
      const published = { id: 1, position: 0, shared: JSON.stringify(contact), en: '{}', ar: '{}' }
      return { rows: (parameters[0] === 'contact-info' ? [published] : []) as Row[] }
    },
    // biome-ignore lint/correctness/useYield: nothing is streamed
    async *streamQuery() {
      throw new Error('Nothing is streamed')
    },
  }
  class Driver extends DummyDriver {
    override async acquireConnection() {
      return connection
    }
  }
  const queries = new Kysely({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => new Driver(),
      createIntrospector: (db) => new SqliteIntrospector(db),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  })
  const write = async () => {
    written++
    throw new Error('It cannot be published')
  }
  const snapshot: Database['snapshot'] = (work) => work(queries)
  return { queries, write, snapshot } as unknown as Database
}

const poll = () => vi.advanceTimersByTimeAsync(POLL_MILLISECONDS)

test('says what is loaded, in the company’s own day', () => {
  expect(watch.current()).toEqual({
    content: 'first',
    timeZone: 'Africa/Cairo',
    day: '2026-03-15',
    mapUrl: 'https://map.example',
    siteContent: emptySiteContent('2026-03-15'),
  })
})

test('is the same object as long as nothing changes', async () => {
  const before = watch.current()
  await poll()
  await poll()
  expect(watch.current()).toBe(before)
})

test('notices at the next look what another process has loaded', async () => {
  row = { ...row, version: 'second' }
  contact.map_url = 'https://other.example'
  expect(watch.current().content).toBe('first')
  await poll()
  expect(watch.current()).toMatchObject({ content: 'second', mapUrl: 'https://other.example' })
})

test('notices at once when it is asked to', async () => {
  row = { ...row, version: 'second' }
  await watch.refresh()
  expect(watch.current().content).toBe('second')
})

test('turns with the company’s day, not with the server’s', async () => {
  const before = watch.current()
  vi.setSystemTime('2026-03-15T21:59:00Z')
  await poll()
  expect(watch.current()).toBe(before)
  vi.setSystemTime('2026-03-15T22:00:00Z')
  await poll()
  expect(watch.current()).toMatchObject({ content: 'first', day: '2026-03-16' })
})

test('keeps the last version while the database is away, and goes on afterwards', async () => {
  const before = watch.current()
  isAway = true
  await poll()
  await poll()
  expect(watch.current()).toBe(before)
  isAway = false
  row = { ...row, version: 'second' }
  await poll()
  expect(watch.current().content).toBe('second')
})

test('keeps the last version while there is no content', async () => {
  const before = watch.current()
  row = undefined
  await poll()
  expect(watch.current()).toBe(before)
})

test('looks no more once it is stopped', async () => {
  watch.stop()
  const before = asked
  await vi.advanceTimersByTimeAsync(POLL_MILLISECONDS * 10)
  expect(asked).toBe(before)
})

test('a due schedule that cannot be published is retried with backoff and reported once', async () => {
  const told: string[] = []
  watch.reportFailuresTo(({ record, error }) => told.push(`${record}: ${(error as Error).message}`))
  row = { ...row, version: 'second', next_publish_at: '2026-03-15T09:00:00Z', type: 'jobs', record_id: 3 }
  await poll()
  expect(written).toBe(1)
  expect(watch.current().content).toBe('second')
  await vi.advanceTimersByTimeAsync(14_000)
  expect(written).toBe(4)
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect(written).toBeLessThan(70)
  expect(told).toEqual(['jobs/3: It cannot be published'])
})
