import type { ComponentProps, ReactNode } from 'react'
import styles from './form-card.module.css'

/** Target of a post without JavaScript: its result may stand far below the page's top. */
export const RESULT_ID = 'result'
export const TO_RESULT = `#${RESULT_ID}`

export const formCard = styles.card

export function FormCard(form: ComponentProps<'form'>) {
  return <form method="post" noValidate {...form} className={formCard} />
}

export function FormRow({ id, children }: { id?: string | undefined; children: ReactNode }) {
  return (
    <div id={id} className={styles.row}>
      {children}
    </div>
  )
}

export function FormFoot({ children }: { children: ReactNode }) {
  return <div className={styles.foot}>{children}</div>
}
