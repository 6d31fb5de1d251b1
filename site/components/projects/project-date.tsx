import { useFormatter } from 'use-intl'

/** Product 3: day, full month name, year. */
export function ProjectDate({ date }: { date: string }) {
  const format = useFormatter()
  return (
    <time dateTime={date}>
      {format.dateTime(new Date(date), { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })}
    </time>
  )
}
