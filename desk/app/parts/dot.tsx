import { classNames } from '#site/brand/class-names.ts'
import styles from './dot.module.css'

/** Hollow waits, solid is done; between them it fills. `gone` is broken in two. */
export type DotFill = 'hollow' | 'grain' | 'half' | 'nearly' | 'solid' | 'gone'
/** Cinnabar is for what is new or needs work now, accent for what is late or wrong, edge for what is over. */
export type DotColour = 'ink' | 'cinnabar' | 'accent' | 'edge' | 'focus'

interface DotProps {
  fill?: DotFill
  colour?: DotColour
  /** Where no word beside it says the same. */
  label?: string | undefined
  className?: string | undefined
}

export function Dot({ fill = 'hollow', colour = 'ink', label, className }: DotProps) {
  const drawing = classNames(styles.dot, styles[fill], styles[colour], className)
  return label ? <span className={drawing} role="img" aria-label={label} /> : <span className={drawing} aria-hidden />
}

/** The first letter of a person's name, in the shape of the dot. */
export function Initial({ name, isMe = false }: { name: string | undefined; isMe?: boolean }) {
  const letter = name?.trim() ? [...name.trim()][0] : undefined
  return (
    <span className={classNames(styles.initial, isMe && styles.me, !letter && styles.nobody)} aria-hidden>
      {letter}
    </span>
  )
}
