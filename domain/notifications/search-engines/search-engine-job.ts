import type { ContentVersion } from '../../content/content-version.ts'
import type { Clock } from '../../platform/calendar.ts'
import type { Database } from '../../platform/database/database.ts'
import { MINUTE } from '../../platform/durations.ts'
import { defineJob } from '../../platform/jobs/define-job.ts'
import { describeFailure, openIndexingApi, type ServiceAccount } from './google.ts'
import { type NoticePayload, planNotices, type UrlOf } from './notices.ts'

interface SearchEngineOptions {
  database: Database
  account: ServiceAccount
  contentVersion(): ContentVersion
  urlOf: UrlOf
  publishUrl?: string
  clock?: Clock
}

/** Google's limit is one for each day: the last tries are a day apart. */
export const INDEXING_RETRY_MINUTES = [1, 10, 60, 480, 1440, 1440, 1440] as const

/** Publishing never waits for it: notices are found by comparing, afterwards. */
export function searchEngineJob(options: SearchEngineOptions) {
  const { database, account, contentVersion, urlOf, publishUrl, clock = () => new Date() } = options
  const api = openIndexingApi({ account, publishUrl, clock })
  let planned: ContentVersion | undefined
  return defineJob<NoticePayload>({
    kind: 'search-engine',
    concurrency: 4,
    // Longer than a token and a notice can take together.
    leaseMilliseconds: 2 * MINUTE,
    retry: {
      backoff: INDEXING_RETRY_MINUTES.map((minutes) => minutes * MINUTE) as [number, ...number[]],
      giveUpAfterTries: INDEXING_RETRY_MINUTES.length + 1,
    },
    async plan(now) {
      const version = contentVersion()
      if (version === planned || !version.content) return
      await database.write((queries) => planNotices(queries, version.day, urlOf, now))
      planned = version
    },
    async run({ payload: { noticeId } }) {
      const notice = await database.queries
        .selectFrom('indexing_notices')
        .selectAll()
        .where('id', '=', noticeId)
        .executeTakeFirst()
      if (!notice) return undefined
      const { url, type } = notice
      await api.publish({ url, type })
      // If the job opens again, it is new.
      if (type !== 'URL_DELETED') return undefined
      return (queries) => queries.deleteFrom('indexing_notices').where('id', '=', noticeId).execute()
    },
    describe: describeFailure,
  })
}
