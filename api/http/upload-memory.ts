import { Problem } from './problem.ts'

export interface UploadMemory {
  /** What one upload holds, until it lets go of it. */
  open(): HeldBytes
}

export interface HeldBytes {
  add(bytes: number): void
  letGo(): void
}

const LEAST_BYTES = 64 * 1024 * 1024
const LARGEST_UPLOADS_AT_ONCE = 6
// A page reads its upload whole and hands it on, so for a while it is there several times.
const TIMES_A_PAGE_HOLDS_IT = 2

/**
 * All uploads that are under way hold their CVs in memory, so together they may hold this much; who brings more is asked to come
 * back. Bytes are counted and not connections: a thousand that trickle hold next to nothing and keep nobody out.
 */
export function limitUploadMemory(largestUploadBytes: number): UploadMemory {
  return limitBytes(Math.max(LEAST_BYTES, largestUploadBytes * LARGEST_UPLOADS_AT_ONCE))
}

/** The same for what pages are sent by people without JavaScript. */
export function limitPageUploadMemory(largestUploadBytes: number): UploadMemory {
  return limitBytes(Math.max(LEAST_BYTES, largestUploadBytes * LARGEST_UPLOADS_AT_ONCE) / TIMES_A_PAGE_HOLDS_IT)
}

function limitBytes(most: number): UploadMemory {
  let held = 0
  return {
    open() {
      let own = 0
      return {
        add(bytes) {
          own += bytes
          held += bytes
          if (held > most) throw new Problem('unavailable')
        },
        letGo() {
          held -= own
          own = 0
        },
      }
    },
  }
}
