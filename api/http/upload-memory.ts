import { Problem } from './problem.ts'

export interface UploadMemory {
  /** What one upload holds, until it lets go of it. */
  open(): HeldBytes
}

export interface HeldBytes {
  add(bytes: number): void
  release(): void
}

/**
 * All uploads together may hold this much; who brings more is asked to come back. Bytes are counted and not connections: a thousand
 * that trickle hold next to nothing and keep nobody out.
 */
export function limitUploadMemory(maxBytes: number): UploadMemory {
  let held = 0
  return {
    open() {
      let own = 0
      return {
        add(bytes) {
          own += bytes
          held += bytes
          if (held > maxBytes) throw new Problem('unavailable')
        },
        release() {
          held -= own
          own = 0
        },
      }
    },
  }
}
