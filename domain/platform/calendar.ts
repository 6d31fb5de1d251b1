import { DAY, MINUTE, SECOND } from './durations.ts'

export type Clock = () => Date

/** The clocks of several machines differ by less. What lies further ahead than it can was written by a clock that was wrong. */
export const MAX_CLOCK_DIFFERENCE_MILLISECONDS = 5 * MINUTE

/** The calendar day it is for the company, wherever the server stands. */
export function calendarDay(moment: Date, timeZone: string): string {
  return formatIn(timeZone).format(moment)
}

export function daysAfter(day: string, days: number): string {
  const moment = new Date(`${day}T00:00:00Z`)
  moment.setUTCDate(moment.getUTCDate() + days)
  return moment.toISOString().slice(0, 10)
}

/** The moment at which a day begins for the company. */
export function startOfDay(day: string, timeZone: string): Date {
  const midnight = Date.parse(`${day}T00:00:00Z`)
  // Twice, because the clock may be changed between midnight there and midnight in Greenwich.
  const guess = midnight - clockAhead(midnight, timeZone)
  return new Date(midnight - clockAhead(guess, timeZone))
}

/**
 * The moment at which the company's clock shows this, like 2026-10-29T23:30; the first of them where the clock is put back. Nothing
 * where the clock is put forward over it.
 */
export function momentAt(clockTime: string, timeZone: string): Date | undefined {
  const shown = Date.parse(`${clockTime}:00Z`)
  const isTime = !Number.isNaN(shown) && new Date(shown).toISOString().startsWith(clockTime)
  if (!isTime) return undefined
  const showsIt = (moment: number) => moment + clockAhead(moment, timeZone) === shown
  // As the clock was a day before, and as it is a day after: one of them is right, and both while it is put back.
  const moments = [shown - DAY, shown + DAY]
    .map((near) => shown - clockAhead(near, timeZone))
    // Time zones are unknown beyond years of four digits.
    .filter((moment) => !Number.isNaN(moment) && showsIt(moment))
  return moments.length > 0 ? new Date(Math.min(...moments)) : undefined
}

/** The hour of the day it is for the company, 0 to 23. */
export function hourOfDay(moment: Date, timeZone: string): number {
  return new Date(moment.getTime() + clockAhead(moment.getTime(), timeZone)).getUTCHours()
}

/** The same day of an earlier month, or its last day where it is shorter. */
export function monthsBefore(moment: Date, months: number): Date {
  const earlier = new Date(moment)
  earlier.setUTCMonth(earlier.getUTCMonth() - months)
  if (earlier.getUTCDate() !== moment.getUTCDate()) earlier.setUTCDate(0)
  return earlier
}

function clockAhead(moment: number, timeZone: string) {
  const whole = moment - (((moment % SECOND) + SECOND) % SECOND)
  const shown = clockFormat(timeZone).format(whole)
  return Date.parse(`${shown.replace(' ', 'T')}Z`) - whole
}

/** Canadian English writes a date the ISO way, Swedish a date with its time. */
const formatIn = cachedFormat('en-CA', { dateStyle: 'short' })
const clockFormat = cachedFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium' })

/** Made once for each time zone: making one is the slow part, and every submission needs two. */
function cachedFormat(locale: string, options: Intl.DateTimeFormatOptions) {
  const formats = new Map<string, Intl.DateTimeFormat>()
  return (timeZone: string) => {
    const format = formats.get(timeZone) ?? new Intl.DateTimeFormat(locale, { ...options, timeZone })
    formats.set(timeZone, format)
    return format
  }
}

/** On which days the company works, and until when. */
export interface WorkingCalendar {
  timeZone: string
  /** By weekday, Sunday first; undefined where it is closed. */
  closing: (string | undefined)[]
}

interface OpeningHours {
  days: string[]
  opens: string | null
  closes: string | null
}

const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']
const END_OF_DAY = '18:00'

/** A company that says nothing about its hours works every day. */
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

/** When the company closes on the so many-th working day after the day of this moment. */
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

const weekdayOf = (day: string) => new Date(`${day}T00:00:00Z`).getUTCDay()
