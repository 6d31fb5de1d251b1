import type { LucideIcon } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { classNames } from '#site/brand/class-names.ts'
import styles from './button.module.css'
import { Icon } from './icon.tsx'

type Look = 'primary' | 'plain' | 'quiet' | 'danger'

interface ButtonLook {
  look?: Look
  small?: boolean
  icon?: LucideIcon | undefined
}

type ButtonProps = ButtonLook & {
  children: ReactNode
  /** Why it cannot be pressed now: it stays reachable and says so. */
  blocked?: string | false | undefined
  /** Something of it is under way. */
  busy?: boolean
} & Omit<ComponentProps<'button'>, 'disabled'>

export function Button({ look = 'plain', small, icon, children, blocked, busy, className, ...button }: ButtonProps) {
  const isBlocked = Boolean(blocked) || busy
  return (
    <button
      type="button"
      {...button}
      className={classNames(buttonClass({ look, small }), className)}
      aria-disabled={isBlocked || undefined}
      aria-busy={busy || undefined}
      title={blocked || button.title}
      onClick={(event) => (isBlocked ? event.preventDefault() : button.onClick?.(event))}
    >
      {icon && <Icon of={icon} />}
      {children}
    </button>
  )
}

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  icon: LucideIcon
  /** What it does, for those who hear it and those who point at it. */
  label: string
  means?: 'direction' | 'back'
}

export function IconButton({ icon, label, means, className, ...button }: IconButtonProps) {
  return (
    <button
      type="button"
      {...button}
      className={classNames(styles.button, styles.quiet, styles.square, className)}
      aria-label={label}
      title={label}
    >
      <Icon of={icon} means={means} />
    </button>
  )
}

/** For links that look like buttons. */
export const buttonClass = ({ look = 'plain', small }: ButtonLook = {}) =>
  classNames(styles.button, styles[look], small && styles.small)
