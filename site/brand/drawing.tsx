import type { ComponentProps } from 'react'
import styles from './brand.module.css'
import { classNames } from './class-names.ts'

type DrawingProps = ComponentProps<'svg'> & {
  /** Runs from right to left in Arabic, as reading does. */
  isMirrored?: boolean
}

/** A decoration, hidden from screen readers. */
export function Drawing({ isMirrored = false, className, ...svg }: DrawingProps) {
  return <svg className={classNames(isMirrored && styles.counted, className)} {...svg} aria-hidden="true" />
}

/** A line that stays as thin as it is, however large the drawing. */
export function Outline({ d, ...line }: ComponentProps<'path'>) {
  return <path d={d} fill="none" {...line} vectorEffect="non-scaling-stroke" />
}

/** Pigments of drawings that keep their colours in both themes. */
export const pigments = {
  ink: 'var(--c-ink)',
  paper: 'var(--c-paper)',
  sunk: 'var(--c-sunk)',
  cinnabar: 'var(--c-cin)',
  cinnabarTint: 'var(--c-cinTint)',
  lapis: 'var(--c-lap)',
  lapisTint: 'var(--c-lapTint)',
}
export type Pigment = keyof typeof pigments

/** Filled, unless it has the width of a line. */
export type Shape = { d: string; color: Pigment; lineWidth?: number; opacity?: number; outline?: Pigment }

export function Shapes({ shapes }: { shapes: Shape[] }) {
  return shapes.map(({ d, color, lineWidth, opacity, outline }, index) => {
    const isLine = lineWidth !== undefined && outline === undefined
    const lineColor = outline ?? (isLine ? color : undefined)
    return (
      <path
        // biome-ignore lint/suspicious/noArrayIndexKey: a drawing is painted in order and never rearranged
        key={index}
        d={d}
        fill={isLine ? 'none' : pigments[color]}
        stroke={lineColor && pigments[lineColor]}
        strokeWidth={lineWidth}
        opacity={opacity}
      />
    )
  })
}
