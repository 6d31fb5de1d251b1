import { Counter, collectDefaultMetrics, Gauge, type Metric, Registry } from 'prom-client'
import { listBackups, newestBackup } from '#domain/operations/backups.ts'
import { CONDITIONS, type Condition } from '#domain/operations/conditions.ts'
import { type Disk, readDisk } from '#domain/operations/disk.ts'
import type { Database } from '#domain/platform/database/database.ts'
import { JOB_KINDS, type JobKind } from '#domain/platform/database/tables.ts'
import { type JobCounts, readJobCounts } from '#domain/platform/jobs/stuck-jobs.ts'
import { inTime } from '../in-time.ts'
import { DURATION_BUCKETS, type Measurements, type RouteTally, readStatusKey } from './measurements.ts'

interface MetricSources {
  measurements: Measurements
  database: Database
  /** By the name under which their disks are told. */
  folders: Record<string, string>
  backupFolder: string | undefined
  findConditions: () => Promise<Condition[]>
}

const FIGURES_TIMEOUT_MILLISECONDS = 2_000
/** One scrape reads them once, though many metrics are made of them. */
const FIGURES_MAX_AGE_MILLISECONDS = 1_000

/**
 * Every metric of this process, under names that deploy/prometheus-alerts.yml and deploy/grafana-dashboard.json know. Labels are words of
 * ours, never what somebody typed. Where several processes are asked together, counts are added up; what is read from the database or
 * the disk is the same for all of them.
 */
export function createRegistry({
  measurements,
  database,
  folders,
  backupFolder,
  findConditions,
}: MetricSources): Registry {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  const figures = latestFigures(database)

  registry.registerMetric(durationHistogram(measurements) as unknown as Metric)
  counter(
    'nuqta_http_responses_total',
    'Responses by route and status',
    ['listener', 'method', 'route', 'status'],
    (set) => {
      for (const { listener, route, responses } of measurements.tallies())
        for (const [key, count] of responses) set({ listener, route, ...readStatusKey(key) }, count)
    },
  )
  counter('nuqta_page_cache_requests_total', 'Pages asked for, served from memory or not', ['result'], (set) => {
    set({ result: 'hit' }, measurements.pageCacheHits)
    set({ result: 'miss' }, measurements.pageCacheMisses)
  })
  counter('nuqta_page_renders_total', 'Pages rendered', ['outcome'], (set) => {
    for (const [outcome, count] of Object.entries(measurements.renders)) set({ outcome }, count)
  })
  counter('nuqta_page_render_seconds_total', 'Time spent on rendering pages', [], (set) =>
    set({}, measurements.renderSeconds),
  )
  counter('nuqta_submissions_total', 'Forms stored, repeated, or refused and why', ['form', 'outcome'], (set) => {
    for (const [key, count] of measurements.submissions) {
      const [form = '', outcome = ''] = key.split(' ')
      set({ form, outcome }, count)
    }
  })

  gauge('nuqta_database_up', 'Whether the database told its figures in time', [], async (set) =>
    set({}, (await figures()) ? 1 : 0),
  )
  fromJobCounts('nuqta_jobs', 'Jobs of the queue that are not done', ['kind', 'state'], (kind, counts, set) => {
    for (const state of ['waiting', 'failing', 'stuck', 'held'] as const) set({ kind, state }, counts[state])
  })
  fromJobCounts(
    'nuqta_job_oldest_due_seconds',
    'Age of the oldest job that should be done',
    ['kind'],
    (kind, counts, set) => set({ kind }, counts.oldestSeconds),
  )
  fromJobCounts(
    'nuqta_job_late_seconds',
    'Since when a job is due that no worker has done',
    ['kind'],
    (kind, counts, set) => set({ kind }, counts.lateSeconds),
  )

  gauge('nuqta_conditions', 'Things that are wrong, as Today and the doctor tell them', ['condition'], async (set) => {
    const found = await inTime(findConditions(), FIGURES_TIMEOUT_MILLISECONDS)
    if (!found) return
    for (const name of CONDITIONS) set({ condition: name }, found.some((condition) => condition.name === name) ? 1 : 0)
  })
  gauge('nuqta_backup_age_seconds', 'Age of the newest backup in BACKUP_DIR', [], async (set) => {
    const now = new Date()
    const newest = newestBackup(backupFolder ? await listBackups(backupFolder) : [], now)
    if (newest) set({}, (now.getTime() - newest.madeAt.getTime()) / 1000)
  })

  if (database.connections) {
    const connections = database.connections
    gauge(
      'nuqta_database_connections',
      'Connections of this process to PostgreSQL, and requests that wait for one',
      ['state'],
      async (set) => {
        for (const [state, count] of Object.entries(connections())) set({ state }, count)
      },
      'sum',
    )
  }
  gauge('nuqta_disk_free_bytes', 'What may still be written to the disk of a folder', ['folder'], (set) =>
    eachDisk(folders, (folder, { freeBytes }) => set({ folder }, freeBytes)),
  )
  gauge('nuqta_disk_size_bytes', 'The size of the disk of a folder', ['folder'], (set) =>
    eachDisk(folders, (folder, { sizeBytes }) => set({ folder }, sizeBytes)),
  )
  return registry

  function counter(name: string, help: string, labelNames: string[], read: (set: SetValue) => void) {
    new Counter({
      name,
      help,
      labelNames,
      registers,
      collect() {
        this.reset()
        read((labels, value) => this.inc(labels, value))
      },
    })
  }

  function gauge(
    name: string,
    help: string,
    labelNames: string[],
    read: (set: SetValue) => Promise<void>,
    aggregator: 'max' | 'sum' = 'max',
  ) {
    new Gauge({
      name,
      help,
      labelNames,
      registers,
      aggregator,
      async collect() {
        this.reset()
        // A gauge without labels begins at zero: where nothing is known, nothing is told.
        if (labelNames.length === 0) this.remove()
        await read((labels, value) => this.set(labels, value))
      },
    })
  }

  function fromJobCounts(
    name: string,
    help: string,
    labelNames: string[],
    read: (kind: JobKind, counts: JobCounts, set: SetValue) => void,
  ) {
    gauge(name, help, labelNames, async (set) => {
      const known = await figures()
      if (known) for (const kind of JOB_KINDS) read(kind, known[kind], set)
    })
  }
}

