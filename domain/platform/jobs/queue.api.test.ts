import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { DATABASES, freshDatabaseOf } from '../../../tests/support/databases.ts'
import { queuedJobs } from '../../../tests/support/workers.ts'
import { openDatabase } from '../database/connection.ts'
import type { Database } from '../database/database.ts'
import { migrate } from '../database/migrate.ts'
import { defineJob, type JobDefinition } from './define-job.ts'
import { cancelJob, claimJobs, deleteJobsAbout, enqueue } from './queue.ts'
import { countJobs, listStuckJobs, retryJobs } from './stuck-jobs.ts'
import { startWorker, type Worker } from './worker.ts'

const MINUTE = 60_000
const LEASE = 2 * MINUTE

describe.each(DATABASES)('the queue on %s', (name) => {
  const fresh = freshDatabaseOf(name)
  let database: Database
  let other: Database
  let now: Date
  const workers: Worker[] = []
  const pass = (milliseconds: number) => {
    now = new Date(now.getTime() + milliseconds)
  }

  beforeEach(async () => {
    now = new Date('2026-03-01T10:00:00Z')
    const settings = await fresh()
    database = await openDatabase(settings)
    await migrate(database)
    other = await openDatabase(settings)
  })
  afterEach(async () => {
    for (const worker of workers.splice(0)) await worker.stop()
    await database.close()
    await other.close()
  })

  function work(run: JobDefinition['run'], changes: Partial<JobDefinition> = {}, on = database) {
    const job = defineJob({
      kind: 'webhook',
      concurrency: 2,
      leaseMilliseconds: LEASE,
      retry: { backoff: [MINUTE, 5 * MINUTE], stuckAfterTries: 3, giveUpAfterTries: 4 },
      run,
      describe: (error) => (error as Error).message,
      ...changes,
    })
    const worker = startWorker({ database: on, jobs: [job], log: { error() {} }, clock: () => now })
    workers.push(worker)
    return worker
  }

  const put = (ids: string[], more = {}) =>
    enqueue(
      database.queries,
      'webhook',
      ids.map((id) => ({ id, now, ...more })),
    )
  const queued = () => queuedJobs(database.queries, 'webhook')
  const claim = (atMost = 10, on = database) => claimJobs(on, 'webhook', { now, leaseMilliseconds: LEASE, atMost })
  const fail = async () => {
    throw new Error('REFUSED')
  }

  test('two processes run each job once', async () => {
    const ran: string[] = []
    const run = async ({ id }: { id: string }) => void ran.push(id)
    const ids = Array.from({ length: 40 }, (_, index) => `job-${String(index).padStart(2, '0')}`)
    const both = [work(run as JobDefinition['run']), work(run as JobDefinition['run'], {}, other)]
    await put(ids)
    await Promise.all(both.map((worker) => worker.runDue()))
    await Promise.all(both.map((worker) => worker.runDue()))
    expect(ran.toSorted()).toEqual(ids)
    expect(await queued()).toEqual([])
  })

  test('a claimed job belongs to one process until its lease ends', async () => {
    await put(['one', 'two'])
    expect(await claim(1)).toMatchObject([{ id: 'one', tries: 1 }])
    expect(await claim(10, other)).toMatchObject([{ id: 'two', tries: 1 }])
    expect(await claim()).toEqual([])
    pass(LEASE)
    expect(await claim()).toMatchObject([{ tries: 2 }, { tries: 2 }])
  })

  test('a job is removed together with its record, and keeps neither if the record fails', async () => {
    await put(['one'])
    const record = (id: string) => async () => async (queries: Database['queries']) => {
      await queries.insertInto('daily_jobs').values({ name: id, done_on: '' }).execute()
    }
    await work(record('done')).runDue()
    expect(await queued()).toEqual([])
    await put(['two'])
    // The name is taken: the transaction fails, and the job keeps its lease.
    await work(record('done')).runDue()
    expect(await queued()).toMatchObject([{ id: 'two', leased_until: expect.any(String) }])
  })

  test('a failing job waits longer each time, is stuck, and is given up', async () => {
    await put(['one'])
    const worker = work(fail)
    const seen: unknown[] = []
    for (let tries = 0; tries < 4; tries++) {
      await worker.runDue()
      const [job] = await queued()
      seen.push([job?.due_at && (Date.parse(job.due_at) - now.getTime()) / MINUTE, job?.is_stuck, job?.last_error])
      pass(10 * MINUTE)
    }
    expect(seen).toEqual([
      [1, 0, 'REFUSED'],
      [5, 0, 'REFUSED'],
      [5, 1, 'REFUSED'],
      [null, 1, 'REFUSED'],
    ])
    await worker.runDue()
    expect(await queued()).toMatchObject([{ tries: 4 }])
  })

  test('a job that is given up leaves the queue with its record where its kind says so', async () => {
    await put(['one'])
    let isTold = false
    const onGiveUp = () => async () => {
      isTold = true
    }
    await work(fail, { verdictOf: () => 'give-up', onGiveUp, dropsGivenUp: true }).runDue()
    expect([await queued(), isTold]).toEqual([[], true])
  })

  test('while the other server is away no try counts; one job that got through makes each failure its own', async () => {
    const retry = { backoff: [MINUTE], unreachable: { pauseMilliseconds: 2 * MINUTE } } as const
    await put(['one', 'two'])
    await work(fail, { retry, verdictOf: () => 'unreachable' }).runDue()
    const until = new Date(now.getTime() + 2 * MINUTE).toISOString()
    expect(await queued()).toMatchObject([
      { tries: 0, due_at: until },
      { tries: 0, due_at: until },
    ])
    pass(2 * MINUTE)
    const run: JobDefinition['run'] = ({ id }) => (id === 'one' ? Promise.resolve(undefined) : fail())
    await work(run, { retry, verdictOf: () => 'unreachable' }).runDue()
    expect(await queued()).toMatchObject([{ id: 'two', tries: 1 }])
  })

  test('a job that is enqueued anew while it runs is run again, and the former run records nothing', async () => {
    await put(['one'])
    const payloads: unknown[] = []
    let records = 0
    const run: JobDefinition['run'] = async ({ payload }) => {
      payloads.push(payload)
      if (payloads.length === 1) await put(['one'], { payload: { round: 2 } })
      return async () => void records++
    }
    await work(run).runDue()
    expect(payloads).toEqual([{}, { round: 2 }])
    expect(records).toBe(1)
  })

  test('a lane runs one job at a time, and waits for no other lane', async () => {
    await put(['slow-1', 'slow-2'], { lane: 'slow' })
    await put(['quick-1', 'quick-2'], { lane: 'quick' })
    const order: string[] = []
    let letGo = () => {}
    const run: JobDefinition['run'] = async ({ id }) => {
      order.push(id)
      if (id === 'slow-1') await new Promise<void>((resolve) => (letGo = resolve))
      if (id === 'quick-2') letGo()
      return undefined
    }
    await work(run, { hasLanes: true, concurrency: 5 }).runDue()
    expect(order).toHaveLength(4)
    expect(order.at(-1)).toBe('slow-2')
  })

  test('a worker that stops leaves a job that it interrupts as it was', async () => {
    await put(['one'])
    let interrupt = () => {}
    const worker = work(() => new Promise((_, reject) => (interrupt = () => reject(new Error('stopped')))))
    await expect.poll(async () => (await queued())[0]?.tries).toBe(1)
    const stopping = worker.stop()
    interrupt()
    await stopping
    expect(await queued()).toMatchObject([{ tries: 0, leased_until: null, last_error: '' }])
  })

  test('every stuck job is tried again at once, also more than the list shows; a held one by its id alone', async () => {
    const ids = Array.from({ length: 250 }, (_, index) => `job-${index}`)
    await put(ids)
    await database.queries.updateTable('queued_jobs').set({ tries: 4, is_stuck: 1, due_at: null }).execute()
    await enqueue(database.queries, 'mail', { id: 'held', now, dueAt: null, heldBecause: 'WITHHELD_DAY' })
    const { jobs, count } = await listStuckJobs(database.queries)
    expect([jobs.length, count]).toEqual([100, 251])
    expect(await retryJobs(database.queries, now)).toHaveLength(250)
    expect((await listStuckJobs(database.queries)).jobs).toMatchObject([{ id: 'held', isHeld: true }])
    expect(await retryJobs(database.queries, now, { id: 'held' })).toMatchObject([{ kind: 'mail' }])
    expect((await listStuckJobs(database.queries)).count).toBe(0)
    await claim(1)
    await database.queries.updateTable('queued_jobs').set({ is_stuck: 1 }).execute()
    expect(await retryJobs(database.queries, now)).toEqual([])
  })

  test('jobs about a person go with the person', async () => {
    await put(['theirs', 'running'], { subject: 'NQ-1234-5678' })
    await put(['others'], { subject: 'NQ-8765-4321' })
    await deleteJobsAbout(database.queries, ['NQ-1234-5678'])
    expect((await queued()).map(({ id }) => id)).toEqual(['others'])
  })

  test('a job can be cancelled unless it runs', async () => {
    await put(['one', 'two'])
    await claim(1)
    expect(await cancelJob(database.queries, 'one', now)).toBe(false)
    expect(await cancelJob(database.queries, 'two', now)).toBe(true)
  })

  test('figures tell since when a job is due, and nothing of jobs for later', async () => {
    const lateness = async () => (await countJobs(database.queries, now)).webhook
    expect(await lateness()).toMatchObject({ left: 0, lateSeconds: 0 })
    await put(['later'], { dueAt: new Date(now.getTime() + MINUTE) })
    expect(await lateness()).toMatchObject({ waiting: 1, lateSeconds: 0, oldestSeconds: 0 })
    await put(['late'], { dueAt: new Date(now.getTime() - 30_000), now: new Date(now.getTime() - 90_000) })
    expect(await lateness()).toMatchObject({ waiting: 2, lateSeconds: 30, oldestSeconds: 90 })
  })
})
