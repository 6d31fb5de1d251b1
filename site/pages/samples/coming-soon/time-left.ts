/** 20 March 2025, 17:00 Pacific time, which on that day is seven hours behind UTC. */
export const OPENS_AT = Date.parse('2025-03-20T17:00:00-07:00')

export interface TimeLeft {
  days: number
  hours: number
  minutes: number
  seconds: number
}

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

export const isOpenAt = (now: number) => now >= OPENS_AT

/** What remains until the date; a second that has begun still counts, and nothing ever goes below zero. */
export function timeLeftAt(now: number): TimeLeft {
  const left = Math.max(Math.ceil((OPENS_AT - now) / SECOND) * SECOND, 0)
  return {
    days: Math.floor(left / DAY),
    hours: Math.floor((left % DAY) / HOUR),
    minutes: Math.floor((left % HOUR) / MINUTE),
    seconds: Math.floor((left % MINUTE) / SECOND),
  }
}
