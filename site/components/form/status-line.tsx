import type { ReactNode, Ref } from 'react'
import styles from './status-line.module.css'

interface StatusLineProps {
  /** Hollow is not there yet, solid is done: a grey dot, a cinnabar one, a hollow one in the colour of errors. */
  state: 'under-way' | 'done' | 'failed'
  /** Where a form that is posted without JavaScript leads. */
  id?: string | undefined
  /** For the form that moves the focus here. */
  ref?: Ref<HTMLDivElement>
  children?: ReactNode
}

/**
 * Under the submit button: what became of the form. Render it without children while there is nothing to say,
 * so that the region already stands when the first word arrives and is read aloud.
 */
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
