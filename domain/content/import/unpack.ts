import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { Unzip, UnzipInflate } from 'fflate'

/** Unpacked, a small archive can fill a disk. */
const MAX_FILES = 5000
const MAX_UNPACKED_BYTES = 300 * 1024 * 1024
const CHUNK_BYTES = 64 * 1024

export class ArchiveRefused extends Error {
  readonly reason: 'archiveTooLarge' | 'archiveDamaged'

  constructor(reason: ArchiveRefused['reason']) {
    super(reason)
    this.reason = reason
  }
}

export const isArchive = (bytes: Uint8Array) => bytes[0] === 0x50 && bytes[1] === 0x4b

/** Writes texts and pictures of a zip archive below the folder. Names that lead out of it are left out. */
export async function unpack(bytes: Uint8Array, folder: string): Promise<string[]> {
  const written: string[] = []
  for (const { name, content } of await filesIn(bytes)) {
    const file = path.join(folder, ...name.split('/'))
    await mkdir(path.dirname(file), { recursive: true })
    await writeFile(file, content)
    written.push(file)
  }
  return written
}

interface Unpacked {
  name: string
  content: Buffer
}

async function filesIn(bytes: Uint8Array): Promise<Unpacked[]> {
  const found: Unpacked[] = []
  let size = 0
  let refused: ArchiveRefused | undefined
  const unzip = new Unzip((file) => {
    if (!isWanted(file.name)) return
    const chunks: Uint8Array[] = []
    file.ondata = (error, chunk, isLast) => {
      size += chunk?.length ?? 0
      if (error) refused ??= new ArchiveRefused('archiveDamaged')
      else if (size > MAX_UNPACKED_BYTES || found.length >= MAX_FILES) refused ??= new ArchiveRefused('archiveTooLarge')
      if (refused) return file.terminate()
      chunks.push(chunk)
      if (isLast) found.push({ name: file.name, content: Buffer.concat(chunks) })
    }
    file.start()
  })
  unzip.register(UnzipInflate)
  for (let at = 0; at < bytes.length && !refused; at += CHUNK_BYTES) {
    const end = Math.min(at + CHUNK_BYTES, bytes.length)
    try {
      unzip.push(bytes.subarray(at, end), end === bytes.length)
    } catch {
      refused ??= new ArchiveRefused('archiveDamaged')
    }
    // Other work comes in between.
    await setImmediate()
  }
  if (refused) throw refused
  return found
}

const WANTED = /\.(?:md|markdown|xml|jpe?g|png|webp|avif)$/i
const MAX_NAME_LENGTH = 400

const isWanted = (name: string) =>
  WANTED.test(name) &&
  name.length <= MAX_NAME_LENGTH &&
  !/[\\\0:]/.test(name) &&
  !path.isAbsolute(name) &&
  !name.startsWith('__MACOSX/') &&
  name.split('/').every((part) => part !== '' && part !== '.' && part !== '..')
