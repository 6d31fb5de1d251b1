import type { OpeningHours } from '#contract/entities.ts'
import { clockAhead, clockTime, dayKey } from '#texts/dates-and-numbers.ts'
import { DAY, MINUTE } from './durations.ts'

export type Clock = () => Date

/** Clocks differ by less; a moment further ahead was written by a wrong clock. */
export const MAX_CLOCK_DIFFERENCE_MILLISECONDS = 5 * MINUTE

export const calendarDay: (moment: Date, timeZone: string) => string = dayKey

export function daysAfter(day: string, days: number): string {
  const moment = new Date(`${day}T00:00:00Z`)
  moment.setUTCDate(moment.getUTCDate() + days)
  return moment.toISOString().slice(0, 10)
}

export function startOfDay(day: string, timeZone: string): Date {
  const midnight = Date.parse(`${day}T00:00:00Z`)
  // Twice, because the clock may be changed between midnight there and midnight in Greenwich.
  const guess = midnight - clockAhead(midnight, timeZone)
  return new Date(midnight - clockAhead(guess, timeZone))
}

/** The earlier one where the clock is put back; undefined where it skips the time. */
export function momentAt(clockTime: string, timeZone: string): Date | undefined {
  const shown = Date.parse(`${clockTime}:00Z`)
  const isTime = !Number.isNaN(shown) && new Date(shown).toISOString().startsWith(clockTime)
  if (!isTime) return undefined
  const showsIt = (moment: number) => moment + clockAhead(moment, timeZone) === shown
  // One of the two offsets is right, both while the clock is put back.
  const moments = [shown - DAY, shown + DAY]
    .map((near) => shown - clockAhead(near, timeZone))
    // Time zones are unknown beyond years of four digits.
    .filter((moment) => !Number.isNaN(moment) && showsIt(moment))
  return moments.length > 0 ? new Date(Math.min(...moments)) : undefined
}

export function hourOfDay(moment: Date, timeZone: string): number {
  return clockTime(moment, timeZone).hour
}

/** The last day where the month is shorter. */
export function monthsBefore(moment: Date, months: number): Date {
  const earlier = new Date(moment)
  earlier.setUTCMonth(earlier.getUTCMonth() - months)
  if (earlier.getUTCDate() !== moment.getUTCDate()) earlier.setUTCDate(0)
  return earlier
}

export interface WorkingCalendar {
  timeZone: string
  /** Sunday first; undefined where closed. */
  closing: (string | undefined)[]
}

const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const
const END_OF_DAY = '18:00'

export function workingCalendarOf(hours: OpeningHours[], timeZone: string): WorkingCalendar {
  // After the last break of the day.
  const closing = WEEKDAYS.map((day) =>
    hours
      .flatMap(({ days, closes }) => (closes !== null && days.includes(day) ? [closes] : []))
      .toSorted()
      .at(-1),
  )
  return { timeZone, closing: closing.some(Boolean) ? closing : WEEKDAYS.map(() => END_OF_DAY) }
}

/** Sunday is 0. */
export const weekdaysClosed = ({ closing }: WorkingCalendar) =>
  WEEKDAYS.flatMap((_, weekday) => (closing[weekday] === undefined ? [weekday] : []))

/** Closing time of the nth working day after `moment`. */
export function workingDaysAfter(moment: Date, days: number, { timeZone, closing }: WorkingCalendar): Date {
  let day = calendarDay(moment, timeZone)
  for (let left = days; left > 0; ) {
    day = daysAfter(day, 1)
    if (closing[weekdayOf(day)]) left--
  }
  const [hours = 0, minutes = 0] = (closing[weekdayOf(day)] ?? END_OF_DAY).split(':').map(Number)
  const midnight = startOfDay(day, timeZone).getTime()
  return new Date(midnight + (hours * 60 + minutes) * MINUTE)
}

export const weekdayOf = (day: string) => new Date(`${day}T00:00:00Z`).getUTCDay()
