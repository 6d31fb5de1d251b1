import { type Clock, calendarDay } from '../platform/calendar.ts'
import type { Database, Queries } from '../platform/database/database.ts'
import { MINUTE } from '../platform/durations.ts'
import { companyContact } from './company.ts'
import { type DueRecord, publishDue } from './schedules.ts'
import { emptySiteContent, readSiteContent, type SiteContent } from './site-content.ts'

export interface ContentVersion {
  content: string
  loadedAt: string
  timeZone: string
  day: string
  /** Stands here because the content security policy of every page names its origin. */
  mapUrl: string
  /** The same object until the content or the day changes. */
  siteContent: SiteContent
}

export interface ContentVersionWatch {
  /** The same object until the version changes, so that two versions can be compared by identity. */
  current(): ContentVersion
  refresh(): Promise<void>
  /** Receives each scheduled record that could not be published, once; it is retried less and less often. */
  reportFailuresTo(report: (failure: Required<DueRecord>) => void): void
  stop(): void
}

// Content that another process has loaded is served within a second.
const POLL_MILLISECONDS = 500
const FIRST_RETRY_MILLISECONDS = 1000
const LAST_RETRY_MILLISECONDS = MINUTE

/** Polls, so that no request asks the database. While it is away the last version stands, and cached responses are served. */
export async function watchContentVersion(database: Database, clock: Clock): Promise<ContentVersionWatch> {
  const firstDay = calendarDay(clock(), 'UTC')
  let version: ContentVersion = {
    content: '',
    loadedAt: '',
    timeZone: 'UTC',
    day: firstDay,
    mapUrl: '',
    siteContent: emptySiteContent(firstDay),
  }
  let isPolling = false
  const schedules = publishOnTime(database)

  async function refresh() {
    const found = await findVersion()
    if (!found) return
    const day = calendarDay(clock(), version.timeZone)
    if (found.version === version.content && day === version.day) return
    // Of one moment: otherwise a page may be published between its text and the addresses it had.
    version = (await database.snapshot(readAll)) ?? version
  }

  async function readAll(queries: Queries): Promise<ContentVersion | undefined> {
    const found = await readVersion(queries)
    if (!found) return undefined
    const { time_zone, map_url } = await companyContact(queries)
    const timeZone = String(time_zone ?? 'UTC')
    const day = calendarDay(clock(), timeZone)
    return {
      content: found.version,
      loadedAt: found.loaded_at,
      timeZone,
      day,
      mapUrl: String(map_url ?? ''),
      siteContent: await readSiteContent(queries, day),
    }
  }

  /** Publishes what is due first, so that the version includes it. */
  async function findVersion() {
    const found = await readVersion(database.queries)
    const next = found?.next_publish_at
    if (!next || next > clock().toISOString()) return found
    await schedules.publish(clock())
    return readVersion(database.queries)
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
    reportFailuresTo: schedules.reportFailuresTo,
    stop: () => clearInterval(timer),
  }
}

function readVersion(queries: Queries) {
  return queries
    .selectFrom('content_version')
    .select(['version', 'loaded_at'])
    .select(({ selectFrom }) =>
      selectFrom('content_parts')
        .select(({ fn }) => fn.min('publish_at').as('at'))
        .where('publish_at', 'is not', null)
        .as('next_publish_at'),
    )
    .executeTakeFirst()
}

/** A record that cannot be published is tried again, without holding up the others. */
function publishOnTime(database: Database) {
  let report: ((failure: Required<DueRecord>) => void) | undefined
  const failing = new Map<string, { again: number; wait: number; isReported: boolean }>()

  return {
    reportFailuresTo(given: typeof report) {
      report = given
    },
    async publish(now: Date) {
      const tried = await publishDue(database, now, (record) => (failing.get(record)?.again ?? 0) > now.getTime())
      for (const { record, error } of tried) {
        const { wait = FIRST_RETRY_MILLISECONDS, isReported = false } = failing.get(record) ?? {}
        failing.delete(record)
        if (error === undefined) continue
        if (!isReported) report?.({ record, error })
        failing.set(record, {
          again: now.getTime() + wait,
          wait: Math.min(wait * 2, LAST_RETRY_MILLISECONDS),
          isReported: isReported || report !== undefined,
        })
      }
    },
  }
}
