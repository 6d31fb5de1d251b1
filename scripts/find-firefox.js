import { findProgram } from './find-program.js'

const NAMES = ['firefox-esr', 'firefox']

export const NO_FIREFOX = `No Firefox: install one of ${NAMES.join(', ')}, or name it in the variable FIREFOX`

/** The system's Firefox, if there is one; the variable FIREFOX names another one. */
export const findFirefox = () => process.env.FIREFOX || findProgram(NAMES)

export function requireFirefox() {
  const found = findFirefox()
  if (!found) throw new Error(NO_FIREFOX)
  return found
}
