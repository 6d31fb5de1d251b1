import { accessSync, constants } from 'node:fs'
import path from 'node:path'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** The system's Chromium; the variable CHROMIUM names another one. */
export function findChromium() {
  const folders = (process.env.PATH ?? '').split(path.delimiter)
  const candidates = NAMES.flatMap((name) => folders.map((folder) => path.join(folder, name)))
  const found = process.env.CHROMIUM ?? candidates.find(isExecutable)
  if (!found) throw new Error(`No Chromium: install one of ${NAMES.join(', ')}, or name it in the variable CHROMIUM`)
  return found
}

function isExecutable(file: string) {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
