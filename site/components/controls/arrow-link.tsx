import { ArrowRight } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './arrow-link.module.css'
import { Icon } from './icon.tsx'
import { PageLink } from './page-link.tsx'

export function ArrowLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <PageLink to={to} className={styles.link}>
      <span>{children}</span>
      <Icon of={ArrowRight} means="direction" />
    </PageLink>
  )
}
