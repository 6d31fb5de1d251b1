import { Counter, collectDefaultMetrics, Gauge, type Metric, Registry } from 'prom-client'
import { type BackupPlace, listBackups, newestBackup } from '#domain/operations/backups.ts'
import { CONDITIONS, type Condition } from '#domain/operations/conditions.ts'
import { type Disk, readDisk } from '#domain/operations/disk.ts'
import type { Database } from '#domain/platform/database/database.ts'
import { JOB_KINDS } from '#domain/platform/database/tables.ts'
import { type JobCounts, readJobCounts } from '#domain/platform/jobs/stuck-jobs.ts'
import { RELEASE } from '#settings/release.ts'
import { inTime } from '../http/health.ts'
import { DURATION_BUCKETS, type Measurements, type RouteTally, readStatusKey } from './measurements.ts'

interface MetricSources {
  measurements: Measurements
  database: Database
  folders: Record<string, string>
  backupPlace: BackupPlace | undefined
  findConditions: () => Promise<Condition[]>
}

type SetValue = (labels: Record<string, string>, value: number) => void

const FIGURES_TIMEOUT_MILLISECONDS = 2_000
/** One scrape counts the jobs once for all metrics. */
const FIGURES_MAX_AGE_MILLISECONDS = 1_000

/** The names stand in deploy/prometheus-alerts.yml and deploy/grafana-dashboard.json. Labels are never a visitor's words. */
export function createRegistry(sources: MetricSources): Registry {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  registry.registerMetric(durationHistogram(sources.measurements) as unknown as Metric)
  addCounters([registry], sources.measurements)
  addGauges([registry], sources)
  return registry
}

function addCounters(registers: [Registry], measurements: Measurements) {
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
}

/** Figures of the database and the disk are the same in all processes, so the aggregator is their maximum. */
function addGauges(registers: [Registry], { database, folders, backupPlace, findConditions }: MetricSources) {
  gauge('nuqta_build_info', 'The release that runs; always 1', ['version'], async (set) => set({ version: RELEASE }, 1))
  const jobCounts = latestJobCounts(database)
  gauge('nuqta_database_up', 'Whether the database told its figures in time', [], async (set) =>
    set({}, (await jobCounts()) ? 1 : 0),
  )
  gauge('nuqta_jobs', 'Jobs of the queue that are not done', ['kind', 'state'], (set) =>
    eachJobKind((kind, counts) => {
      for (const state of ['waiting', 'failing', 'stuck', 'held'] as const) set({ kind, state }, counts[state])
    }),
  )
  gauge('nuqta_job_oldest_due_seconds', 'Age of the oldest job that should be done', ['kind'], (set) =>
    eachJobKind((kind, { oldestSeconds }) => set({ kind }, oldestSeconds)),
  )
  gauge('nuqta_job_late_seconds', 'Since when a job is due that no worker has done', ['kind'], (set) =>
    eachJobKind((kind, { lateSeconds }) => set({ kind }, lateSeconds)),
  )
  gauge('nuqta_conditions', 'Things that are wrong, as Today and the doctor tell them', ['condition'], async (set) => {
    const found = await inTime(findConditions(), FIGURES_TIMEOUT_MILLISECONDS)
    if (!found) return
    for (const condition of CONDITIONS) set({ condition }, found.some(({ name }) => name === condition) ? 1 : 0)
  })
  gauge('nuqta_backup_age_seconds', 'Age of the newest backup in BACKUP_DIR', [], async (set) => {
    const now = new Date()
    const newest = newestBackup(backupPlace ? await listBackups(backupPlace) : [], now)
    if (newest) set({}, (now.getTime() - newest.madeAt.getTime()) / 1000)
  })
  if (database.connections) addConnections(registers, database.connections)
  gauge('nuqta_disk_free_bytes', 'What may still be written to the disk of a folder', ['folder'], (set) =>
    eachDisk((folder, { freeBytes }) => set({ folder }, freeBytes)),
  )
  gauge('nuqta_disk_size_bytes', 'The size of the disk of a folder', ['folder'], (set) =>
    eachDisk((folder, { sizeBytes }) => set({ folder }, sizeBytes)),
  )

  function gauge(name: string, help: string, labelNames: string[], read: (set: SetValue) => Promise<void>) {
    new Gauge({
      name,
      help,
      labelNames,
      registers,
      aggregator: 'max',
      async collect() {
        this.reset()
        // A gauge without labels begins at zero, which would be a false value.
        if (labelNames.length === 0) this.remove()
        await read((labels, value) => this.set(labels, value))
      },
    })
  }

  async function eachJobKind(tell: (kind: string, counts: JobCounts) => void) {
    const known = await jobCounts()
    if (known) for (const kind of JOB_KINDS) tell(kind, known[kind])
  }

  async function eachDisk(tell: (folder: string, disk: Disk) => void) {
    for (const [name, folder] of Object.entries(folders)) {
      const disk = await readDisk(folder)
      if (disk) tell(name, disk)
    }
  }
}

function addConnections(registers: [Registry], connections: NonNullable<Database['connections']>) {
  new Gauge({
    name: 'nuqta_database_connections',
    help: 'Connections of this process to PostgreSQL, and requests that wait for one',
    labelNames: ['state'],
    registers,
    aggregator: 'sum',
    collect() {
      for (const [state, count] of Object.entries(connections())) this.set({ state }, count)
    },
  })
}

/** Undefined when the database is too slow: a scrape must not hang. */
function latestJobCounts(database: Database) {
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

/** Made of the tallies at each scrape; the library's own histogram would cost time at every response. */
function durationHistogram({ tallies }: Measurements) {
  const name = 'nuqta_http_response_seconds'
  const valuesOf = ({ listener, route, buckets, seconds }: RouteTally) => {
    const labels = { listener, route }
    let count = 0
    const cumulated = buckets.map((inBucket, index) => {
      count += inBucket
      const le = DURATION_BUCKETS[index] ?? '+Inf'
      return { metricName: `${name}_bucket`, labels: { le, ...labels }, value: count }
    })
    return [
      ...cumulated,
      { metricName: `${name}_sum`, labels, value: seconds },
      { metricName: `${name}_count`, labels, value: count },
    ]
  }
  const get = async () => ({
    name,
    help: 'Time until a response was handed to the system, by route',
    type: 'histogram',
    aggregator: 'sum',
    values: tallies().flatMap(valuesOf),
  })
  return { name, get }
}
