import { PREVIEW_PARAMETER } from '../addresses.ts'
import type { CameBy } from '../submissions/came-by.ts'

/**
 * Product 10.20: tells the server that a page is seen or its form begun. Nothing is stored in the browser, and visitors
 * are not told apart. A page without a canonical address is private or missing.
 */
export function tell(step: 'seen' | 'begun', cameBy: CameBy = {}) {
  const { seen } = document.documentElement.dataset
  const address = pageAddress()
  const isObjectedTo = navigator.doNotTrack === '1' || navigator.globalPrivacyControl
  if (!seen || !address || isObjectedTo || location.search.includes(PREVIEW_PARAMETER)) return
  navigator.sendBeacon(seen, new URLSearchParams({ step, address, ...cameBy }))
}

export const pageAddress = () => document.querySelector<HTMLLinkElement>('link[rel=canonical]')?.href

declare global {
  interface Navigator {
    globalPrivacyControl?: boolean
  }
  interface Document {
    prerendering?: boolean
  }
}
