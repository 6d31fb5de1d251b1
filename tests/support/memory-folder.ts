import { statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

const MEMORY = '/dev/shm'
const NEEDED_BYTES = 2 * 1024 ** 3

/** Where tests keep their folders: in memory if there is room, because SQLite waits for a disk at each commit. */
export function memoryFolder(): string {
  try {
    const { bavail, bsize } = statfsSync(MEMORY)
    if (bavail * bsize > NEEDED_BYTES) return MEMORY
  } catch {
    // Other systems have no such folder.
  }
  return tmpdir()
}
