/** Every size in which the favicon's drawing is asked for; the server draws them from brand/marks/favicon.svg. */
export const ICON_SIZES = [32, 180, 192, 512] as const
type IconSize = (typeof ICON_SIZES)[number]

export const FAVICON = '/favicon.svg'
export const MASKABLE_ICON = '/icons/maskable-512.png'
export const iconAddress = (size: IconSize) => `/icons/icon-${size}.png`
