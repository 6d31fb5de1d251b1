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

export function useMoment() {
  const format = useFormatter()
  return {
    dayOf: (moment: string) => format.dateTime(new Date(moment), { weekday: 'long', day: 'numeric', month: 'long' }),
    momentOf: (moment: string) =>
      format.dateTime(new Date(moment), {
        weekday: 'long',
        day: 'numeric',
        month: 'long',
        hour: 'numeric',
        minute: '2-digit',
        // The formatter's types do not know it yet; a name of the zone is not the same in all browsers.
        timeZoneName: 'shortOffset' as 'short',
      }),
  }
}
