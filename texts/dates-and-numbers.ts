import type { Language } from './languages.ts'

type Moment = string | number | Date

/**
 * By patterns of our own: a page that is rendered with one ICU and wakes with another has to say the same.
 * Without a time zone, by the clock of the browser.
 */
export function formatsIn(language: Language, timeZone?: string) {
  const { months, weekdays, weekdayAndDay, at, comma, and, time, partOfDay } = PATTERNS[language]
  const number = (value: number, options?: NumberOptions) => formatNumber(value, language, options)
  const digits = (value: number, minimumIntegerDigits = 1) =>
    number(value, { minimumIntegerDigits, useGrouping: false })
  const separated = <Item>(items: readonly Item[]) =>
    items.flatMap((item, index) => (index === 0 ? [item] : [index === items.length - 1 ? and : comma, item]))
  const dayAndMonth = ({ day, month }: ClockTime) => `${digits(day)} ${months[month - 1]}`
  const dayInYear = (clock: ClockTime) => `${dayAndMonth(clock)} ${digits(clock.year)}`
  const weekdayOf = (clock: ClockTime) => weekdayAndDay(weekdays[clock.weekday] as string, dayAndMonth(clock))
  const timeOf = (clock: ClockTime) => time(clock, digits)
  const on = (moment: Moment) => clockTime(moment, timeZone)
  return {
    months,
    weekdays,
    number,
    list: (items: readonly string[]) => separated(items).join(''),
    separated,
    percent: (part: number) => `${number(Math.round(part * 100))}${language === 'ar' ? '٪' : '%'}`,
    year: (moment: Moment) => digits(on(moment).year),
    /** November 2026 */
    month: (moment: Moment) => `${months[on(moment).month - 1]} ${digits(on(moment).year)}`,
    /** 24 November */
    dayOfYear: (moment: Moment) => dayAndMonth(on(moment)),
    /** 24 November 2026 */
    day: (moment: Moment) => dayInYear(on(moment)),
    /** A calendar day that belongs to no time zone: 2026-11-24. */
    calendarDay: (day: string) => dayInYear(clockTime(`${day}T00:00:00Z`, 'UTC')),
    /** Tuesday 24 November */
    weekday: (moment: Moment) => weekdayOf(on(moment)),
    /** Tuesday 24 November at 17:05 */
    moment: (moment: Moment) => at(weekdayOf(on(moment)), timeOf(on(moment))),
    /** As clocks show it in the language's country: 17:05, ٥:٠٥ م */
    time: (moment: Moment) => timeOf(on(moment)),
    /** Opening hours as people say them: 9 am, 6:30 pm, ٩ صباحًا, ٦:٣٠ مساءً */
    timeOfDay: (hour: number, minute: number) =>
      `${digits(hour % 12 || 12)}${minute > 0 ? `:${digits(minute, 2)}` : ''} ${partOfDay(hour)}`,
    /** 17:05, ١٧:٠٥ */
    time24: (moment: Moment) => `${digits(on(moment).hour, 2)}:${digits(on(moment).minute, 2)}`,
  }
}

interface NumberOptions {
  minimumIntegerDigits?: number
  minimumFractionDigits?: number
  maximumFractionDigits?: number
  useGrouping?: boolean
}

const MAX_FRACTION_DIGITS = 3

export function formatNumber(value: number, language: Language, options: NumberOptions = {}): string {
  const { minimumIntegerDigits = 1, minimumFractionDigits: fewest = 0, useGrouping = true } = options
  const most = Math.max(fewest, options.maximumFractionDigits ?? MAX_FRACTION_DIGITS)
  const [whole = '', fraction = ''] = Math.abs(value).toFixed(most).split('.')
  const integer = whole.padStart(minimumIntegerDigits, '0')
  const grouped = useGrouping ? inThousands(integer) : integer
  const shown = withoutEndingZeros(fraction, fewest)
  const written = shown ? `${grouped}.${shown}` : grouped
  const signed = value < 0 && /[1-9]/.test(written) ? `-${written}` : written
  return language === 'ar' ? arabicNumber(signed) : signed
}

function inThousands(digits: string) {
  const first = digits.length % 3
  return [digits.slice(0, first), ...(digits.slice(first).match(/\d{3}/g) ?? [])].filter(Boolean).join(',')
}

function withoutEndingZeros(fraction: string, fewest: number) {
  let length = fraction.length
  while (length > fewest && fraction[length - 1] === '0') length--
  return fraction.slice(0, length)
}

/** The mark keeps a minus sign before its number in Arabic text. */
const arabicNumber = (number: string) =>
  arabicDigits(number).replaceAll(',', '٬').replace('.', '٫').replace('-', '\u061c-')

export const arabicDigits = (text: string) => text.replace(/\d/g, (digit) => '٠١٢٣٤٥٦٧٨٩'.charAt(Number(digit)))

