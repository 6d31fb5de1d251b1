import { Problem } from './errors.ts'

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

/**
 * All uploads that are under way hold their CVs in memory, so together they may hold this much; who brings more is asked to come
 * back. Bytes are counted and not connections: a thousand that trickle hold next to nothing and keep nobody out.
 */
export function limitUploadMemory(largestUploadBytes: number): UploadMemory {
  const most = Math.max(LEAST_BYTES, largestUploadBytes * LARGEST_UPLOADS_AT_ONCE)
  let held = 0
  return {
    open() {
      let own = 0
      return {
        add(bytes) {
          own += bytes
          held += bytes
          if (held > most)
            throw new Problem('unavailable', { cause: new Error('Uploads hold all the memory they may') })
        },
        letGo() {
          held -= own
          own = 0
        },
      }
    },
  }
}
