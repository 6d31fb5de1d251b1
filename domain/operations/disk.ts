import { statfs } from 'node:fs/promises'

export interface Disk {
  freeBytes: number
  sizeBytes: number
}

/** The disk on which a folder lies; undefined where there is no such folder. */
export async function readDisk(folder: string): Promise<Disk | undefined> {
  try {
    const { bsize, bavail, blocks } = await statfs(folder)
    return { freeBytes: bavail * bsize, sizeBytes: blocks * bsize }
  } catch {
    return undefined
  }
}
