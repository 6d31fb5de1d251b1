import { useEffect } from 'react'

declare global {
  interface Window {
    siteIsAwake?: boolean
    clickToReplay?: HTMLElement
    formIsPosted?: boolean
  }
}

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
