import type { ReactNode } from 'react'
import { classNames } from '#site/brand/class-names.ts'
import styles from './table.module.css'

interface TableProps {
  caption: string
  /** Heads of the columns; those in an object are read out only. */
  columns: readonly (string | { hidden: string })[]
  stacks?: boolean
  children: ReactNode
}

/** A table wider than a phone scrolls by itself, also by keys, and the page does not. */
export function Table({ caption, columns, stacks, children }: TableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be within reach of the keyboard
    <section className={styles.scroller} aria-label={caption} tabIndex={0}>
      <table className={classNames(styles.table, stacks && styles.stacks)}>
        <caption className="vh">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={typeof column === 'string' ? column : column.hidden} scope="col">
                {typeof column === 'string' ? column : <span className="vh">{column.hidden}</span>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </section>
  )
}

export const endCell = styles.end
