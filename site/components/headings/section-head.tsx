import type { ReactNode } from 'react'
import styles from './section-head.module.css'
import { Title } from './title.tsx'

export function SectionHead({ title, id, children }: { title: string; id?: string; children?: ReactNode }) {
  return (
    <div className={styles.head}>
      <Title as="h2" size="d2" text={title} id={id} />
      {children && <div className={styles.side}>{children}</div>}
    </div>
  )
}
