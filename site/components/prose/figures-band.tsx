import type { ReactNode } from 'react'
import { FullStop } from '../../brand/dots/full-stop.tsx'
import styles from './figures-band.module.css'

/** A band of ink in which numbers are drawn dot by dot. */
export function FiguresBand({ title, note, children }: { title: string; note: string; children: ReactNode }) {
  return (
    <section className={`on-ink ${styles.band}`}>
      <div className="wrap">
        <div className={styles.head}>
          <h2 className="d3">
            <FullStop text={title} />
          </h2>
          <p>{note}</p>
        </div>
        {children}
      </div>
    </section>
  )
}
