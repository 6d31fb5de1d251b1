import { findProgram } from './find-program.js'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** The system's Chromium, if there is one; the variable CHROMIUM names another one. */
export const findChromium = () => process.env.CHROMIUM || findProgram(NAMES)

export function requireChromium() {
  const found = findChromium()
  if (!found) throw new Error(`No Chromium: install one of ${NAMES.join(', ')}, or name it in the variable CHROMIUM`)
  return found
}

/**
 * The same engine without a window, which takes less than half the processor time; a whole Chromium where there is none. It keeps no page whole
 * for going back, and draws some pictures differently: tests of that ask for the whole browser.
 */
export const requireHeadlessShell = () =>
  process.env.CHROMIUM || findProgram(['chromium-headless-shell']) || requireChromium()

/** Every window would load two pages of the address bar, though nobody sees them: half of what a new page costs. */
export const ADDRESS_BAR_FEATURES = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'SpareRendererForSitePerProcess',
]
