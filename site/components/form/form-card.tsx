import type { ComponentProps, ReactNode } from 'react'
import styles from './form-card.module.css'

/** A form on its own sheet: two columns, one on phones. Its rules are ours, not the browser's bubbles. */
export function FormCard({ children, ...form }: ComponentProps<'form'>) {
  return (
    <form method="post" noValidate {...form} className={styles.card}>
      {children}
    </form>
  )
}

/** What takes the whole width of a card: a head, a summary, a notice. */
export function FormRow({ children }: { children: ReactNode }) {
  return <div className={styles.row}>{children}</div>
}

/** The submit button and the lines that belong to it. */
export function FormFoot({ children }: { children: ReactNode }) {
  return <div className={styles.foot}>{children}</div>
}
