import { useFormatter } from 'use-intl'
import { useFacts } from '../../../texts.tsx'

/** The date and the hour as people there read them. */
export function useOpeningDate() {
  const format = useFormatter()
  const { opensAt, timeZone, zoneName } = useFacts('countdown')
  return {
    date: format.dateTime(opensAt, { day: 'numeric', month: 'long', year: 'numeric', timeZone }),
    time: format.dateTime(opensAt, { hour: 'numeric', minute: '2-digit', timeZone }),
    zone: zoneName,
  }
}
