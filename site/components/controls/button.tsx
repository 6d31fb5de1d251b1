import type { LucideIcon } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import styles from './button.module.css'
import { Icon } from './icon.tsx'
import { PageLink } from './page-link.tsx'

interface Look {
  /** `ink` stands on a ground that keeps its pigment in both themes. */
  look?: 'primary' | 'ghost' | 'ink'
  icon?: LucideIcon
  children: ReactNode
}

export function Button({ look, icon, children, ...rest }: Look & ComponentProps<'button'>) {
  return (
    <button type="button" {...rest} className={classNames(look)}>
      <Inside icon={icon}>{children}</Inside>
    </button>
  )
}

export function ButtonLink({ look, icon, children, ...rest }: Look & ComponentProps<typeof PageLink>) {
  return (
    <PageLink {...rest} className={classNames(look)}>
      <Inside icon={icon}>{children}</Inside>
    </PageLink>
  )
}

export function ButtonAnchor({ look, icon, children, ...rest }: Look & ComponentProps<'a'>) {
  return (
    <a {...rest} className={classNames(look)}>
      <Inside icon={icon}>{children}</Inside>
    </a>
  )
}

export function ButtonRow({ children }: { children: ReactNode }) {
  return <div className={styles.row}>{children}</div>
}

function Inside({ icon, children }: Pick<Look, 'icon' | 'children'>) {
  return (
    <>
      <span className={styles.dot} />
      <span>{children}</span>
      {icon && <Icon of={icon} />}
    </>
  )
}

const classNames = (look: Look['look'] = 'primary') => `${styles.button} ${styles[look]}`
