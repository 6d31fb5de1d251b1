import { useMemo } from 'react'
import { DAY, MINUTE } from '#domain/platform/durations.ts'
import { localeOf } from '#texts/languages.ts'
import { currentTime } from './clock.ts'
import { useLanguage, useTexts } from './texts.tsx'

const KILOBYTE = 1024
const MEGABYTE = KILOBYTE * 1024

/** Dates, times and numbers in the desk's language and the company's time zone; never the machine's. */
export function useFormats() {
  const language = useLanguage()
  const { now, today, yesterday } = useTexts('shell')
  return useMemo(() => {
    const locale = localeOf(language)
    const format = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, { timeZone, ...options })
    const time = format({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
    const day = format({ day: 'numeric', month: 'long' })
    const dayOfYear = format({ day: 'numeric', month: 'long', year: 'numeric' })
    const weekday = format({ weekday: 'long', day: 'numeric', month: 'long' })
    const key = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' })
    const number = new Intl.NumberFormat(locale)
    const unit = (name: string, maximumFractionDigits: number) =>
      new Intl.NumberFormat(locale, { style: 'unit', unit: name, maximumFractionDigits })
    const kilobytes = unit('kilobyte', 0)
    const megabytes = unit('megabyte', 1)
    const calendarDay = new Intl.DateTimeFormat(locale, {
      timeZone: 'UTC',
      day: 'numeric',
      month: 'long',
      year: 'numeric',
    })
    const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
    const isSameYear = (moment: Date) => key.format(moment).slice(0, 4) === key.format(currentTime()).slice(0, 4)
    const dayOf = (moment: Date) => (isSameYear(moment) ? day : dayOfYear).format(moment)
    const daysAgo = (moment: Date) =>
      Math.round((Date.parse(key.format(currentTime())) - Date.parse(key.format(moment))) / DAY)
    return {
      number: (value: number) => number.format(value),
      /** 18:02 */
      time: (moment: string | Date) => time.format(new Date(moment)),
      /** 9 March, with the year where it is another one. */
      day: (moment: string | Date) => dayOf(new Date(moment)),
      /** 9 March 18:02 */
      moment: (moment: string | Date) => `${dayOf(new Date(moment))} ${time.format(new Date(moment))}`,
      /** The company's calendar day, for grouping: 2026-03-09. */
      dayKey: (moment: string | Date) => key.format(new Date(moment)),
      /** Monday 9 March. */
      weekday: (moment: string | Date) => weekday.format(new Date(moment)),
      /** Today, yesterday, or the weekday with its date: the head of a group of days. */
      dayHead(moment: string | Date) {
        const days = daysAgo(new Date(moment))
        if (days === 0) return today
        return days === 1 ? `${yesterday} · ${weekday.format(new Date(moment))}` : weekday.format(new Date(moment))
      },
      /** 10:42 of today, Yesterday, 6 March. */
      short(moment: string | Date) {
        const date = new Date(moment)
        const days = daysAgo(date)
        if (days === 0) return time.format(date)
        return days === 1 ? yesterday : dayOf(date)
      },
      /** A calendar day that belongs to no time zone: 2026-03-09. */
      calendarDay: (value: string) => calendarDay.format(new Date(`${value}T00:00:00Z`)),
      size: (bytes: number) =>
        bytes < MEGABYTE ? kilobytes.format(Math.ceil(bytes / KILOBYTE)) : megabytes.format(bytes / MEGABYTE),
      /** now, 12 minutes ago, yesterday 18:02, 6 March. */
      ago(moment: string | Date) {
        const date = new Date(moment)
        const minutes = Math.floor((currentTime().getTime() - date.getTime()) / MINUTE)
        if (minutes < 1) return now
        if (minutes < 60) return relative.format(-minutes, 'minute')
        const days = daysAgo(date)
        if (days === 0) return `${today} ${time.format(date)}`
        return days === 1 ? `${yesterday} ${time.format(date)}` : dayOf(date)
      },
    }
  }, [language, now, today, yesterday])
}

let timeZone = 'UTC'

/** The company's, told by the server with the session. */
export function setTimeZone(zone: string) {
  timeZone = zone
}
