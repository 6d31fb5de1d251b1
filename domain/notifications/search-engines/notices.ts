import { createHash } from 'node:crypto'
import { addressOfJob } from '#contract/page-addresses.ts'
import { LANGUAGES, type Language } from '#texts/languages.ts'
import { listPublishedJobs } from '../../content/open-jobs.ts'
import type { Queries } from '../../platform/database/database.ts'
import { enqueue } from '../../platform/jobs/queue.ts'

export interface NoticePayload {
  noticeId: string
}

export type UrlOf = (path: string, language: Language) => string

/** Tells only changes, since a search engine takes few notices a day. */
export async function planNotices(queries: Queries, day: string, urlOf: UrlOf, now: Date): Promise<void> {
  // A notice that is being sent keeps its lease: the new one follows it.
  const enqueueNotice = (noticeId: string) =>
    enqueue(queries, 'search-engine', {
      id: `search-engine.${noticeId}`,
      payload: { noticeId } satisfies NoticePayload,
      now,
    })
  const open = await listPublishedJobs(queries, { openOn: day })
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
