const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

export type TimeLeft = ReturnType<typeof timeLeftAt>

export const NO_TIME_LEFT: TimeLeft = { days: 0, hours: 0, minutes: 0, seconds: 0 }

/** A second that has begun still counts; never below zero. */
export function timeLeftAt(now: number, opensAt: number) {
  const left = Math.max(Math.ceil((opensAt - now) / SECOND) * SECOND, 0)
  return {
    days: Math.floor(left / DAY),
    hours: Math.floor((left % DAY) / HOUR),
    minutes: Math.floor((left % HOUR) / MINUTE),
    seconds: Math.floor((left % MINUTE) / SECOND),
  }
}