interface ClockTime {
  year: number
  month: number
  day: number
  hour: number
  minute: number
  second: number
  /** Sunday is 0. */
  weekday: number
}

/** The clock of a time zone. Parts only: the order and signs of a whole date differ between versions of ICU. */
export function clockTime(moment: Moment, timeZone?: string): ClockTime {
  const clock = { year: 0, month: 0, day: 0, hour: 0, minute: 0, second: 0 }
  for (const { type, value } of clockFormat(timeZone).formatToParts(new Date(moment)))
    if (type in clock) clock[type as keyof typeof clock] = Number(value)
  return { ...clock, weekday: new Date(keyOf(clock)).getUTCDay() }
}

/** 2026-11-24 */
export const dayKey = (moment: Moment, timeZone: string): string => keyOf(clockTime(moment, timeZone))

const keyOf = ({ year, month, day }: Omit<ClockTime, 'weekday'>) => `${padded(year, 4)}-${padded(month)}-${padded(day)}`

const padded = (part: number, length = 2) => String(part).padStart(length, '0')

/** By how many milliseconds the clock is ahead of Greenwich. */
export function clockAhead(moment: Moment, timeZone: string): number {
  const second = Math.floor(Number(new Date(moment)) / 1000) * 1000
  const clock = clockTime(second, timeZone)
  const time = [clock.hour, clock.minute, clock.second].map((part) => padded(part)).join(':')
  return Date.parse(`${keyOf(clock)}T${time}Z`) - second
}

/** +02:00 */
export function offsetAt(moment: Moment, timeZone: string): string {
  const minutes = Math.round(clockAhead(moment, timeZone) / 60_000)
  const distance = Math.abs(minutes)
  return `${minutes < 0 ? '-' : '+'}${padded(Math.floor(distance / 60))}:${padded(distance % 60)}`
}

/** UTC+2, UTC+5:30 */
export function utcOffset(moment: Moment, timeZone: string): string {
  const [, sign = '+', hours, minutes] = /^([+-])(\d+):(\d+)$/.exec(offsetAt(moment, timeZone)) ?? []
  if (Number(hours) === 0 && Number(minutes) === 0) return 'UTC'
  return `UTC${sign}${Number(hours)}${Number(minutes) > 0 ? `:${minutes}` : ''}`
}

const clockFormats = new Map<string | undefined, Intl.DateTimeFormat>()

/** Making a format is the slow part. */
function clockFormat(timeZone?: string) {
  const known = clockFormats.get(timeZone)
  if (known) return known
  const two = '2-digit'
  const numbers = { year: 'numeric', month: two, day: two, hour: two, minute: two, second: two } as const
  const format = new Intl.DateTimeFormat('en-US-u-ca-gregory-nu-latn', { ...numbers, hourCycle: 'h23', timeZone })
  clockFormats.set(timeZone, format)
  return format
}

interface Patterns {
  months: string[]
  weekdays: string[]
  weekdayAndDay: (weekday: string, day: string) => string
  at: (day: string, time: string) => string
  comma: string
  and: string
  time: (clock: ClockTime, digits: (value: number, atLeast?: number) => string) => string
  partOfDay: (hour: number) => string
}

const PATTERNS: Record<Language, Patterns> = {
  en: {
    months: [
      'January',
      'February',
      'March',
      'April',
      'May',
      'June',
      'July',
      'August',
      'September',
      'October',
      'November',
      'December',
    ],
    weekdays: ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'],
    weekdayAndDay: (weekday, day) => `${weekday} ${day}`,
    at: (day, time) => `${day} at ${time}`,
    comma: ', ',
    and: ' and ',
    time: ({ hour, minute }, digits) => `${digits(hour)}:${digits(minute, 2)}`,
    partOfDay: (hour) => (hour < 12 ? 'am' : 'pm'),
  },
  ar: {
    months: [
      'يناير',
      'فبراير',
      'مارس',
      'أبريل',
      'مايو',
      'يونيو',
      'يوليو',
      'أغسطس',
      'سبتمبر',
      'أكتوبر',
      'نوفمبر',
      'ديسمبر',
    ],
    weekdays: ['الأحد', 'الاثنين', 'الثلاثاء', 'الأربعاء', 'الخميس', 'الجمعة', 'السبت'],
    weekdayAndDay: (weekday, day) => `${weekday}، ${day}`,
    at: (day, time) => `${day} في ${time}`,
    comma: ' و',
    and: ' و',
    time: ({ hour, minute }, digits) => `${digits(hour % 12 || 12)}:${digits(minute, 2)} ${hour < 12 ? 'ص' : 'م'}`,
    partOfDay: (hour) => (hour < 12 ? 'صباحًا' : hour < 15 ? 'ظهرًا' : hour < 18 ? 'عصرًا' : 'مساءً'),
  },
}
