import type { ReactNode } from 'react'
import { ButtonLink, ButtonRow } from '../controls.tsx'
import { type Crumb, PageTrail, Title } from '../headings.tsx'
import styles from './note.module.css'

interface NoteProps {
  /** `failed` interrupts a screen reader, `empty` waits its turn. */
  kind: 'empty' | 'failed'
  title: string
  text: string
  children: ReactNode
}

export function Note({ kind, title, text, children }: NoteProps) {
  return (
    <div className={`wrap ${styles.note}`} role={kind === 'failed' ? 'alert' : 'status'}>
      <Title size="d2" text={title} />
      <p className={styles.text}>{text}</p>
      <ButtonRow>{children}</ButtonRow>
    </div>
  )
}

interface EmptyListProps {
  head: ReactNode
  trail: Crumb[]
  empty: { title: string; text: string }
  to: string
  link: string
}

export function EmptyList({ head, trail, empty, to, link }: EmptyListProps) {
  return (
    <>
      {head}
      <PageTrail trail={trail} />
      <Note kind="empty" title={empty.title} text={empty.text}>
        <ButtonLink to={to}>{link}</ButtonLink>
      </Note>
    </>
  )
}
