import { useCallback, useSyncExternalStore } from 'react'
import { writeCookie } from './cookies.ts'

type Theme = 'light' | 'dark'

const preference = matchMedia('(prefers-color-scheme: dark)')
const listeners = new Set<() => void>()

function chosenTheme(): Theme | 'system' {
  const chosen = document.documentElement.dataset.theme
  return chosen === 'light' || chosen === 'dark' ? chosen : 'system'
}

function currentTheme(): Theme {
  const chosen = chosenTheme()
  if (chosen !== 'system') return chosen
  return preference.matches ? 'dark' : 'light'
}

/** The system's theme until one is chosen; the cookie lets the server draw it before scripts run. */
export function useTheme() {
  const theme = useSyncExternalStore(subscribe, currentTheme)
  const choose = useCallback((wanted: Theme | 'system') => {
    if (wanted === 'system') delete document.documentElement.dataset.theme
    else document.documentElement.dataset.theme = wanted
    writeCookie('desk-theme', wanted)
    for (const listen of listeners) listen()
  }, [])
  const toggle = useCallback(() => choose(currentTheme() === 'dark' ? 'light' : 'dark'), [choose])
  const chosen = useSyncExternalStore(subscribe, chosenTheme)
  return { theme, chosen, choose, toggle }
}

function subscribe(listen: () => void) {
  listeners.add(listen)
  preference.addEventListener('change', listen)
  return () => {
    listeners.delete(listen)
    preference.removeEventListener('change', listen)
  }
}
