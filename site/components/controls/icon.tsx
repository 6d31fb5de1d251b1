import type { LucideIcon } from 'lucide-react'

interface IconProps {
  of: LucideIcon
  /** Only an icon that means a direction is mirrored in Arabic. */
  means?: 'direction' | 'back'
  small?: boolean
}

export function Icon({ of: Drawing, means, small = false }: IconProps) {
  const names = ['icon', small && 'icon--sm', means === 'direction' && 'icon--dir', means === 'back' && 'icon--back']
  return (
    <Drawing {...SAID_BY_STYLES} className={names.filter(Boolean).join(' ')} strokeWidth={1.6} aria-hidden="true" />
  )
}

/** base.css says once how a line is drawn, instead of each icon. */
const SAID_BY_STYLES = {
  xmlns: undefined,
  fill: undefined,
  stroke: undefined,
  strokeLinecap: undefined,
  strokeLinejoin: undefined,
} as const
