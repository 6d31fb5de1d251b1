import type { ReactNode } from 'react'
import { FullStop } from '../../brand/dots/full-stop.tsx'
import styles from './section-head.module.css'

/** A section's title, with its note and ways on at the reading end. */
export function SectionHead({ title, id, children }: { title: string; id?: string; children?: ReactNode }) {
  return (
    <div className={styles.head}>
      <h2 className="d2" id={id}>
        <FullStop text={title} />
      </h2>
      {children && <div className={styles.side}>{children}</div>}
    </div>
  )
}
