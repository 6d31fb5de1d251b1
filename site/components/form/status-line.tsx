import type { ReactNode, Ref } from 'react'
import styles from './status-line.module.css'

interface StatusLineProps {
  state: 'under-way' | 'done' | 'failed'
  id?: string | undefined
  ref?: Ref<HTMLDivElement>
  children?: ReactNode
}

/** A live region: render it without children first, or the first words are not read aloud. */
export function StatusLine({ state, id, ref, children }: StatusLineProps) {
  return (
    <div id={id} role={state === 'failed' ? 'alert' : 'status'} className={styles.region}>
      {children && (
        <div className={`${styles.line} ${styles[state]}`} ref={ref} tabIndex={-1}>
          <i aria-hidden="true" />
          <div>{children}</div>
        </div>
      )}
    </div>
  )
}
