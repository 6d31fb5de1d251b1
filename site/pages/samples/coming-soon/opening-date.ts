import { useFormatter } from 'use-intl'
import { OPENS_AT } from './time-left.ts'

/** The date and the hour as people there read them. */
export function useOpeningDate() {
  const format = useFormatter()
  const timeZone = 'America/Los_Angeles'
  return {
    date: format.dateTime(OPENS_AT, { day: 'numeric', month: 'long', year: 'numeric', timeZone }),
    time: format.dateTime(OPENS_AT, { hour: 'numeric', minute: '2-digit', timeZone }),
  }
}
