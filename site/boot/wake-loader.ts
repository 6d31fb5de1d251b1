import { somethingIsBegun, somethingWaits } from '../submissions/waiting-marker.ts'
import { DEFERRED_TYPE, FILES_ATTRIBUTE, MODULE_ATTRIBUTE } from './deferred-scripts.ts'
import { mustSaveData } from './must-save-data.ts'

/** Inlined at the end of every page: loads the application at the first sign of a visitor. See docs/decisions/deferred-hydration.md. */

// Not `scroll`: a restored scroll position fires it. `input` comes from password managers, `dragenter` with a file.
const SIGNS = ['pointerdown', 'pointermove', 'touchstart', 'keydown', 'focusin', 'wheel', 'input', 'dragenter']
const LISTENING = { capture: true, passive: true }
const deferred = [...document.querySelectorAll<HTMLScriptElement>(`script[type="${DEFERRED_TYPE}"]`)]
const isModule = (script: HTMLScriptElement) => script.hasAttribute(MODULE_ATTRIBUTE)
const files = deferred.find(isModule)?.getAttribute(FILES_ATTRIBUTE)?.split(' ') ?? []
const loadedAddress = currentAddress()
let isAwake = false

for (const sign of SIGNS) addEventListener(sign, wake, LISTENING)
addEventListener('click', rememberClick, true)
addEventListener('submit', rememberPost)
addEventListener('focusout', rememberLeft)
addEventListener('popstate', loadOtherPage)
if (somethingWaits() || (document.forms.length > 0 && somethingIsBegun())) wakeOnceDrawn()
else {
  wakeWhenVisible()
  fetchWhenIdle()
}

function wake() {
  if (isAwake || !isDecodable(location.pathname)) return
  isAwake = true
  for (const sign of SIGNS) removeEventListener(sign, wake, LISTENING)
  // All at once: left to the imports, each file would be asked for only when the one before it has arrived.
  files.forEach(preload)
  // The data before the module that reads it.
  for (const script of [...deferred.filter((each) => !isModule(each)), ...deferred.filter(isModule)]) run(script)
}

/** The router cannot start at an address that it cannot decode. */
function isDecodable(pathname: string) {
  try {
    // The result is used: a call without one is left out of the built script.
    return decodeURIComponent(pathname) !== ''
  } catch {
    return false
  }
}

function run(script: HTMLScriptElement) {
  const copy = document.createElement('script')
  if (isModule(script)) copy.type = 'module'
  copy.textContent = script.textContent
  document.head.append(copy)
}

function rememberClick({ target }: MouseEvent) {
  const button = (target as Element).closest?.<HTMLElement>('[data-replay]')
  if (button && !window.siteIsAwake) window.clickToReplay = button
}

/** The application checks these fields when it wakes. */
function rememberLeft({ target }: FocusEvent) {
  const field = target as HTMLInputElement
  if (!window.siteIsAwake && field.form && field.type !== 'file')
    window.fieldsLeft = [...(window.fieldsLeft ?? []), field]
}

function rememberPost({ defaultPrevented }: Event) {
  if (!defaultPrevented) window.formIsPosted = true
}

/** After a reload, Back and Forward to pages of the application change only the address. */
function loadOtherPage() {
  if (!window.siteIsAwake && currentAddress() !== loadedAddress) location.reload()
}

function wakeOnceDrawn() {
  if (document.hidden) wake()
  else requestAnimationFrame(() => setTimeout(wake))
}

function wakeWhenVisible() {
  const marked = document.querySelectorAll('[data-wake="visible"]')
  if (marked.length === 0 || !window.IntersectionObserver) return
  const observer = new IntersectionObserver((entries) => {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return
    observer.disconnect()
    wake()
  })
  for (const element of marked) observer.observe(element)
}

function fetchWhenIdle() {
  if (mustSaveData()) return
  addEventListener('load', () => (window.requestIdleCallback ?? setTimeout)(() => isAwake || fetchAhead()))
}

/** Not by `<link rel="prefetch">`: Firefox holds it to `default-src`, Safari does not know it. */
function fetchAhead() {
  for (const file of files)
    fetch(file, { priority: 'low' })
      // Only a file that was read to its end is kept in the browser's cache.
      .then((response) => response.blob())
      .catch(() => {})
}

function currentAddress() {
  return location.pathname + location.search
}

function preload(file: string) {
  const link = document.createElement('link')
  link.rel = 'modulepreload'
  link.href = file
  document.head.append(link)
}
