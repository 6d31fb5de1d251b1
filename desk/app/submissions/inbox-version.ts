import { useSyncExternalStore } from 'react'
import { addressOf, api } from '../api.ts'

const ASK_EVERY_MILLISECONDS = 30_000

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

/** Server-sent events; while they do not get through, it is asked for now and then, and they are tried again. */
function begin() {
  let source: EventSource | undefined
  let timer: ReturnType<typeof setInterval> | undefined
  const listen = () => {
    source?.close()
    source = new EventSource(addressOf('GET /events'))
    source.onopen = () => {
      clearInterval(timer)
      timer = undefined
    }
    source.onmessage = ({ data }) => tell((JSON.parse(data) as { version: string }).version)
    source.onerror = () => {
      if (timer !== undefined) return
      ask()
      timer = setInterval(() => {
        if (source?.readyState === EventSource.CLOSED) listen()
        ask()
      }, ASK_EVERY_MILLISECONDS)
    }
  }
  listen()
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
