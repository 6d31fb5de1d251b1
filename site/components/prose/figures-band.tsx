import type { ReactNode } from 'react'
import { Title } from '../headings.tsx'
import styles from './figures-band.module.css'

export function FiguresBand({ title, note, children }: { title: string; note: string; children: ReactNode }) {
  return (
    <section className={`on-ink ${styles.band}`}>
      <div className="wrap">
        <div className={styles.head}>
          <Title as="h2" size="d3" text={title} />
          <p>{note}</p>
        </div>
        {children}
      </div>
    </section>
  )
}
