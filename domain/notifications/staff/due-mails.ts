import {
  calendarDay,
  daysAfter,
  hourOfDay,
  MAX_CLOCK_DIFFERENCE_MILLISECONDS,
  momentAt,
  type WorkingCalendar,
} from '../../platform/calendar.ts'
import { DAY, MINUTE } from '../../platform/durations.ts'
import { kindOfNotification, type NotificationDetails, type NotificationKind } from './kinds.ts'
import { deliveryFor, isQuiet, type NotificationSettings } from './settings.ts'

/** Several about one record within this time are one mail. */
const MERGE_MILLISECONDS = 10 * MINUTE
const DIGEST_HOUR = 8
/** After a refused address. */
const REFUSED_PAUSE_MILLISECONDS = DAY
/** More records at once are one mail. */
const MAX_SEPARATE_MAILS = 3

interface Unmailed {
  kind: NotificationKind
  subject: string
  at: string
  details: NotificationDetails
  /** The job's process; null for messages and content. */
  process: string | null
}

export interface DueMail<Line> {
  /** `digest` counts as the digest of its day; `several` is laid out alike. */
  layout: 'record' | 'several' | 'digest'
  lines: Line[]
}

/** The mails that one person should get now, of unread notifications that were never mailed. */
export function mailsDue<Line extends Unmailed>(
  lines: readonly Line[],
  settings: NotificationSettings,
  calendar: WorkingCalendar,
  now: Date,
): DueMail<Line>[] {
  if (settings.refusedAt && isWithin(settings.refusedAt, REFUSED_PAUSE_MILLISECONDS, now)) return []
  const wanted = lines.filter((line) => deliveryFor(line, settings) !== 'nothing')
  const quiet = isQuiet(settings, calendar, now)
  const dayOf = (moment: Date) => calendarDay(moment, calendar.timeZone)
  const isToday = (moment: string) => moment !== '' && dayOf(new Date(moment)) === dayOf(now)
  const isUrgent = ({ kind, details }: Line) => kindOfNotification(kind).isUrgent?.(details, isToday) === true
  const subjects = new Set(
    wanted
      .filter((line) => deliveryFor(line, settings) === 'at-once')
      .filter((line) => isUrgent(line) || (!quiet && !isWithin(line.at, MERGE_MILLISECONDS, now)))
      .map(({ subject }) => subject),
  )
  if (!quiet && isDigestDue(wanted, settings, calendar, now)) {
    const isInDigest = (line: Line) => subjects.has(line.subject) || deliveryFor(line, settings) === 'digest'
    return [{ layout: 'digest', lines: wanted.filter(isInDigest) }]
  }
  const mails = [...subjects].map((subject) => wanted.filter((line) => line.subject === subject))
  if (mails.length > MAX_SEPARATE_MAILS) return [{ layout: 'several', lines: mails.flat() }]
  return mails.map((own) => ({ layout: 'record', lines: own }))
}

/** Once on each day of the company, for what is older than its morning. A day far ahead was noted by a wrong clock. */
function isDigestDue<Line extends Unmailed>(
  lines: Line[],
  settings: NotificationSettings,
  { timeZone }: WorkingCalendar,
  now: Date,
) {
  const today = calendarDay(now, timeZone)
  const { digestedOn } = settings
  if (hourOfDay(now, timeZone) < DIGEST_HOUR) return false
  if (digestedOn !== null && digestedOn >= today && digestedOn <= daysAfter(today, 1)) return false
  const morning = momentAt(`${today}T0${DIGEST_HOUR}:00`, timeZone)?.toISOString() ?? ''
  return lines.some((line) => deliveryFor(line, settings) === 'digest' && line.at < morning)
}

/** False for a moment ahead, which a wrong clock wrote. */
function isWithin(moment: string, milliseconds: number, now: Date) {
  const age = now.getTime() - Date.parse(moment)
  return age >= -MAX_CLOCK_DIFFERENCE_MILLISECONDS && age < milliseconds
}
