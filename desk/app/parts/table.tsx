import type { ReactNode } from 'react'
import { classNames } from '#site/brand/class-names.ts'
import styles from './table.module.css'

interface TableProps {
  /** Read out before the table. */
  caption: string
  head: ReactNode
  /** On a small screen each row is a few lines: nothing of it lies beside the screen. */
  stacks?: boolean
  children: ReactNode
}

export function Table({ caption, head, stacks, children }: TableProps) {
  return (
    <table className={classNames(styles.table, stacks && styles.stacks)}>
      <caption className="vh">{caption}</caption>
      <thead>
        <tr>{head}</tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  )
}

/** Where a table is wider than a phone, it moves by itself, also by keys, and the page does not. */
export function Scroller({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be within reach of the keyboard
    <section className={styles.scroller} aria-label={label} tabIndex={0}>
      {children}
    </section>
  )
}

export const endCell = styles.end
