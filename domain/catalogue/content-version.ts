import { type Clock, calendarDay } from '../calendar.ts'
import type { Database } from '../database/connection.ts'

/** What the answers of this moment are made from: one loading of content/, seen on one day of the company's calendar. */
export interface Edition {
  content: string
  timeZone: string
  day: string
}

export interface EditionWatch {
  current(): Edition
  refresh(): Promise<void>
  stop(): void
}

// Loading content/ in another process is served within a second.
const LOOK_EVERY_MILLISECONDS = 500

/**
 * Looks at the database on a timer rather than on each request. While the database is away the last edition stands,
 * so that what is in memory goes on being served.
 */
export async function watchEdition(database: Database, clock: Clock): Promise<EditionWatch> {
  let edition: Edition = { content: '', timeZone: 'UTC', day: calendarDay(clock(), 'UTC') }
  let isLooking = false

  async function look() {
    const found = await database.queries
      .selectFrom('content_edition')
      .innerJoin('contact_info', 'contact_info.id', 'content_edition.id')
      .select(['content_edition.edition', 'contact_info.time_zone'])
      .executeTakeFirst()
    if (!found) return
    const day = calendarDay(clock(), found.time_zone)
    if (found.edition !== edition.content || day !== edition.day)
      edition = { content: found.edition, timeZone: found.time_zone, day }
  }

  async function lookAgain() {
    if (isLooking) return
    isLooking = true
    await look().catch(() => {})
    isLooking = false
  }

  await look()
  const timer = setInterval(lookAgain, LOOK_EVERY_MILLISECONDS).unref()

  return { current: () => edition, refresh: look, stop: () => clearInterval(timer) }
}
