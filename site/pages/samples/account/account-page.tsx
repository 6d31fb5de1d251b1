import type { ReactNode } from 'react'
import { SecretDots } from '../../../brand/dots/secret-dots.tsx'
import { Title } from '../../../components/headings/title.tsx'
import styles from './account-page.module.css'

/** A password of this many characters fills the drawing. */
export const SECRET_LENGTH = 8

interface AccountPageProps {
  title: string
  /** What stands under the drawing. */
  art: string
  /** How many characters of the password have been typed. */
  typed: number
  children: ReactNode
}

/** The drawing beside the form: a password is a column of dots. */
export function AccountPage({ title, art, typed, children }: AccountPageProps) {
  return (
    <div className={styles.page}>
      <div className={`on-ink ${styles.art}`}>
        <SecretDots typed={Math.min(typed, SECRET_LENGTH)} total={SECRET_LENGTH} className={styles.secret} />
        <p>{art}</p>
      </div>
      <div className={styles.side}>
        <Title size="d2" text={title} />
        {children}
      </div>
    </div>
  )
}
