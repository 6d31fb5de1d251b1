import { useEffect } from 'react'

declare global {
  interface Window {
    siteIsAwake?: boolean
    /** The last click on a `data-replay` button while the page slept; server/sleeping-page.ts remembers it. */
    clickToReplay?: HTMLElement
  }
}

/** A button that only the application understands answers a click that came before it was awake, once. */
export function useClickRepeatedAfterWaking() {
  useEffect(() => {
    if (window.siteIsAwake) return
    window.siteIsAwake = true
    const button = window.clickToReplay
    if (button) whenIdle(() => button.isConnected && button.click())
  }, [])
}

function whenIdle(work: () => void) {
  if ('requestIdleCallback' in window) requestIdleCallback(work)
  else setTimeout(work)
}
