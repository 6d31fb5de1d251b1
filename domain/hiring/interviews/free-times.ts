import { calendarDay, daysAfter, momentAt } from '../../platform/calendar.ts'
import { MINUTE } from '../../platform/durations.ts'

/** Without a database: the desk computes with it, too. */
export const QUARTER = 15 * MINUTE

interface WorkingDay {
  day: string
  /** Null on a day that the company is closed. */
  opens: string | null
  closes: string | null
}

export interface CompanyHours {
  timeZone: string
  dayOf(day: string): WorkingDay
}

export interface Busy {
  startsAt: string
  endsAt: string
  people: string[]
  kind: 'booked' | 'offered'
  /** All interviewers of that interview, in order. */
  allPeople: string[]
}

export interface WantedTime {
  minutes: number
  bufferMinutes: number
  people: readonly string[]
}

export const endOf = (startsAt: string, minutes: number) =>
  new Date(Date.parse(startsAt) + minutes * MINUTE).toISOString()

/** The same time with the same interviewers may be offered to several candidates. */
export function blockingTime(startsAt: string, { minutes, bufferMinutes, people }: WantedTime, busy: readonly Busy[]) {
  const endsAt = endOf(startsAt, minutes)
  const from = endOf(startsAt, -bufferMinutes)
  const to = endOf(endsAt, bufferMinutes)
  return busy.find(
    (each) =>
      each.startsAt < to &&
      each.endsAt > from &&
      each.people.length > 0 &&
      !isShared({ startsAt, endsAt, people }, each),
  )
}

function isShared(wanted: { startsAt: string; endsAt: string; people: readonly string[] }, each: Busy) {
  const isSameTime = each.startsAt === wanted.startsAt && each.endsAt === wanted.endsAt
  return each.kind === 'offered' && isSameTime && areSame(each.allPeople, wanted.people)
}

export const areSame = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.toSorted().join() === other.toSorted().join()

const MAX_DAYS_AHEAD = 14

/** Within working hours. Undefined if the next two weeks are full. */
export function nextFreeTime(after: string, wanted: WantedTime, busy: readonly Busy[], hours: CompanyHours) {
  const first = calendarDay(new Date(after), hours.timeZone)
  for (let ahead = 0; ahead < MAX_DAYS_AHEAD; ahead++) {
    const { day, opens, closes } = hours.dayOf(daysAfter(first, ahead))
    const begins = opens && momentAt(`${day}T${opens}`, hours.timeZone)?.getTime()
    const ends = closes && momentAt(`${day}T${closes}`, hours.timeZone)?.getTime()
    if (!begins || !ends) continue
    for (let at = begins; at + wanted.minutes * MINUTE <= ends; at += QUARTER) {
      const startsAt = new Date(at).toISOString()
      if (startsAt > after && !blockingTime(startsAt, wanted, busy)) return startsAt
    }
  }
  return undefined
}

/** Until when `nextFreeTime` looks. */
export const searchedUntil = (after: string) =>
  new Date(Date.parse(after) + (MAX_DAYS_AHEAD + 1) * 24 * 60 * MINUTE).toISOString()
