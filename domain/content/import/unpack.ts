import { appendFile, mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { Unzip, UnzipInflate } from 'fflate'
import { RefusedFile } from './refused-file.ts'

/** Unpacked, a small archive can fill a disk. */
const MAX_FILES = 5000
const MAX_UNPACKED_BYTES = 300 * 1024 * 1024
/** Unpacked at most a thousand times as long, and in memory until it is written. */
const CHUNK_BYTES = 16 * 1024
const END_OF_ARCHIVE = Buffer.from('PK\x05\x06', 'latin1')

export const isArchive = (bytes: Uint8Array) => bytes[0] === 0x50 && bytes[1] === 0x4b

/** Writes texts and pictures of a zip archive below the folder; other files are left out. */
export async function unpack(bytes: Buffer, folder: string): Promise<string[]> {
  if (!bytes.includes(END_OF_ARCHIVE)) throw new RefusedFile('archiveDamaged')
  const written: string[] = []
  for await (const { name, content, isFirst } of piecesIn(bytes)) {
    const file = path.join(folder, ...name.split('/'))
    try {
      if (isFirst) {
        await mkdir(path.dirname(file), { recursive: true })
        await writeFile(file, content)
        written.push(file)
      } else await appendFile(file, content)
    } catch (error) {
      throw isFaultOfNames(error) ? new RefusedFile('archiveDamaged') : error
    }
  }
  return written
}

/** One file lies below another, or a part of its name is too long. */
const isFaultOfNames = (error: unknown) =>
  ['ENOTDIR', 'EISDIR', 'EEXIST', 'ENAMETOOLONG'].includes(String((error as NodeJS.ErrnoException).code))

interface Piece {
  name: string
  content: Uint8Array
  isFirst: boolean
}

async function* piecesIn(bytes: Buffer): AsyncGenerator<Piece> {
  let [files, size] = [0, 0]
  let pieces: Piece[] = []
  let unfinished: string | undefined
  const unzip = new Unzip((file) => {
    const name = file.name.replaceAll('\\', '/').replace(/^(?:\.\/)+(?=.)/, '')
    if (leadsOut(name)) throw new RefusedFile('archiveEscapes')
    if (!isWanted(name)) return
    if (++files > MAX_FILES) throw new RefusedFile('archiveTooLarge')
    let isFirst = true
    unfinished = name
    file.ondata = (error, content, isLast) => {
      // Also what is thrown below.
      if (error) throw error
      size += content.length
      if (size > MAX_UNPACKED_BYTES) throw new RefusedFile('archiveTooLarge')
      pieces.push({ name, content, isFirst })
      isFirst = false
      if (isLast) unfinished = undefined
    }
    file.start()
  })
  unzip.register(UnzipInflate)
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) {
    const end = Math.min(at + CHUNK_BYTES, bytes.length)
    try {
      unzip.push(bytes.subarray(at, end), end === bytes.length)
    } catch (error) {
      throw error instanceof RefusedFile ? error : new RefusedFile('archiveDamaged')
    }
    yield* pieces
    pieces = []
    // Other work comes in between.
    await setImmediate()
  }
  if (unfinished !== undefined) throw new RefusedFile('archiveDamaged')
}

const WANTED = /\.(?:md|markdown|xml|jpe?g|png|webp|avif)$/i
const isWanted = (name: string) => WANTED.test(name) && !name.startsWith('__MACOSX/')

const leadsOut = (name: string) =>
  /\0|^\//.test(name) ||
  name
    .replace(/\/$/, '')
    .split('/')
    .some((part) => part === '' || part === '..')
