import { type FocusEvent, type MouseEvent, type TouchEvent, useRef } from 'react'
import { matchPath } from 'react-router'
import { mustSaveData } from '../boot/must-save-data.ts'

declare global {
  interface Window {
    /** Every route with its files; the framework writes it into the page. */
    __reactRouterManifest?: { routes: Record<string, RouteFiles> }
  }
}

interface RouteFiles {
  path?: string
  module: string
  imports?: string[]
  css?: string[]
}

type Approach = FocusEvent | MouseEvent | TouchEvent

/** A pointer on its way elsewhere crosses links. */
const STAY_MILLISECONDS = 100

const prefetched = new Set<string>()

/** Fetches the files of an approached link's page. The router's own prefetch reloads the page when one does not arrive. */
export function usePrefetch(isWanted: boolean) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const leave = () => clearTimeout(timer.current)
  const approach = ({ currentTarget }: Approach) => {
    leave()
    const { pathname } = new URL((currentTarget as HTMLAnchorElement).href)
    timer.current = setTimeout(() => prefetch(pathname), STAY_MILLISECONDS)
  }
  if (!isWanted) return {}
  return { onMouseEnter: approach, onFocus: approach, onTouchStart: approach, onMouseLeave: leave, onBlur: leave }
}

function prefetch(pathname: string) {
  if (mustSaveData() || !navigator.onLine) return
  for (const file of filesOf(pathname)) {
    if (prefetched.has(file)) continue
    prefetched.add(file)
    fetch(file, { priority: 'low' })
      // Only a file that was read to its end is kept in the browser's cache.
      .then((response) => response.blob())
      .catch(() => prefetched.delete(file))
  }
}

function filesOf(pathname: string): string[] {
  const routes = Object.values(window.__reactRouterManifest?.routes ?? {})
  const route = routes.find(({ path }) => path && path !== 'ar?/*' && matchPath(`/${path}`, pathname))
  return route ? [route.module, ...(route.imports ?? []), ...(route.css ?? [])] : []
}
