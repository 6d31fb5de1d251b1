import type { ReactNode } from 'react'
import styles from './table.module.css'

interface TableProps {
  /** Read out before the table. */
  caption: string
  head: ReactNode
  children: ReactNode
}

export function Table({ caption, head, children }: TableProps) {
  return (
    <table className={styles.table}>
      <caption className="vh">{caption}</caption>
      <thead>
        <tr>{head}</tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  )
}

export const endCell = styles.end
