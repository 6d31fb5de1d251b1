import { WEEKDAYS } from '#contract/constants.ts'
import type { OpeningHours } from '#contract/entities.ts'
import { clockTime } from '#texts/dates-and-numbers.ts'

export interface OfficeMoment {
  weekday: (typeof WEEKDAYS)[number]
  isOpen: boolean
}

export function officeMoment(openingHours: OpeningHours[], timeZone: string, now: Date): OfficeMoment {
  const clock = clockTime(now, timeZone)
  const weekday = WEEKDAYS[clock.weekday] as OfficeMoment['weekday']
  const time = [clock.hour, clock.minute].map((part) => String(part).padStart(2, '0')).join(':')
  const isOpen = openingHours.some(
    ({ days, opens, closes }) => days.includes(weekday) && opens && closes && opens <= time && time < closes,
  )
  return { weekday, isOpen }
}
