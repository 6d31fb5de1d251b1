import { createHash } from 'node:crypto'
import { addressOfJob } from '#contract/page-addresses.ts'
import { LANGUAGES, type Language } from '#texts/languages.ts'
import type { ContentVersion } from '../../content/content-version.ts'
import { listPublishedJobs } from '../../content/published-jobs.ts'
import type { Clock } from '../../platform/calendar.ts'
import type { Database, Queries } from '../../platform/database/database.ts'
import { MINUTE } from '../../platform/durations.ts'
import { defineJob } from '../../platform/jobs/define-job.ts'
import { enqueue } from '../../platform/jobs/queue.ts'
import { describeFailure, openIndexingApi, type ServiceAccount } from './google.ts'

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

export interface NoticePayload {
  noticeId: string
}

type UrlOf = (path: string, language: Language) => string

/** Tells only changes, since a search engine takes few notices a day. */
async function planNotices(queries: Queries, day: string, urlOf: UrlOf, now: Date): Promise<void> {
  // A notice that is being sent keeps its lease: the new one follows it.
  const enqueueNotice = (noticeId: string) =>
    enqueue(queries, 'search-engine', {
      id: `search-engine.${noticeId}`,
      payload: { noticeId } satisfies NoticePayload,
      now,
    })
  const open = (await listPublishedJobs(queries, { openOn: day })).filter(({ isUnlisted }) => !isUnlisted)
  const notices = await queries.selectFrom('indexing_notices').selectAll().execute()
  const known = new Map(notices.map((notice) => [notice.id, notice]))
  for (const job of open)
    for (const language of LANGUAGES) {
      const url = urlOf(addressOfJob(job), language)
      const id = `${job.id}.${language}`
      const fingerprint = fingerprintOf({ url, ...job.shown })
      const former = known.get(id)
      known.delete(id)
      if (former?.fingerprint === fingerprint) continue
      const changed = { url, type: 'URL_UPDATED' as const, fingerprint }
      const { numInsertedOrUpdatedRows } = await queries
        .insertInto('indexing_notices')
        .values({ id, ...changed })
        .onConflict((conflict) =>
          conflict.column('id').doUpdateSet(changed).where('indexing_notices.fingerprint', '!=', fingerprint),
        )
        .executeTakeFirstOrThrow()
      // False if another process has just planned the same.
      if (numInsertedOrUpdatedRows) await enqueueNotice(id)
    }
  for (const { id, type } of known.values()) {
    if (type === 'URL_DELETED') continue
    const { numUpdatedRows } = await queries
      .updateTable('indexing_notices')
      .set({ type: 'URL_DELETED', fingerprint: CLOSED })
      .where('id', '=', id)
      .where('fingerprint', '!=', CLOSED)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows > 0n) await enqueueNotice(id)
  }
}

const CLOSED = ''

function fingerprintOf(shown: object) {
  return createHash('sha256').update(JSON.stringify(shown)).digest('base64url')
}
