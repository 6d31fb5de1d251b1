import { useSyncExternalStore } from 'react'
import type { NewsForPerson } from '#desk/api/calls/events.ts'
import { addressOf, api } from '../api.ts'

const ASK_EVERY_MILLISECONDS = 30_000
/** The server sends a sign of life every 25 seconds. */
const SILENT_MILLISECONDS = 60_000

const listeners = new Set<() => void>()
let news: Partial<NewsForPerson> = {}
/** Of this window: the server tells the others. */
let reads = 0
let stop: (() => void) | undefined

/** Changes with every arrival or handling anywhere; undefined while unknown. All users share one connection. */
export const useInboxVersion = () => useSyncExternalStore(subscribe, () => news.version)

/** Changes whenever a colleague is notified or has read. */
export const useNotificationsVersion = () => useSyncExternalStore(subscribe, () => `${news.notifications} ${reads}`)

/** Changes with the roles and teams of the person. */
export const useRightsVersion = () => useSyncExternalStore(subscribe, () => news.rights)

export function notificationsWereRead() {
  reads++
  for (const listen of listeners) listen()
}

function subscribe(listen: () => void) {
  listeners.add(listen)
  stop ??= begin()
  return () => {
    listeners.delete(listen)
    if (listeners.size > 0) return
    stop?.()
    stop = undefined
  }
}

function tell(found: Partial<NewsForPerson>) {
  news = found
  for (const listen of listeners) listen()
}

/** A silent connection may be held back by a proxy or asleep with the machine: open it again, and poll meanwhile. */
function begin() {
  let source: EventSource | undefined
  let heardAt = 0
  const hear = () => {
    heardAt = Date.now()
  }
  const listen = () => {
    source?.close()
    source = new EventSource(addressOf('GET /events'))
    source.onmessage = ({ data }) => {
      hear()
      tell(JSON.parse(data) as NewsForPerson)
    }
    source.addEventListener('alive', hear)
    source.onerror = () => {
      // Once per break, not per attempt to reconnect.
      if (heardAt > 0) ask()
      heardAt = 0
    }
  }
  listen()
  const timer = setInterval(() => {
    if (Date.now() - heardAt < SILENT_MILLISECONDS) return
    listen()
    ask()
  }, ASK_EVERY_MILLISECONDS)
  return () => {
    source?.close()
    clearInterval(timer)
  }
}

function ask() {
  if (document.visibilityState === 'hidden') return
  api('GET /inbox/version', { background: true }).then(
    (found) => tell(found),
    () => tell({}),
  )
}
