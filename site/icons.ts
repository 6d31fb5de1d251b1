import { seedOf } from './brand/drawing.tsx'

/** Every size in which the favicon's drawing is asked for; the server draws them from the company's mark, or from brand/marks/favicon.svg. */
export const ICON_SIZES = [32, 180, 192, 512] as const
export type IconSize = (typeof ICON_SIZES)[number]

export const FAVICON = '/favicon.svg'
export const FAVICON_ICO = '/favicon.ico'
export const MASKABLE_ICON = '/icons/maskable-512.png'
export const iconAddress = (size: IconSize) => `/icons/icon-${size}.png`

/** Another mark has other addresses, because caches keep icons for a day. */
export const iconOf = (address: string, mark: string | undefined) =>
  mark === undefined ? address : `${address}?${seedOf(mark).toString(36)}`
