import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { loadContent } from '#domain/content/load-content.ts'
import { findEntity, pageOfEntities } from '#domain/content/published.ts'
import { openDatabase } from '#domain/platform/database/connection.ts'
import type { Database } from '#domain/platform/database/database.ts'
import { migrate } from '#domain/platform/database/migrate.ts'
import { atMost, type Measurement, median } from './measurement.ts'
import '../tests/support/subscribe.ts'

const MANY = 20_000
// Noise between two runs of the same thing.
const NOISE = 1.5

/** 20,000 projects against the 24 of the starter content, read from the database without the cache. */
export async function scale(): Promise<Measurement[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'nuqta-bench-'))
  const few = await databaseWith(path.join(folder, 'few'), 'content')
  const many = await databaseWith(path.join(folder, 'many'), contentWithMany(path.join(folder, 'content')))

  const details = ({ queries }: Database, id: number) => findEntity(queries, 'projects', id, 'ar')
  const page = ({ queries }: Database, page: number) =>
    pageOfEntities(queries, 'projects', 'ar', { topics: ['Mobile App'], page, perPage: 6 })
  const all = ({ queries }: Database) => pageOfEntities(queries, 'projects', 'ar', { page: 1 })

  const lines = [
    await compare(
      'details of one project, 20,000 against 24',
      400,
      () => details(many, 19_999),
      () => details(few, 23),
    ),
    await comparePages(
      () => page(many, 1),
      () => page(few, 1),
    ),
    await compareByBytes(
      () => all(many),
      () => all(few),
    ),
  ]
  await Promise.all([few.close(), many.close()])
  rmSync(folder, { recursive: true })
  return lines
}

async function compare(what: string, times: number, measured: Work, beside: Work) {
  const [a, b] = await timesOf(times, measured, beside)
  return atMost(NOISE, what, a * 1000, b * 1000, 'µs')
}

/** Counting a filter's matches grows with them; the page itself does not. */
async function comparePages(measured: Work, beside: Work) {
  const [a, b] = await timesOf(100, measured, beside)
  return atMost(10, 'first page of six of a category, 20,000 against 24 (it counts 7,500)', a * 1000, b * 1000, 'µs')
}

async function compareByBytes(measured: Work, beside: Work) {
  const [a, b] = await timesOf(5, measured, beside)
  const bytes = async (work: Work) => Buffer.byteLength(JSON.stringify(await work())) / 1024 / 1024
  return atMost(
    NOISE,
    'the whole list for each megabyte of it, 20,000 against 24',
    a / (await bytes(measured)),
    b / (await bytes(beside)),
    'ms',
  )
}

type Work = () => Promise<unknown>

/** Interleaved, so that other load falls on both. */
async function timesOf(times: number, measured: Work, beside: Work): Promise<[number, number]> {
  const durations: [number[], number[]] = [[], []]
  for (let turn = 0; turn < times; turn++) {
    durations[0].push(await timeOf(measured))
    durations[1].push(await timeOf(beside))
  }
  return [median(durations[0]), median(durations[1])]
}

async function timeOf(work: Work) {
  const start = performance.now()
  await work()
  return performance.now() - start
}

async function databaseWith(dataDirectory: string, contentDirectory: string) {
  const database = await openDatabase({ dataDirectory })
  await migrate(database)
  await loadContent(database, contentDirectory)
  return database
}

export function contentWithMany(folder: string, many = MANY) {
  cpSync('content', folder, { recursive: true })
  const file = path.join(folder, 'projects.json')
  const projects = JSON.parse(readFileSync(file, 'utf8')) as { id: number }[]
  const copies = Array.from({ length: many }, (_, index) => ({ ...projects[index % projects.length], id: index + 1 }))
  writeFileSync(file, JSON.stringify(copies))
  return folder
}
