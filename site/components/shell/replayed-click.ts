import { useEffect } from 'react'

declare global {
  interface Window {
    siteIsAwake?: boolean
    clickToReplay?: HTMLElement
    /** By the browser itself, from the page as it slept. */
    formIsPosted?: boolean
  }
}

/** A click on a button that needed the application is kept by the sleeping page, and made good once it is awake. */
export function useReplayedClick() {
  useEffect(() => {
    window.siteIsAwake = true
    const button = window.clickToReplay
    delete window.clickToReplay
    if (!button) return
    // Idle: the effects of what the button moves must have run.
    const replay = setTimeout(() => button.click())
    return () => clearTimeout(replay)
  }, [])
}
