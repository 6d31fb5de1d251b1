import { statfs } from 'node:fs/promises'

export interface Disk {
  freeBytes: number
  sizeBytes: number
}

export async function readDisk(folder: string): Promise<Disk | undefined> {
  try {
    const { bsize, bavail, blocks } = await statfs(folder)
    return { freeBytes: bavail * bsize, sizeBytes: blocks * bsize }
  } catch {
    return undefined
  }
}
