import { constants } from 'node:fs'
import { access, open, rm } from 'node:fs/promises'
import path from 'node:path'
import { OWNER_ONLY_FILE } from '../platform/make-folder.ts'
import { readDisk } from './disk.ts'

const PLENTY_BYTES = 64 * 1024 * 1024
/** As much as a form with a small CV takes. */
const PROBE_BYTES = 1024 * 1024
const MAX_AGE_MILLISECONDS = 3_000

/** Whether the disk is neither read-only nor full; a file is written only when little space is left. */
export function createWriteProbe(folder: string): () => Promise<boolean> {
  let probing: Promise<boolean> | undefined
  let probedAt = Number.NEGATIVE_INFINITY
  return () => {
    if (!probing || performance.now() - probedAt > MAX_AGE_MILLISECONDS) {
      probedAt = performance.now()
      probing = canWrite(folder)
    }
    return probing
  }
}

async function canWrite(folder: string) {
  try {
    await access(folder, constants.W_OK)
    const disk = await readDisk(folder)
    if (disk && disk.freeBytes > PLENTY_BYTES) return true
    return await tryToWrite(path.join(folder, `.write-probe-${process.pid}`))
  } catch {
    return false
  }
}

async function tryToWrite(file: string) {
  try {
    const handle = await open(file, 'w', OWNER_ONLY_FILE)
    try {
      await handle.writeFile(Buffer.alloc(PROBE_BYTES))
      await handle.datasync()
    } finally {
      await handle.close()
    }
    return true
  } finally {
    await rm(file, { force: true })
  }
}
