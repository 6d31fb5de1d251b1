import { DAY, MINUTE } from '#domain/platform/durations.ts'
import type { DeskTexts } from '#texts/desk/index.ts'
import { type Language, localeOf } from '#texts/languages.ts'
import { currentTime } from './clock.ts'

const KILOBYTE = 1024
const MEGABYTE = KILOBYTE * 1024

type Moment = string | Date
export type Formats = ReturnType<typeof createFormats>

/** Dates, times and numbers in the desk's language and the company's time zone; never the machine's. */
export function createFormats(
  language: Language,
  timeZone: string,
  { now, today, yesterday }: Pick<DeskTexts['shell'], 'now' | 'today' | 'yesterday'>,
) {
  const locale = localeOf(language)
  const dates = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, { timeZone, ...options })
  const sizes = (unit: string, maximumFractionDigits: number) =>
    new Intl.NumberFormat(locale, { style: 'unit', unit, maximumFractionDigits })
  const time = dates({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  const dayOfThisYear = dates({ day: 'numeric', month: 'long' })
  const dayOfYear = dates({ day: 'numeric', month: 'long', year: 'numeric' })
  const weekday = dates({ weekday: 'long', day: 'numeric', month: 'long' })
  const calendarDay = dates({ timeZone: 'UTC', day: 'numeric', month: 'long', year: 'numeric' })
  const key = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' })
  const number = new Intl.NumberFormat(locale)
  const kilobytes = sizes('kilobyte', 0)
  const megabytes = sizes('megabyte', 1)
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  const isThisYear = (date: Date) => key.format(date).slice(0, 4) === key.format(currentTime()).slice(0, 4)
  const day = (date: Date) => (isThisYear(date) ? dayOfThisYear : dayOfYear).format(date)
  const daysAgo = (date: Date) =>
    Math.round((Date.parse(key.format(currentTime())) - Date.parse(key.format(date))) / DAY)
  return {
    number: (value: number) => number.format(value),
    time: (moment: Moment) => time.format(new Date(moment)),
    /** 9 March, with the year where it is another one. */
    day: (moment: Moment) => day(new Date(moment)),
    moment: (moment: Moment) => `${day(new Date(moment))} ${time.format(new Date(moment))}`,
    dayKey: (moment: Moment) => key.format(new Date(moment)),
    weekday: (moment: Moment) => weekday.format(new Date(moment)),
    dayHead(moment: Moment) {
      const days = daysAgo(new Date(moment))
      if (days === 0) return today
      return days === 1 ? `${yesterday} · ${weekday.format(new Date(moment))}` : weekday.format(new Date(moment))
    },
    /** 10:42 of today, Yesterday, 6 March. */
    short(moment: Moment) {
      const date = new Date(moment)
      const days = daysAgo(date)
      if (days === 0) return time.format(date)
      return days === 1 ? yesterday : day(date)
    },
    /** A calendar day that belongs to no time zone: 2026-03-09. */
    calendarDay: (value: string) => calendarDay.format(new Date(`${value}T00:00:00Z`)),
    size: (bytes: number) =>
      bytes < MEGABYTE ? kilobytes.format(Math.ceil(bytes / KILOBYTE)) : megabytes.format(bytes / MEGABYTE),
    /** now, 12 minutes ago, yesterday 18:02, 6 March. */
    ago(moment: Moment) {
      const date = new Date(moment)
      const minutes = Math.floor((currentTime().getTime() - date.getTime()) / MINUTE)
      if (minutes < 1) return now
      if (minutes < 60) return relative.format(-minutes, 'minute')
      const days = daysAgo(date)
      if (days === 0) return `${today} ${time.format(date)}`
      return days === 1 ? `${yesterday} ${time.format(date)}` : day(date)
    },
  }
}
