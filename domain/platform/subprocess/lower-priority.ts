import { constants, setPriority } from 'node:os'

type Priority = 'PRIORITY_BELOW_NORMAL' | 'PRIORITY_LOW'

/** Those who answer visitors go first. Not every system lets us; the work is done all the same. */
export function lowerPriority(pid: number, priority: Priority) {
  try {
    setPriority(pid, constants.priority[priority])
  } catch {}
}
