import type { Busy } from '#domain/hiring/interviews/free-times.ts'
import { blockingTime, endOf } from '#domain/hiring/interviews/free-times.ts'
import { momentAt } from '#domain/platform/calendar.ts'
import { MINUTE } from '#domain/platform/durations.ts'
import type { ResultOf } from '../../api.ts'

export type Week = ResultOf<'GET /interviews/week'>

/** A quarter of an hour by the company's clock; undefined where the clock skips it. */
export interface Cell {
  startsAt: string | undefined
  /** 9:15 */
  minute: number
  day: string
  isOpen: boolean
}

const QUARTER_MINUTES = 15
const DAY_MINUTES = 24 * 60
const USUAL_FROM = 9 * 60
const USUAL_TO = 18 * 60

/** The quarters that all shown days have in common. */
export function quartersShown({ days }: Week, areAllHours: boolean): number[] {
  const opens = days.flatMap(({ opens }) => (opens ? [minutesOf(opens)] : []))
  const closes = days.flatMap(({ closes }) => (closes ? [minutesOf(closes)] : []))
  const from = areAllHours ? 0 : Math.min(...opens, opens.length > 0 ? DAY_MINUTES : USUAL_FROM)
  const to = areAllHours ? DAY_MINUTES : Math.max(...closes, closes.length > 0 ? 0 : USUAL_TO)
  return Array.from({ length: Math.ceil((to - from) / QUARTER_MINUTES) }, (_, index) => from + index * QUARTER_MINUTES)
}

export function cellAt({ days, timeZone }: Week, dayIndex: number, minute: number): Cell {
  const { day, opens, closes } = days[dayIndex] as Week['days'][number]
  const isOpen = opens !== null && closes !== null && minute >= minutesOf(opens) && minute < minutesOf(closes)
  return { day, minute, isOpen, startsAt: momentAt(`${day}T${clockOf(minute)}`, timeZone)?.toISOString() }
}

const minutesOf = (clock: string) => {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number)
  return hours * 60 + minutes
}

const clockOf = (minute: number) =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`

export interface Wanted {
  people: string[]
  minutes: number
  bufferMinutes: number
}

/** Undefined for a time that can be offered. Own times of the same candidate do not overlap either. */
export function refusalOf(startsAt: string, wanted: Wanted, busy: readonly Busy[], slots: readonly string[]) {
  const blocking = blockingTime(startsAt, wanted, busy)
  if (blocking) return { personId: blocking.people[0], until: blocking.endsAt }
  const endsAt = endOf(startsAt, wanted.minutes)
  const own = slots.find((slot) => slot !== startsAt && slot < endsAt && endOf(slot, wanted.minutes) > startsAt)
  return own ? { personId: undefined, until: endOf(own, wanted.minutes) } : undefined
}

/** In what is shown of the week. */
export function nextShown(after: string, cells: Cell[], isFree: (startsAt: string) => boolean) {
  const later = cells.flatMap(({ startsAt, isOpen }) => (startsAt && isOpen && startsAt > after ? [startsAt] : []))
  return later.toSorted().find(isFree)
}

/** The row that a moment lies in, counted from the first shown quarter. */
export function rowOf(moment: string, cells: Cell[]): number {
  return cells.findIndex(({ startsAt }) => startsAt !== undefined && endOf(startsAt, QUARTER_MINUTES) > moment)
}

export const quartersIn = (from: string, to: string) =>
  Math.max(1, Math.round((Date.parse(to) - Date.parse(from)) / (QUARTER_MINUTES * MINUTE)))
