import { accessSync, constants } from 'node:fs'
import path from 'node:path'

const CHROMIUM = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const FIREFOX = ['firefox-esr', 'firefox']

export const findChromium = () => process.env.CHROMIUM || findProgram(CHROMIUM)

export const requireChromium = () =>
  findChromium() ?? fail(`No Chromium: install one of ${CHROMIUM.join(', ')}, or set its path in the variable CHROMIUM`)

/** Takes less than half the processor time, but has no back-forward cache and draws some pictures differently. */
export const findHeadlessShell = () => process.env.CHROMIUM || findProgram(['chromium-headless-shell'])

export const requireHeadlessShell = () => findHeadlessShell() ?? requireChromium()

/** Hidden pages of the address bar cost half of a new page. */
export const ADDRESS_BAR_FEATURES = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'SpareRendererForSitePerProcess',
]

export const NO_FIREFOX = `No Firefox: install one of ${FIREFOX.join(', ')}, or set its path in the variable FIREFOX`

export const findFirefox = () => process.env.FIREFOX || findProgram(FIREFOX)

export const requireFirefox = () => findFirefox() ?? fail(NO_FIREFOX)

/** A driver, its browser and a display that needs no screen. Debian's packages put the browser outside PATH. */
export function findWebKit() {
  const driver = process.env.WEBKIT_DRIVER || findProgram(['WebKitWebDriver'])
  const browser = process.env.WEBKIT || MINI_BROWSERS.find(isExecutable)
  const display = findProgram(['Xvfb'])
  return driver && browser && display ? { driver, browser, display } : undefined
}

const MINI_BROWSERS = ['lib/x86_64-linux-gnu', 'lib/aarch64-linux-gnu', 'libexec'].map(
  (folder) => `/usr/${folder}/webkit2gtk-4.1/MiniBrowser`,
)

export const NO_WEBKIT = 'No WebKit: install webkit2gtk-driver (WebKitWebDriver and MiniBrowser) and xvfb'

export const requireWebKit = () => findWebKit() ?? fail(NO_WEBKIT)

export function findProgram(names) {
  const folders = (process.env.PATH ?? '').split(path.delimiter)
  return names.flatMap((name) => folders.map((folder) => path.join(folder, name))).find(isExecutable)
}

function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

function fail(message) {
  throw new Error(message)
}
