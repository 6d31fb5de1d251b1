import { useSyncExternalStore } from 'react'
import { addressOf, api } from '../api.ts'

const ASK_EVERY_MILLISECONDS = 30_000
/** The server says every 25 seconds that it is there. */
const SILENT_MILLISECONDS = 60_000

const listeners = new Set<() => void>()
let version: string | undefined
let stop: (() => void) | undefined

/** Changes whenever something arrives or is handled, here or anywhere; undefined while it is not known. One connection for all who ask. */
export const useInboxVersion = () => useSyncExternalStore(subscribe, () => version)

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

function tell(found: string | undefined) {
  if (found === version) return
  version = found
  for (const listen of listeners) listen()
}

/**
 * Server-sent events. Where nothing is heard, not even that the server is there, the connection may be one that nobody has closed: held back
 * by a proxy, or asleep with the machine. It is then opened anew, and asked for meanwhile.
 */
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
      tell((JSON.parse(data) as { version: string }).version)
    }
    source.addEventListener('alive', hear)
    source.onerror = () => {
      // Asked once for each time that it breaks, not for each try to open it.
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
    ({ version: found }) => tell(found),
    () => tell(undefined),
  )
}
