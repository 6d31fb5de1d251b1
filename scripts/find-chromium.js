import { accessSync, constants } from 'node:fs'
import path from 'node:path'

// Not chromium-headless-shell, though it is faster: it keeps no page whole for going back, and lays text out with other metrics.
const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** The system's Chromium, if there is one; the variable CHROMIUM names another one. */
export function findChromium() {
  const folders = (process.env.PATH ?? '').split(path.delimiter)
  const candidates = NAMES.flatMap((name) => folders.map((folder) => path.join(folder, name)))
  return process.env.CHROMIUM || candidates.find(isExecutable)
}

export function requireChromium() {
  const found = findChromium()
  if (!found) throw new Error(`No Chromium: install one of ${NAMES.join(', ')}, or name it in the variable CHROMIUM`)
  return found
}

function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
