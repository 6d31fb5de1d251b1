import type { ContentVersion } from '../../content/content-version.ts'
import type { Database } from '../../platform/database/database.ts'
import { MINUTE, SECOND } from '../../platform/durations.ts'
import { finishDailyJob, lastDay } from '../../platform/jobs/daily-jobs.ts'
import { defineJob } from '../../platform/jobs/define-job.ts'
import { enqueue } from '../../platform/jobs/queue.ts'

export interface PurgeSettings {
  url: string
  /** Name and value, such as the provider's key. */
  header: [string, string] | undefined
}

interface PurgeOptions {
  database: Database
  settings: PurgeSettings
  contentVersion(): Pick<ContentVersion, 'content' | 'day'>
  /** Another release may draw the same content in another way. */
  release: string
}

/** Surrogate key of every cacheable page. */
export const PAGES_KEY = 'pages'

const KIND = 'cache-purge'
/** Every process serves the new content by then; a cache that asks earlier would keep the old page. */
const DELAY = 2 * SECOND
const LOOK_EVERY = 500
const TIMEOUT = 20 * SECOND

/** Tells the cache in front when content, day or release has changed: every page may show it. */
export function purgeJob({ database, settings, contentVersion, release }: PurgeOptions) {
  let planned: object | undefined
  return defineJob({
    kind: KIND,
    concurrency: 1,
    leaseMilliseconds: MINUTE,
    retry: { backoff: [10 * SECOND, MINUTE, 10 * MINUTE], stuckAfterTries: 5 },
    async plan(now) {
      const version = contentVersion()
      if (version === planned || !version.content) return
      const key = `${version.content} ${version.day} ${release}`
      await database.write(async (queries) => {
        if ((await lastDay(queries, KIND)) === key) return
        await finishDailyJob(queries, KIND, key)
        await enqueue(queries, KIND, { id: KIND, now, dueAt: new Date(now.getTime() + DELAY) })
      })
      planned = version
    },
    async run() {
      await sendPurge(settings)
      return undefined
    },
    describe: (error) => (error instanceof PurgeFailed ? error.code : 'NO_RESPONSE'),
  })
}

/** Wakes the job at once: it is planned every fifteen seconds otherwise. */
export function watchForPurges(contentVersion: () => object, wake: () => void) {
  let seen = contentVersion()
  let timer: NodeJS.Timeout | undefined
  const interval = setInterval(() => {
    if (contentVersion() === seen) return
    seen = contentVersion()
    wake()
    timer = setTimeout(wake, DELAY).unref()
  }, LOOK_EVERY).unref()
  return () => {
    clearInterval(interval)
    clearTimeout(timer)
  }
}

class PurgeFailed extends Error {
  readonly code: string

  constructor(status: number) {
    super(`The cache replied ${status}`)
    this.code = `PURGE_HTTP_${status}`
  }
}

async function sendPurge({ url, header }: PurgeSettings) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(header && { [header[0]]: header[1] }) },
    body: JSON.stringify(purgeBodyFor(new URL(url).hostname)),
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT),
  })
  await response.body?.cancel()
  if (!response.ok) throw new PurgeFailed(response.status)
}

/** As the provider's interface words it. */
export function purgeBodyFor(host: string) {
  if (host === 'api.cloudflare.com') return { tags: [PAGES_KEY] }
  if (host === 'api.fastly.com') return { surrogate_keys: [PAGES_KEY] }
  return { keys: [PAGES_KEY] }
}
