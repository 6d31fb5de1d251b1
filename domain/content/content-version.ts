import { type Clock, calendarDay } from '../platform/calendar.ts'
import type { Database } from '../platform/database/database.ts'
import { MINUTE } from '../platform/durations.ts'
import { NO_FACTS, type PublishedFacts, readFacts } from './facts.ts'
import { type DueRecord, publishDue } from './schedules.ts'

/** What responses are made from right now: one load of the content, on one day of the company's calendar. */
export interface ContentVersion {
  content: string
  /** ISO; empty before there is any. */
  loadedAt: string
  timeZone: string
  day: string
  /** The map that pages may embed. It stands here because every page's content security policy names its origin. */
  mapUrl: string
  /** What the company says of itself: pages show it, and its texts say it. The same object until the content changes. */
  facts: PublishedFacts
}

export interface ContentVersionWatch {
  /** The same object until the version changes, so that two versions can be compared by identity. */
  current(): ContentVersion
  refresh(): Promise<void>
  /** Where it is told, once, that something scheduled could not be published; it is tried again less and less often. */
  reportFailuresTo(report: (failure: Required<DueRecord>) => void): void
  stop(): void
}

// Content that another process has loaded is served within a second.
const POLL_MILLISECONDS = 500
const FIRST_RETRY_MILLISECONDS = 1000
const LAST_RETRY_MILLISECONDS = MINUTE

/**
 * Polls the database instead of asking it with every request. While the database is away the last version stands, so that cached
 * responses go on being served.
 */
export async function watchContentVersion(database: Database, clock: Clock): Promise<ContentVersionWatch> {
  let version: ContentVersion = {
    content: '',
    loadedAt: '',
    timeZone: 'UTC',
    day: calendarDay(clock(), 'UTC'),
    mapUrl: '',
    facts: NO_FACTS(),
  }
  let isPolling = false
  let report: ((failure: Required<DueRecord>) => void) | undefined
  const failing = new Map<string, { again: number; wait: number; isReported: boolean }>()

  function find() {
    return database.queries
      .selectFrom('content_version')
      .innerJoin('contact_info', 'contact_info.id', 'content_version.id')
      .select([
        'content_version.version',
        'content_version.loaded_at',
        'contact_info.time_zone',
        'contact_info.map_url',
      ])
      .select(({ selectFrom }) =>
        selectFrom('content_parts')
          .select(({ fn }) => fn.min('publish_at').as('at'))
          .where('publish_at', 'is not', null)
          .as('next_publish_at'),
      )
      .executeTakeFirst()
  }

  /** What was to be published by now is, before anybody is told which version there is. */
  async function findDuly() {
    const found = await find()
    const next = found?.next_publish_at
    if (!next || next > clock().toISOString()) return found
    await publishWhatIsDue(clock())
    return find()
  }

  /** What cannot be published is tried again; meanwhile everything else is, and is served. */
  async function publishWhatIsDue(now: Date) {
    const tried = await publishDue(database, now, (record) => (failing.get(record)?.again ?? 0) > now.getTime())
    for (const { record, error } of tried) {
      if (error === undefined) {
        failing.delete(record)
        continue
      }
      const { wait = FIRST_RETRY_MILLISECONDS, isReported = false } = failing.get(record) ?? {}
      if (!isReported) report?.({ record, error })
      failing.set(record, {
        again: now.getTime() + wait,
        wait: Math.min(wait * 2, LAST_RETRY_MILLISECONDS),
        isReported: isReported || report !== undefined,
      })
    }
  }

  async function refresh() {
    const found = await findDuly()
    if (!found) return
    const day = calendarDay(clock(), found.time_zone)
    const isNew = found.version !== version.content
    if (isNew || day !== version.day)
      version = {
        content: found.version,
        loadedAt: found.loaded_at,
        timeZone: found.time_zone,
        day,
        mapUrl: found.map_url,
        facts: isNew ? await readFacts(database.queries) : version.facts,
      }
  }

  async function poll() {
    if (isPolling) return
    isPolling = true
    await refresh().catch(() => {})
    isPolling = false
  }

  await refresh()
  const timer = setInterval(poll, POLL_MILLISECONDS).unref()

  return {
    current: () => version,
    refresh,
    reportFailuresTo(given) {
      report = given
    },
    stop: () => clearInterval(timer),
  }
}
