import type { WEEKDAYS } from '#contract/constants.ts'
import type { OpeningHours } from '#contract/entities.ts'

export interface OfficeMoment {
  weekday: (typeof WEEKDAYS)[number]
  isOpen: boolean
}

export function officeMoment(openingHours: OpeningHours[], timeZone: string, now: Date): OfficeMoment {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    weekday: 'long',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(now)
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((each) => each.type === type)?.value ?? ''
  const weekday = part('weekday').toLowerCase() as OfficeMoment['weekday']
  const time = `${part('hour')}:${part('minute')}`
  const isOpen = openingHours.some(
    ({ days, opens, closes }) => days.includes(weekday) && opens && closes && opens <= time && time < closes,
  )
  return { weekday, isOpen }
}
