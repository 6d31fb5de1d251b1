import { createHash } from 'node:crypto'
import { readFile, realpath } from 'node:fs/promises'
import path from 'node:path'

export const PICTURE_TYPES: Readonly<Record<string, string>> = {
  '.svg': 'image/svg+xml; charset=utf-8',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
}

export const pictureType = (picture: string): string | undefined => PICTURE_TYPES[path.extname(picture).toLowerCase()]

/** Nothing that climbs, hides or means something to a file system. */
export const isPlainPath = (picture: string) => /^[\w-]+(?:[./][\w-]+)*$/.test(picture)

export async function findPicture(imagesDirectory: string, hash: string, picture: string): Promise<Buffer | undefined> {
  const bytes = await readPicture(imagesDirectory, picture)
  return bytes && pictureHash(bytes) === hash ? bytes : undefined
}

/** Undefined also for a link that leads out of the folder. */
export async function readPicture(imagesDirectory: string, picture: string): Promise<Buffer | undefined> {
  if (!isPlainPath(picture)) return undefined
  try {
    const directory = await realpath(imagesDirectory)
    const file = await realpath(path.join(directory, picture))
    return file.startsWith(directory + path.sep) ? await readFile(file) : undefined
  } catch {
    return undefined
  }
}

export function pictureHash(bytes: Uint8Array) {
  return createHash('sha256').update(bytes).digest('base64url').slice(0, 16)
}

/** Files name an uploaded picture `uploads/{id}/…`; in an address the id stands first. */
const ADDRESS = /^\/media\/([\w-]+)\/(.+)$/
const UPLOADS = 'uploads/'
const UPLOADED = /^uploads\/([\w-]{16})\/(.+)$/

export function pathOfAddress(address: string): string {
  const [, first = '', rest = address] = ADDRESS.exec(address) ?? []
  return rest.startsWith(UPLOADS) ? `${UPLOADS}${first}/${rest.slice(UPLOADS.length)}` : rest
}

export function uploadedAt(path: string): { id: string; address: string } | undefined {
  const [, id, rest] = UPLOADED.exec(path) ?? []
  return id === undefined ? undefined : { id, address: `/media/${id}/${UPLOADS}${rest}` }
}
