import { findProgram } from './find-program.js'

// Not chromium-headless-shell, though it is faster: it keeps no page whole for going back, and lays text out with other metrics.
const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** The system's Chromium, if there is one; the variable CHROMIUM names another one. */
export const findChromium = () => process.env.CHROMIUM || findProgram(NAMES)

export function requireChromium() {
  const found = findChromium()
  if (!found) throw new Error(`No Chromium: install one of ${NAMES.join(', ')}, or name it in the variable CHROMIUM`)
  return found
}
