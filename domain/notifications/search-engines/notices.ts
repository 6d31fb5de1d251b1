import { createHash } from 'node:crypto'
import type { Selectable } from 'kysely'
import { addressOfJob } from '#contract/page-addresses.ts'
import { LANGUAGES, type Language } from '#texts/languages.ts'
import { listPublishedJobs } from '../../content/open-jobs.ts'
import type { Database, Queries } from '../../platform/database/database.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { type Claim, claimRows } from '../../platform/jobs/leases.ts'

/** What a search engine is to be told about one address, or was told last. */
export type IndexingNotice = Selectable<Tables['indexing_notices']>

export type UrlOf = (path: string, language: Language) => string

/**
 * Compares the jobs that are open on `day` with what was told: an address that is new or shows something else is due, and one that has
 * closed is due to be taken out. Loading the same content again tells nothing, since a search engine takes few notices a day.
 */
export async function planNotices(queries: Queries, day: string, urlOf: UrlOf, now: Date): Promise<void> {
  const next_try_at = now.toISOString()
  const due = { next_try_at, tries: 0, last_error: '' }
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
      const changed = { url, type: 'URL_UPDATED' as const, fingerprint, ...due }
      await queries
        .insertInto('indexing_notices')
        .values({ id, leased_until: null, ...changed })
        // Whoever is telling the former state keeps the lease: this one follows it.
        .onConflict((conflict) => conflict.column('id').doUpdateSet(changed))
        .execute()
    }
  for (const { id, type } of known.values()) {
    if (type === 'URL_DELETED') continue
    await queries
      .updateTable('indexing_notices')
      .set({ type: 'URL_DELETED', fingerprint: CLOSED, ...due })
      .where('id', '=', id)
      .execute()
  }
}

/** Those that are due, for this process alone until the lease ends. */
export const claimNotices = (database: Database, claim: Claim): Promise<IndexingNotice[]> =>
  claimRows(database, 'indexing_notices', claim, (queries, moment) =>
    queries
      .selectFrom('indexing_notices')
      .selectAll()
      .where('next_try_at', 'is not', null)
      .where('next_try_at', '<=', moment)
      .orderBy('next_try_at')
      .orderBy('id'),
  )

/** Without claiming: so that nothing is written while there is nothing to tell. */
export async function isAnyNoticeDue(queries: Queries, now: Date): Promise<boolean> {
  const due = await queries
    .selectFrom('indexing_notices')
    .select('id')
    .where('next_try_at', 'is not', null)
    .where('next_try_at', '<=', now.toISOString())
    .limit(1)
    .executeTakeFirst()
  return due !== undefined
}

/** What has closed and is told so is forgotten: should it open again, it is new. What has changed since it was claimed stays due. */
export async function markTold({ write }: Database, { id, type, fingerprint }: IndexingNotice): Promise<void> {
  await write(async (queries) => {
    if (type === 'URL_DELETED')
      await queries.deleteFrom('indexing_notices').where('id', '=', id).where('fingerprint', '=', fingerprint).execute()
    else await settle(queries, id, fingerprint, { next_try_at: null, tries: 0, last_error: '' })
    await release(queries, id)
  })
}

export async function postpone(
  { write }: Database,
  { id, fingerprint }: IndexingNotice,
  later: Pick<IndexingNotice, 'next_try_at' | 'tries' | 'last_error'>,
): Promise<void> {
  await write(async (queries) => {
    await settle(queries, id, fingerprint, later)
    await release(queries, id)
  })
}

async function settle(queries: Queries, id: string, fingerprint: string, outcome: Partial<IndexingNotice>) {
  await queries
    .updateTable('indexing_notices')
    .set(outcome)
    .where('id', '=', id)
    .where('fingerprint', '=', fingerprint)
    .execute()
}

async function release(queries: Queries, id: string) {
  await queries.updateTable('indexing_notices').set({ leased_until: null }).where('id', '=', id).execute()
}

/** Of what is closed: like that of no job. */
const CLOSED = ''

function fingerprintOf(shown: object) {
  return createHash('sha256').update(JSON.stringify(shown)).digest('base64url')
}
