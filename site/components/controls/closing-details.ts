import { type RefObject, useEffect, useRef } from 'react'

/** Closes on Escape, when a link in it is followed and when the focus or a press goes elsewhere. */
export function useClosingDetails<Around extends HTMLElement>(): RefObject<Around | null> {
  const around = useRef<Around>(null)
  useEffect(() => {
    const listening = new AbortController()
    const findOpen = () =>
      [around.current, ...(around.current?.querySelectorAll('details') ?? [])].find(
        (element) => element instanceof HTMLDetailsElement && element.open,
      ) as HTMLDetailsElement | undefined
    const close = () => {
      const open = findOpen()
      if (open) open.open = false
      return open
    }
    const turnAway = ({ target }: Event) => {
      if (!findOpen()?.contains(target as Node)) close()
    }
    const followLink = ({ target }: Event) => {
      if (around.current?.contains(target as Node) && (target as Element).closest('a')) close()
    }
    const pressKey = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') close()?.querySelector('summary')?.focus()
    }
    document.addEventListener('pointerdown', turnAway, listening)
    document.addEventListener('focusin', turnAway, listening)
    document.addEventListener('click', followLink, listening)
    document.addEventListener('keydown', pressKey, listening)
    return () => listening.abort()
  }, [])
  return around
}
