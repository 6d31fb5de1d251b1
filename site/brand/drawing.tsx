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

/** Drawn once for each name and kept as text: a page of covers is thousands of letters. */
export function Painting({ name, draw, ...svg }: DrawingProps & { name: string; draw: () => Shape[] }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: numbers and names of colours
  return <Drawing {...svg} dangerouslySetInnerHTML={{ __html: painted(name, draw) }} />
}

const paintings = new Map<string, string>()
/** Far more than a site has: ids of records and a few sizes. */
const MAX_PAINTINGS = 1000

function painted(name: string, draw: () => Shape[]): string {
  const known = paintings.get(name)
  if (known !== undefined) return known
  if (paintings.size >= MAX_PAINTINGS) paintings.clear()
  const painting = draw().map(paint).join('')
  paintings.set(name, painting)
  return painting
}

function paint({ d, color, lineWidth, opacity, outline }: Shape): string {
  const isLine = lineWidth !== undefined && outline === undefined
  const lineColor = outline ?? (isLine ? color : undefined)
  const attributes = {
    d,
    fill: isLine ? 'none' : pigments[color],
    stroke: lineColor && pigments[lineColor],
    'stroke-width': lineWidth,
    opacity,
  }
  const written = Object.entries(attributes).flatMap(([name, value]) =>
    value === undefined ? [] : [` ${name}="${value}"`],
  )
  return `<path${written.join('')}></path>`
}

export function rhombus(x: number, y: number, halfDiagonal: number): string {
  const r = tenth(halfDiagonal)
  return `M${tenth(x)} ${tenth(y - r)}l${r} ${r}-${r} ${r}-${r}-${r}z`
}

export function rectangle(x: number, y: number, width: number, height: number): string {
  return `M${tenth(x)} ${tenth(y)}h${tenth(width)}v${tenth(height)}h-${tenth(width)}z`
}

/** One path for `count` rhombi: few elements keep hydration cheap. */
export function rhombi(count: number, rhombusAt: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => rhombusAt(index)).join('')
}

/** The same seed draws the same picture on the server and in the browser (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = (seed * 2654435761) >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

/** A number for a name, so that a person keeps the same drawing (FNV-1a). */
export function seedOf(name: string): number {
  let seed = 2166136261
  for (const letter of name) seed = Math.imul(seed ^ (letter.codePointAt(0) ?? 0), 16777619) >>> 0
  return seed
}

/** One decimal: shorter paths, and the same digits from every engine. */
export function tenth(value: number): number {
  return Number(value.toFixed(1))
}

export function isOdd(row: number): boolean {
  return (row & 1) === 1
}
