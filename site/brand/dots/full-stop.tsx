import { Fragment } from 'react'
import styles from '../brand.module.css'
import { classNames } from '../class-names.ts'

/** A full stop that ends a line becomes the dot; '\n' breaks the line. */
export function FullStop({ text, className }: { text: string; className?: string }) {
  return text.split('\n').map((line, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the lines of one text never change places
    <Fragment key={index}>
      {index > 0 && <br />}
      {line.endsWith('.') ? <StoppedLine line={line} className={className} /> : line}
    </Fragment>
  ))
}

/** A line may break before the dot's box, so the dot stays with the last word. */
function StoppedLine({ line, className }: { line: string; className?: string }) {
  const lastWordAt = line.lastIndexOf(' ') + 1
  return (
    <>
      {line.slice(0, lastWordAt)}
      <span className={styles.lastWord}>
        {line.slice(lastWordAt, -1)}
        <span className={classNames(styles.stop, className)}>.</span>
      </span>
    </>
  )
}
