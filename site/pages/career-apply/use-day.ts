import { useFormatter } from 'use-intl'

/** A calendar day in words, whatever the time zone of who reads it. */
export function useDay() {
  const format = useFormatter()
  return (day: string) =>
    format.dateTime(new Date(`${day}T00:00:00Z`), { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })
}
