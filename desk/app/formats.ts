import { DAY, MINUTE } from '#domain/platform/durations.ts'
import { MAX_COUNTED } from '#domain/submissions/max-counted.ts'
import { dayKey, formatsIn } from '#texts/dates-and-numbers.ts'
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
  const {
    number,
    list,
    weekdays,
    time24: time,
    dayOfYear,
    day: dayInYear,
    weekday,
    calendarDay,
  } = formatsIn(language, timeZone)
  const byDay = formatsIn(language, 'UTC')
  const sizes = (unit: string, maximumFractionDigits: number) =>
    new Intl.NumberFormat(localeOf(language), { style: 'unit', unit, maximumFractionDigits })
  const percent = new Intl.NumberFormat(localeOf(language), { style: 'percent' })
  const kilobytes = sizes('kilobyte', 0)
  const megabytes = sizes('megabyte', 1)
  const relative = new Intl.RelativeTimeFormat(localeOf(language), { numeric: 'auto' })
  const key = (moment: Moment) => dayKey(moment, timeZone)
  const isThisYear = (moment: Moment) => key(moment).slice(0, 4) === key(currentTime()).slice(0, 4)
  const day = (moment: Moment) => (isThisYear(moment) ? dayOfYear : dayInYear)(moment)
  const daysAgo = (moment: Moment) => Math.round((Date.parse(key(currentTime())) - Date.parse(key(moment))) / DAY)
  return {
    number,
    /** 1,000+ where there are more than were counted. */
    figure: (count: number, most = MAX_COUNTED) => (count > most ? `${number(most)}+` : number(count)),
    list,
    percent: (part: number) => percent.format(part),
    /** Sunday first. */
    weekdays,
    /** 08:00 */
    hour: (hour: number) => `${number(hour, { minimumIntegerDigits: 2 })}:${number(0, { minimumIntegerDigits: 2 })}`,
    time,
    /** 9 March, with the year where it is another one. */
    day,
    moment: (moment: Moment) => `${day(moment)} ${time(moment)}`,
    dayKey: key,
    weekday,
    /** Of a calendar day: March 2026. */
    month: byDay.month,
    /** A calendar day that belongs to no time zone: 2026-03-09. */
    calendarDay,
    /** Of a calendar day: Sunday 15 March. */
    weekdayOf: (day: string) => byDay.weekday(`${day}T00:00:00Z`),
    /** Minutes of a day as a clock shows them: 9:00. */
    clock: (minute: number) => byDay.time24(minute * MINUTE),
    dayHead(moment: Moment) {
      const days = daysAgo(moment)
      if (days === 0) return today
      return days === 1 ? `${yesterday} · ${weekday(moment)}` : weekday(moment)
    },
    /** 10:42 of today, Yesterday, 6 March. */
    short(moment: Moment) {
      const days = daysAgo(moment)
      if (days === 0) return time(moment)
      return days === 1 ? yesterday : day(moment)
    },
    size: (bytes: number) =>
      bytes < MEGABYTE ? kilobytes.format(Math.ceil(bytes / KILOBYTE)) : megabytes.format(bytes / MEGABYTE),
    /** now, 12 minutes ago, yesterday 18:02, 6 March. */
    ago(moment: Moment) {
      const minutes = Math.floor((currentTime().getTime() - new Date(moment).getTime()) / MINUTE)
      if (minutes < 1) return now
      if (minutes < 60) return relative.format(-minutes, 'minute')
      const days = daysAgo(moment)
      if (days === 0) return `${today} ${time(moment)}`
      return days === 1 ? `${yesterday} ${time(moment)}` : day(moment)
    },
  }
}
