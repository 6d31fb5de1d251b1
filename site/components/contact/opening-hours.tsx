import { useTranslations } from 'use-intl'
import { WEEKDAYS } from '#contract/constants.ts'
import type { OpeningHours } from '#contract/entities.ts'
import { useFormats } from '../../page-context.tsx'

export function useOpeningHoursInWords() {
  const sentences = useTranslations('opening-hours')
  const format = useFormats()

  const time = (timeOfDay: string) => {
    const [hours, minutes] = timeOfDay.split(':').map(Number) as [number, number]
    return format.timeOfDay(hours, minutes)
  }
  // Never in two lines.
  const span = ({ opens, closes }: { opens: string; closes: string }) =>
    sentences('times', { opens: time(opens), closes: time(closes) }).replaceAll(' ', '\u00a0')
  const day = (weekday: Weekday) => format.weekdays[WEEKDAYS.indexOf(weekday)] as string
  const run = (days: Weekday[]) =>
    days.length > 2
      ? sentences('days', { first: day(days[0] as Weekday), last: day(days.at(-1) as Weekday) })
      : format.list(days.map(day))

  return ({ days, times }: HoursOfDays) => ({
    days: format.list(runsOf(days).map(run)),
    times: times.length > 0 ? format.list(times.map(span)) : sentences('closed'),
  })
}

export function OpenHours({ of: openingHours, className }: { of: OpeningHours[]; className?: string }) {
  const sentences = useTranslations('opening-hours')
  const inWords = useOpeningHoursInWords()
  const open = hoursByDays(openingHours).filter(({ times }) => times.length > 0)
  return (
    <ul className={className}>
      {open.map((hours) => (
        <li key={hours.days.join()}>{sentences('line', inWords(hours))}</li>
      ))}
    </ul>
  )
}

type Weekday = (typeof WEEKDAYS)[number]

interface HoursOfDays {
  days: Weekday[]
  times: { opens: string; closes: string }[]
}

export function hoursByDays(openingHours: OpeningHours[]): HoursOfDays[] {
  const alike = new Map<string, HoursOfDays>()
  for (const day of new Set(openingHours.flatMap(({ days }) => days))) {
    const times = openingHours
      .filter(({ days }) => days.includes(day))
      .flatMap(({ opens, closes }) => (opens && closes ? [{ opens, closes }] : []))
      .sort((one, other) => one.opens.localeCompare(other.opens))
    const key = JSON.stringify(times)
    alike.set(key, { days: [...(alike.get(key)?.days ?? []), day], times })
  }
  return [...alike.values()]
}

/** Days that follow one another, over the end of the week too: Saturday is followed by Sunday. */
export function runsOf(days: Weekday[]): Weekday[][] {
  const isOpen = WEEKDAYS.map((weekday) => days.includes(weekday))
  const isBeginning = (index: number) => isOpen[index] && !isOpen[(index + 6) % 7]
  const beginnings = WEEKDAYS.map((_, index) => index).filter(isBeginning)
  if (beginnings.length === 0) return isOpen[0] ? [[...WEEKDAYS]] : []
  return beginnings.map((beginning) => {
    const length = Array.from({ length: 7 }, (_, step) => step).findIndex((step) => !isOpen[(beginning + step) % 7])
    return Array.from({ length }, (_, step) => WEEKDAYS[(beginning + step) % 7] as Weekday)
  })
}
