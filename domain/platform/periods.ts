import { daysAfter, weekdayOf } from './calendar.ts'

/** Periods of calendar days, for figures over time. */

export type Unit = 'day' | 'week' | 'month'

/** Longer periods are shown by month. */
const MAX_DAYS_BY_DAY = 92
const MAX_DAYS_BY_WEEK = 366

export interface WantedPeriod {
  /** Days of the company, both included; missing: from the first day, until today. */
  since?: string | undefined
  until?: string | undefined
  /** Instead of `since`: until today. */
  days?: number | undefined
}

/** Within the days that have figures; `isWhole`: it begins with the first of them, because no day was named. */
export function periodOf(wanted: WantedPeriod, firstDay: string, today: string) {
  const named = wanted.since ?? (wanted.days === undefined ? undefined : daysAfter(today, 1 - wanted.days))
  const since = later(named ?? firstDay, firstDay)
  const until = earlier(wanted.until ?? today, today)
  const length = daysBetween(since, until) + 1
  const unit: Unit = length <= MAX_DAYS_BY_DAY ? 'day' : length <= MAX_DAYS_BY_WEEK ? 'week' : 'month'
  return { since, until, length, unit, isWhole: named === undefined }
}

const SUNDAY = 0

export function beginningOf(day: string, unit: Unit): string {
  if (unit === 'week') return daysAfter(day, SUNDAY - weekdayOf(day))
  return unit === 'month' ? `${day.slice(0, 7)}-01` : day
}

export function endOf(day: string, unit: Unit): string {
  if (unit === 'day') return day
  if (unit === 'week') return daysAfter(beginningOf(day, unit), 6)
  return daysAfter(beginningOf(daysAfter(beginningOf(day, 'month'), 31), 'month'), -1)
}

export function beginningsOf(since: string, until: string, unit: Unit): string[] {
  const beginnings: string[] = []
  for (let day = since; day <= until; day = daysAfter(endOf(day, unit), 1)) beginnings.push(day)
  return beginnings
}

export const earlier = (one: string, other: string) => (one < other ? one : other)
export const later = (one: string, other: string) => (one > other ? one : other)
const daysBetween = (since: string, until: string) =>
  Math.round((Date.parse(`${until}T00:00:00Z`) - Date.parse(`${since}T00:00:00Z`)) / 86_400_000)
