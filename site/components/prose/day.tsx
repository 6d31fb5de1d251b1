import { useFormatter } from 'use-intl'

/** Product 3: day, full month name, year, in any time zone. */
export function useDay() {
  const format = useFormatter()
  return (day: string) =>
    format.dateTime(new Date(`${day}T00:00:00Z`), { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })
}

export function Day({ date }: { date: string }) {
  return <time dateTime={date}>{useDay()(date)}</time>
}
