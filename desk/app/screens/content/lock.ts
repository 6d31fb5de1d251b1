import { useCallback, useEffect, useState } from 'react'
import { api, type ResultOf } from '../../api.ts'
import type { Draft } from './draft.ts'

type Lock = ResultOf<'PUT /content/:type/:id/lock'>

const SHOWN_EVERY_MILLISECONDS = 30_000
/** A person who looks for a field passes others. */
const SETTLED_MILLISECONDS = 1500

const placeOfFocus = () => document.activeElement?.closest<HTMLElement>('[data-field]')?.dataset.field ?? null

export function useLock(draft: Draft, onSeen: (versions: Lock['versions']) => void) {
  const { params } = draft
  const [lock, setLock] = useState<Lock>()
  const look = useCallback(
    async (isTakeOver: boolean) => {
      const found = await draft.inOrder(() =>
        api('PUT /content/:type/:id/lock', {
          params,
          body: { isTakeOver, place: placeOfFocus() },
          background: !isTakeOver,
        }),
      )
      setLock(found)
      onSeen(found.versions)
    },
    [draft, params, onSeen],
  )
  useEffect(() => {
    if (draft.isNew) return
    const lookIfSeen = () => {
      // Who was writing last is taken to be writing still: two who write at once is worse than one who waits.
      if (document.visibilityState !== 'hidden') look(false).catch(() => {})
    }
    lookIfSeen()
    const timer = setInterval(lookIfSeen, SHOWN_EVERY_MILLISECONDS)
    let told = placeOfFocus()
    let settling: ReturnType<typeof setTimeout> | undefined
    const tellPlace = () => {
      clearTimeout(settling)
      settling = setTimeout(() => {
        if (placeOfFocus() === told) return
        told = placeOfFocus()
        lookIfSeen()
      }, SETTLED_MILLISECONDS)
    }
    document.addEventListener('focusin', tellPlace)
    document.addEventListener('visibilitychange', lookIfSeen)
    const release = async () => {
      if (draft.isRemoved) return
      await api('DELETE /content/:type/:id/lock', { params, background: true, keepalive: true }).catch(() => {})
    }
    // A page that is closed, or kept for the way back, writes no more.
    const lookAgain = ({ persisted }: PageTransitionEvent) => persisted && lookIfSeen()
    addEventListener('pagehide', release)
    addEventListener('pageshow', lookAgain)
    return () => {
      clearInterval(timer)
      clearTimeout(settling)
      document.removeEventListener('focusin', tellPlace)
      document.removeEventListener('visibilitychange', lookIfSeen)
      removeEventListener('pagehide', release)
      removeEventListener('pageshow', lookAgain)
      draft.inOrder(release)
    }
  }, [draft, params, look])
  return {
    writer: lock && !lock.isMine ? lock.holder : undefined,
    takeOver: () => look(true),
  }
}
