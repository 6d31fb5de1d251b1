import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useTexts } from '../texts.tsx'
import styles from './plots.module.css'

/** Plots are made of dots. The figures beside them say the same, so a drawing is hidden from screen readers. */

const STEP = 8
const RADIUS = 3
const NICE = [1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000, 2500, 5000, 10_000, 25_000, 50_000, 100_000]

/** People per dot, so that the largest figure has at most `most` dots. */
export const countPerDot = (counts: readonly number[], most: number) =>
  NICE.find((per) => Math.max(0, ...counts) / per <= most) ?? Math.ceil(Math.max(...counts) / most)

/** Something is never drawn as nothing. */
const dotsOf = (count: number, per: number) => (count === 0 ? 0 : Math.max(1, Math.round(count / per)))

const dotAt = (column: number, row: number) =>
  `M${column * STEP + STEP / 2} ${row * STEP + STEP / 2 - RADIUS}l${RADIUS} ${RADIUS}l-${RADIUS} ${RADIUS}l-${RADIUS}-${RADIUS}z`

interface DrawingProps {
  columns: number
  rows: number
  scale?: number
  children: ReactNode
}

function Drawing({ columns, rows, scale = 1, children }: DrawingProps) {
  const [width, height] = [Math.max(1, columns) * STEP, Math.max(1, rows) * STEP]
  return (
    <svg
      className={styles.drawing}
      width={width * scale}
      height={height * scale}
      viewBox={`0 0 ${width} ${height}`}
      aria-hidden="true"
    >
      {children}
    </svg>
  )
}

interface DotsProps {
  count: number
  per: number
  rows?: number
  /** Of these dots, the last ones: still in progress. */
  open?: number
}

/** In reading direction, column by column. */
export function Dots({ count, per, rows = 1, open = 0 }: DotsProps) {
  const all = dotsOf(count, per)
  const hollow = Math.min(all, dotsOf(open, per))
  const path = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, index) => {
      const place = from + index
      return dotAt(Math.floor(place / rows), rows - 1 - (place % rows))
    }).join('')
  return (
    <Drawing columns={Math.ceil(all / rows)} rows={rows}>
      <path d={path(0, all - hollow)} className={styles.solid} />
      <path d={path(all - hollow, all)} className={styles.hollow} />
    </Drawing>
  )
}

/** One column for each figure, from below. */
export function DotColumns({ counts, per, scale }: { counts: readonly number[]; per: number; scale?: number }) {
  const rows = Math.max(1, ...counts.map((count) => dotsOf(count, per)))
  const path = counts
    .flatMap((count, column) => Array.from({ length: dotsOf(count, per) }, (_, row) => dotAt(column, rows - 1 - row)))
    .join('')
  return (
    <Drawing columns={counts.length} rows={rows} {...(scale !== undefined && { scale })}>
      <path d={path} className={styles.solid} />
    </Drawing>
  )
}

interface BigFigureProps {
  figure: string | null
  unit?: string | undefined
  label: string
  note?: string | undefined
  to?: string | undefined
}

/** Null: too few to say. */
export function BigFigure({ figure, unit, label, note, to }: BigFigureProps) {
  const content = (
    <>
      {figure === null ? (
        <TooFew />
      ) : (
        <span>
          <b>{figure}</b> {unit}
        </span>
      )}
      <span className={to === undefined ? undefined : styles.label}>{label}</span>
      {note && <span className="muted small">{note}</span>}
    </>
  )
  if (to === undefined) return <p className={styles.figure}>{content}</p>
  return (
    <Link to={to} className={styles.figure}>
      {content}
    </Link>
  )
}

export function BigFigures({ children }: { children: ReactNode }) {
  return <div className={styles.figures}>{children}</div>
}

/** Nothing leads to no list, and some figures have none. */
export function Figure({ count, to }: { count: number; to?: string | undefined }) {
  const { formats } = useTexts()
  if (count === 0 || to === undefined) return <span>{formats.number(count)}</span>
  return (
    <Link to={to} className="link">
      {formats.number(count)}
    </Link>
  )
}

export function TooFew() {
  const { reports } = useTexts()
  return <span className={styles.few}>{reports.tooFew}</span>
}

const TOO_FEW = 5

/** A share of fewer than five would speak of single people. */
export function Share({ count, of: all }: { count: number; of: number }) {
  const { formats } = useTexts()
  if (all < TOO_FEW) return <TooFew />
  return formats.percent(count / all)
}

export interface Bar {
  key: string
  label: ReactNode
  count: number
  open?: number
  to?: string | undefined
}

export function Bars({ bars, per }: { bars: readonly Bar[]; per: number }) {
  return (
    <ul className={styles.bars}>
      {bars.map(({ key, label, count, open, to }) => (
        <li key={key}>
          <span>{label}</span>
          <Figure count={count} to={to} />
          <Dots count={count} per={per} {...(open !== undefined && { open })} />
        </li>
      ))}
    </ul>
  )
}

export const MAX_DOTS_IN_BAR = 40
export const MAX_DOTS_IN_COLUMN = 14
export const MAX_DOTS_IN_FUNNEL = 240
