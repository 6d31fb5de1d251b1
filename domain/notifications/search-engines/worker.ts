import type { ContentVersion } from '../../content/content-version.ts'
import type { Clock } from '../../platform/calendar.ts'
import type { Database } from '../../platform/database/database.ts'
import { MINUTE, SECOND } from '../../platform/durations.ts'
import { startWorkerLoop } from '../../platform/jobs/worker-loop.ts'
import { describeFailure, openIndexingApi, type ServiceAccount } from './google.ts'
import {
  claimNotices,
  type IndexingNotice,
  isAnyNoticeDue,
  markTold,
  planNotices,
  postpone,
  type UrlOf,
} from './notices.ts'

export interface IndexingWorker {
  /** Tells what is due now; resolves when nothing more can be done at this moment. */
  tellDue(): Promise<void>
  stop(): Promise<void>
}

interface IndexingWorkerOptions {
  database: Database
  account: ServiceAccount
  contentVersion(): ContentVersion
  urlOf: UrlOf
  log: { error(details: object, message: string): void }
  /** Google's, unless a test has one of its own. */
  publishUrl?: string
  clock?: Clock
}

const POLL_EVERY = 15 * SECOND
const AT_ONCE = 4
// Longer than a token and a notice can take together, so that no second process tells it meanwhile.
const LEASE = 2 * MINUTE
/** Google's limit is one for each day: the last tries are a day apart. */
export const INDEXING_RETRY_MINUTES = [1, 10, 60, 480, 1440, 1440, 1440]

/**
 * Tells Google which pages of jobs are new, changed or gone. Several processes may do so at once: each claims a few addresses under a
 * lease. Publishing never waits for it: what is to be told is found by comparing, afterwards.
 */
export function startIndexingWorker(options: IndexingWorkerOptions): IndexingWorker {
  const { database, account, contentVersion, urlOf, log, publishUrl, clock = () => new Date() } = options
  const api = openIndexingApi({ account, publishUrl, clock })
  let planned: ContentVersion | undefined
  const loop = startWorkerLoop({
    pollMilliseconds: POLL_EVERY,
    prepare: plan,
    async round() {
      while (!loop.isStopped() && (await isAnyNoticeDue(database.queries, clock())) && (await tellSome())) {
        // Until a claim comes back empty.
      }
    },
    onFailure: (error) => log.error({ err: error }, 'What search engines are to be told cannot be read'),
    clock,
  })
  loop.wake()

  return { tellDue: loop.run, stop: loop.stop }

  async function plan() {
    const version = contentVersion()
    if (version === planned || !version.content) return
    await database.write((queries) => planNotices(queries, version.day, urlOf, clock()))
    planned = version
  }

  /** Whether there may be more. */
  async function tellSome() {
    const notices = await claimNotices(database, { now: clock(), leaseMilliseconds: LEASE, atMost: AT_ONCE })
    await Promise.all(notices.map(tell))
    return notices.length > 0
  }

  async function tell(notice: IndexingNotice) {
    const { url, type } = notice
    try {
      await api.publish({ url, type })
    } catch (failure) {
      return tryLater(notice, describeFailure(failure))
    }
    await markTold(database, notice)
  }

  async function tryLater(notice: IndexingNotice, last_error: string) {
    const tries = notice.tries + 1
    const wait = INDEXING_RETRY_MINUTES[tries - 1]
    const next_try_at = wait === undefined ? null : new Date(clock().getTime() + wait * MINUTE).toISOString()
    log.error({ url: notice.url, notice: notice.type, tries, reason: last_error }, 'A search engine was not told')
    await postpone(database, notice, { next_try_at, tries, last_error })
  }
}
