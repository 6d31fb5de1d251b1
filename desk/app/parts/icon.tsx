import type { LucideIcon } from 'lucide-react'
import { classNames } from '#site/brand/class-names.ts'
import styles from './icon.module.css'

interface IconProps {
  of: LucideIcon
  /** Only an icon that means a direction is mirrored in Arabic; `back` points against the reading direction. */
  means?: 'direction' | 'back' | undefined
  small?: boolean
}

export function Icon({ of: Drawing, means, small = false }: IconProps) {
  return (
    <Drawing
      className={classNames(styles.icon, small && styles.small, means && styles[means])}
      strokeWidth={1.6}
      aria-hidden="true"
    />
  )
}
