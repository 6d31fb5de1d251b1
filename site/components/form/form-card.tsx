import type { ComponentProps, ReactNode } from 'react'
import styles from './form-card.module.css'

/** Where a form posted without JavaScript leads: its result may stand far below the page's top. */
export const RESULT_ID = 'result'
export const TO_RESULT = `#${RESULT_ID}`

/** The class of a form on its own sheet: two columns, one on phones. */
export const formCard = styles.card

export function FormCard(form: ComponentProps<'form'>) {
  return <form method="post" noValidate {...form} className={formCard} />
}

/** Takes the whole width of a card: a head, a summary, a notice. */
export function FormRow({ id, children }: { id?: string | undefined; children: ReactNode }) {
  return (
    <div id={id} className={styles.row}>
      {children}
    </div>
  )
}

/** The submit button and the lines that belong to it. */
export function FormFoot({ children }: { children: ReactNode }) {
  return <div className={styles.foot}>{children}</div>
}
