import { useFormatter } from 'use-intl'

/** Moments in the words of the page. */
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
      }),
    /** A calendar day without a time. */
    dateOf: (day: string) =>
      format.dateTime(new Date(`${day}T00:00:00Z`), {
        day: 'numeric',
        month: 'long',
        year: 'numeric',
        timeZone: 'UTC',
      }),
  }
}
