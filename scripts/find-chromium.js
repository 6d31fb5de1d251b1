import { accessSync, constants } from 'node:fs'
import path from 'node:path'

const WHOLE = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
// The same browser without windows, in two thirds of the time.
const SHELL = 'chromium-headless-shell'

/** The system's Chromium, if there is one; the variable CHROMIUM names another one. */
export function findChromium({ isWhole = false } = {}) {
  const names = isWhole ? WHOLE : [SHELL, ...WHOLE]
  const folders = (process.env.PATH ?? '').split(path.delimiter)
  const candidates = names.flatMap((name) => folders.map((folder) => path.join(folder, name)))
  return process.env.CHROMIUM || candidates.find(isExecutable)
}

export function requireChromium(options) {
  const found = findChromium(options)
  if (!found) throw new Error(`No Chromium: install one of ${WHOLE.join(', ')}, or name it in the variable CHROMIUM`)
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
