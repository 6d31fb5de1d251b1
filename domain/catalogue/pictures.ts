import { readFile, realpath } from 'node:fs/promises'
import path from 'node:path'
import { pictureHash } from './load-content.ts'

/** The bytes of a picture of content/images, if the address names exactly these bytes. */
export async function findPicture(imagesDirectory: string, hash: string, picture: string): Promise<Buffer | undefined> {
  if (!PLAIN_PATH.test(picture)) return undefined
  try {
    const directory = await realpath(imagesDirectory)
    const file = await realpath(path.join(directory, picture))
    if (!file.startsWith(directory + path.sep)) return undefined
    const bytes = await readFile(file)
    return pictureHash(bytes) === hash ? bytes : undefined
  } catch {
    return undefined
  }
}

// Names of letters, digits, hyphens and single dots: nothing that climbs, hides or means something to a file system.
const PLAIN_PATH = /^[\w-]+(?:[./][\w-]+)*$/