type SetValue = (labels: Record<string, string>, value: number) => void

async function eachDisk(folders: Record<string, string>, tell: (folder: string, disk: Disk) => void) {
  for (const [name, folder] of Object.entries(folders)) {
    const disk = await readDisk(folder)
    if (disk) tell(name, disk)
  }
}

/** Undefined when the database is too slow: a scrape must not hang. */
function latestFigures(database: Database) {
  let reading: Promise<Awaited<ReturnType<typeof readJobCounts>> | undefined> | undefined
  let readAt = Number.NEGATIVE_INFINITY
  return () => {
    if (!reading || performance.now() - readAt > FIGURES_MAX_AGE_MILLISECONDS) {
      readAt = performance.now()
      reading = inTime(readJobCounts(database, new Date()), FIGURES_TIMEOUT_MILLISECONDS)
    }
    return reading
  }
}

/** Made of the tallies at the moment somebody asks; the library's own would be asked at every response. */
function durationHistogram({ tallies }: Measurements) {
  const name = 'nuqta_http_response_seconds'
  const get = async () => ({
    name,
    help: 'Time until a response was handed to the system, by route',
    type: 'histogram',
    aggregator: 'sum',
    values: tallies().flatMap(valuesOf),
  })
  return { name, get }

  function valuesOf({ listener, route, buckets, seconds }: RouteTally) {
    const labels = { listener, route }
    let count = 0
    const cumulated = buckets.map((inBucket, index) => {
      count += inBucket
      return {
        metricName: `${name}_bucket`,
        labels: { le: DURATION_BUCKETS[index] ?? '+Inf', ...labels },
        value: count,
      }
    })
    return [
      ...cumulated,
      { metricName: `${name}_sum`, labels, value: seconds },
      { metricName: `${name}_count`, labels, value: count },
    ]
  }
}
