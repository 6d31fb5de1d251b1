import { SOURCE_KEY } from '#contract/constants.ts'
import { isLanguage, LANGUAGE_KEY, type Language } from '#texts/languages.ts'
import { isArabicAddress, PREVIEW_PARAMETER, permanentAddress, plainDestination } from '../addresses.ts'
import { type CameBy, wordsOfCampaign } from '../submissions/came-by.ts'
import { THEME_KEY } from '../theme.ts'
import { pageAddress, tell } from './beacon.ts'
import { OFFLINE_ID } from './offline.ts'

/** Inlined in the head of every page: theme, language and phone menu work before and without the application. */

const root = document.documentElement
const ONE_YEAR_SECONDS = 31_536_000
let isLedAway = false
let begunPage: string | undefined

applyTheme()
saveLanguageOfAddress()
// Before the page leads to the other language.
keepCameBy()
applyLanguage()
document.addEventListener('DOMContentLoaded', showTheme)
document.addEventListener('DOMContentLoaded', countView)
addEventListener('pageshow', applyChoicesMadeMeanwhile)
document.addEventListener('change', chooseTheme)
document.addEventListener('input', countBegun)
document.addEventListener('click', chooseLanguage)
document.addEventListener('keydown', keepFocusInMenu)
// Before the application's own links.
addEventListener('click', stayWhileOffline, true)
addEventListener('online', () => showOffline(false))
// Older browsers know no popovers.
if (!('popover' in root)) {
  document.addEventListener('click', toggleMenu)
  document.addEventListener('keydown', closeMenuByEscape)
}

function applyTheme() {
  const theme = read(THEME_KEY)
  if (theme === 'light' || theme === 'dark') root.dataset.theme = theme
  else if (theme === 'system') delete root.dataset.theme
}

function showTheme() {
  const { theme = 'system' } = root.dataset
  const choice = document.querySelector<HTMLInputElement>(`input[name="${THEME_KEY}"][value="${theme}"]`)
  if (choice) choice.checked = true
}

function chooseTheme({ target }: Event) {
  const { name, value } = target as HTMLInputElement
  if (name !== THEME_KEY) return
  write(THEME_KEY, value)
  if (value === 'system') delete root.dataset.theme
  else root.dataset.theme = value
}

/** Back restores a page as it was left. */
function applyChoicesMadeMeanwhile({ persisted }: PageTransitionEvent) {
  if (!persisted) return
  applyTheme()
  showTheme()
  applyLanguage()
  countView()
}

/** The server has set the cookie; the hash names the choice for local storage. */
function saveLanguageOfAddress() {
  const [key, language] = location.hash.slice(1).split('=')
  if (key !== LANGUAGE_KEY || !isLanguage(language)) return
  saveLanguage(language)
  history.replaceState(history.state, '', location.href.split('#')[0])
}

/** How this tab came to the site: the first visit that says so. Forms send it along. */
function keepCameBy() {
  try {
    if (sessionStorage.getItem(SOURCE_KEY)) return
    const found = cameBy()
    if (Object.keys(found).length > 0) sessionStorage.setItem(SOURCE_KEY, JSON.stringify(found))
  } catch {}
}

function cameBy(): CameBy {
  const site = document.referrer && new URL(document.referrer).hostname
  return {
    ...wordsOfCampaign(new URLSearchParams(location.search)),
    ...(site && site !== location.hostname && { referring_site: site }),
  }
}

/** Pages that the application shows later are counted by the application. */
function countView() {
  if (document.prerendering) document.addEventListener('prerenderingchange', countView)
  else if (!isLedAway) tell('seen', cameBy())
}

/** Once a page: with the first letter, also before the application is awake. */
function countBegun({ target }: Event) {
  if ((target as HTMLInputElement).form?.method !== 'post' || begunPage === pageAddress()) return
  begunPage = pageAddress()
  tell('begun')
}

/** Product 4.1: an Arabic address is a choice; a plain one follows what was saved. A preview changes nothing. */
function applyLanguage() {
  if (new URLSearchParams(location.search).has(PREVIEW_PARAMETER)) return
  const saved = read(LANGUAGE_KEY)
  if (!isArabicAddress(location.pathname)) {
    if (saved === 'ar') leadTo('ar')
  } else if (saved === 'en' && wasLedByServer()) leadTo('en')
  else saveLanguage('ar')
}

/** By the cookie alone, and local storage wins where the two differ. */
function wasLedByServer() {
  const navigations = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return navigations.some(({ redirectCount }) => redirectCount > 0)
}

function leadTo(language: Language) {
  saveLanguage(language)
  // A cookie that cannot be changed would lead back for ever.
  if (language !== 'ar' && document.cookie.includes(`${LANGUAGE_KEY}=ar`)) return
  isLedAway = true
  location.replace(addressIn(language))
}

function addressIn(language: Language) {
  return permanentAddress(plainDestination(location.pathname), language) + location.search + location.hash
}

function chooseLanguage(event: MouseEvent) {
  const link = (event.target as Element).closest?.<HTMLElement>('a[data-language]')
  if (!link || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
  event.preventDefault()
  const language = link.dataset.language as Language
  saveLanguage(language)
  if (isArabicAddress(location.pathname) === (language === 'ar')) location.reload()
  // Going back to the page in the other language would lead here again.
  else location.replace(addressIn(language))
}

/** The browser would show its own error page instead of this one. */
function stayWhileOffline(event: MouseEvent) {
  const link = (event.target as Element).closest?.<HTMLAnchorElement>('a[href]')
  if (navigator.onLine || !link || link.target || event.metaKey || event.ctrlKey || event.shiftKey) return
  const isOnThisPage = link.hash !== '' && link.href.split('#')[0] === location.href.split('#')[0]
  if (isOnThisPage || !link.protocol.startsWith('http')) return
  event.preventDefault()
  showOffline(true)
}

function showOffline(isShown: boolean) {
  document.getElementById(OFFLINE_ID)?.toggleAttribute('data-shown', isShown)
}

function keepFocusInMenu(event: KeyboardEvent) {
  const menu = event.key === 'Tab' && (event.target as Element).closest?.('[popover][aria-modal]')
  if (!menu) return
  const stops = [...menu.querySelectorAll<HTMLElement>('a[href], button')]
  const [from, to] = event.shiftKey ? [stops.at(0), stops.at(-1)] : [stops.at(-1), stops.at(0)]
  if (document.activeElement !== from) return
  event.preventDefault()
  to?.focus()
}

function toggleMenu({ target }: MouseEvent) {
  const button = (target as Element).closest?.('[popovertarget]')
  if (button) showMenu(!button.hasAttribute('popovertargetaction'))
}

function closeMenuByEscape({ key }: KeyboardEvent) {
  if (key === 'Escape' && document.querySelector('[popover][data-open]')) showMenu(false)
}

function showMenu(isOpen: boolean) {
  document.querySelector('[popover]')?.toggleAttribute('data-open', isOpen)
  const opener = '[popovertarget]:not([popovertargetaction])'
  document.querySelector<HTMLElement>(isOpen ? '[popovertargetaction]' : opener)?.focus()
}

function saveLanguage(language: Language) {
  write(LANGUAGE_KEY, language)
  const secure = location.protocol === 'https:' ? ';secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in browsers that we serve
  document.cookie = `${LANGUAGE_KEY}=${language};path=/;max-age=${ONE_YEAR_SECONDS};samesite=lax${secure}`
}

/** Storage may be switched off. */
function read(key: string) {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

function write(key: string, value: string) {
  try {
    localStorage.setItem(key, value)
  } catch {}
}
