import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'

const MAX_FILES = 2_000
const COMPLETE = 'complete'
const ENDS = { '.png': Buffer.from('49454e44ae426082', 'hex'), '.jpg': Buffer.from('ffd9', 'hex') }

/** Pictures on disk, named by the hash of their source: nothing goes stale. */
export function openPictureFolder(folder: string) {
  const inFolder = (name: string) => path.join(folder, name)

  async function read(name: string) {
    const bytes = await readFile(inFolder(name)).catch(() => undefined)
    const end = ENDS[path.extname(name) as keyof typeof ENDS]
    return bytes?.subarray(-end.length).equals(end) ? bytes : undefined
  }

  /** Failures are ignored: the picture is drawn again for the next request. */
  async function write(name: string, bytes: Buffer | string) {
    try {
      await mkdir(folder, { recursive: true })
      if ((await readdir(folder)).length >= MAX_FILES) return
      const unfinished = inFolder(`${name}.${process.pid}`)
      await writeFile(unfinished, bytes)
      await rename(unfinished, inFolder(name))
    } catch {}
  }

  /** Saves the next start from looking for each picture. */
  const isComplete = async (version: string) =>
    (await readFile(inFolder(COMPLETE), 'utf8').catch(() => undefined)) === version

  async function complete(version: string, names: Set<string>) {
    for (const file of await readdir(folder).catch(() => []))
      if (!names.has(file)) await rm(inFolder(file), { force: true })
    await write(COMPLETE, version)
  }

  return { read, write, isComplete, complete }
}

export const pictureName = (drawnFrom: unknown, extension: keyof typeof ENDS = '.png') =>
  `${createHash('sha256').update(JSON.stringify(drawnFrom)).digest('hex').slice(0, 32)}${extension}`
