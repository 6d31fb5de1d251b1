import { Problem } from './problem.ts'

// The largest number that an integer column of either database holds.
export const LARGEST_ID = 2_147_483_647

/** The id in an address. What cannot be an id names no record, so it is answered like an unknown one. */
export function recordIdOf(text: string): number {
  const id = /^[1-9]\d{0,9}$/.test(text) ? Number(text) : 0
  if (id < 1 || id > LARGEST_ID) throw new Problem('notFound')
  return id
}
