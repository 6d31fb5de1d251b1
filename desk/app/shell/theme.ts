import { useCallback, useSyncExternalStore } from 'react'
import { writeCookie } from '../cookies.ts'

type Theme = 'light' | 'dark'

const preference = matchMedia('(prefers-color-scheme: dark)')
const listeners = new Set<() => void>()

function currentTheme(): Theme {
  const chosen = document.documentElement.dataset.theme
  if (chosen === 'light' || chosen === 'dark') return chosen
  return preference.matches ? 'dark' : 'light'
}

/** The system's, until the person has chosen; the cookie lets the server draw it before anything runs. */
export function useTheme() {
  const theme = useSyncExternalStore((listen) => {
    listeners.add(listen)
    preference.addEventListener('change', listen)
    return () => {
      listeners.delete(listen)
      preference.removeEventListener('change', listen)
    }
  }, currentTheme)
  const toggle = useCallback(() => {
    const wanted = currentTheme() === 'dark' ? 'light' : 'dark'
    document.documentElement.dataset.theme = wanted
    writeCookie('desk-theme', wanted)
    for (const listen of listeners) listen()
  }, [])
  return { theme, toggle }
}
