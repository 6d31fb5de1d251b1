import type { ReactNode } from 'react'
import { ButtonRow } from '../controls/button.tsx'
import { Title } from '../headings/title.tsx'
import styles from './note.module.css'

interface NoteProps {
  /** `failed` interrupts a reader, `empty` waits its turn. */
  kind: 'empty' | 'failed'
  title: string
  text: string
  /** The ways on, most likely first. */
  children: ReactNode
}

/** Stands in for an empty or failed list; its title is the page's h1. */
export function Note({ kind, title, text, children }: NoteProps) {
  return (
    <div className={`wrap ${styles.note}`} role={kind === 'failed' ? 'alert' : 'status'}>
      <Title size="d2" text={title} />
      <p className={styles.text}>{text}</p>
      <ButtonRow>{children}</ButtonRow>
    </div>
  )
}
