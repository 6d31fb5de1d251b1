import stringWidth from 'string-width'
import { calendarDay } from '#domain/platform/calendar.ts'
import { escapeControlCharacters, type Terminal } from '../terminal.ts'

export interface Column<Row> {
  title: string
  cell(row: Row): string
  /** Narrowed first, and left out where there is no room to read it. */
  shrinks?: boolean
  /** Never cut: half of it is of no use. */
  isWhole?: boolean
}

const GAP = '  '
const NARROWEST = 6
const READABLE = 9
const LEFT_TO_RIGHT_MARK = '\u200e'

export function formatTable<Row>(all: Column<Row>[], rows: Row[], { width }: Pick<Terminal, 'width'>): string {
  const measured = all.map(({ title, cell, ...column }) => {
    const texts = [title, ...rows.map((row) => escapeControlCharacters(cell(row)).replace(/\s+/g, ' ').trim())]
    return { ...column, texts, width: texts.reduce((widest, text) => Math.max(widest, stringWidth(text)), 0) }
  })
  const columns = columnsThatFit(measured, width)
  narrow(columns, width - GAP.length * (columns.length - 1))
  const lines = ['', ...rows].map((_, line) => columns.map(({ texts, width }) => pad(texts[line] as string, width)))
  return lines.map((cells) => cells.join(GAP).trimEnd()).join('\n')
}

interface MeasuredColumn extends Pick<Column<never>, 'shrinks' | 'isWhole'> {
  texts: string[]
  width: number
}

/** Leaves out columns that shrink, the last one first, until the others can be read. */
function columnsThatFit(columns: MeasuredColumn[], width: number): MeasuredColumn[] {
  const needed = columns.map((column) => Math.min(column.width, column.shrinks ? READABLE : width))
  const total = needed.reduce((sum, each) => sum + each + GAP.length, -GAP.length)
  const shrinking = columns.filter(({ shrinks }) => shrinks)
  if (total <= width || shrinking.length < 2) return columns
  const last = shrinking.at(-1)
  return columnsThatFit(
    columns.filter((column) => column !== last),
    width,
  )
}

/** Narrows the widest column again and again, one that shrinks before another. */
function narrow(columns: MeasuredColumn[], room: number) {
  const widestOf = (some: MeasuredColumn[]) =>
    some.filter(({ width }) => width > NARROWEST).toSorted((one, other) => other.width - one.width)[0]
  while (columns.reduce((sum, { width }) => sum + width, 0) > room) {
    const widest =
      widestOf(columns.filter(({ shrinks }) => shrinks)) ?? widestOf(columns.filter(({ isWhole }) => !isWhole))
    if (!widest) return
    widest.width--
  }
}

function pad(text: string, width: number) {
  const shortened = stringWidth(text) > width ? shorten(text, width) : text
  // Without the mark, a terminal that reorders Arabic would run two cells together.
  const mark = /[\u0590-\u08ff]/.test(shortened) ? LEFT_TO_RIGHT_MARK : ''
  return shortened + mark + ' '.repeat(Math.max(0, width - stringWidth(shortened)))
}

function shorten(text: string, width: number) {
  let kept = ''
  for (const { segment } of new Intl.Segmenter('ar').segment(text)) {
    if (stringWidth(kept + segment) >= width) break
    kept += segment
  }
  return `${kept}…`
}

/** Like 2026-03-01 14:05, on the company's clock. */
export function shownMoment(moment: string, timeZone: string) {
  const time = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' }).format(
    new Date(moment),
  )
  return `${calendarDay(new Date(moment), timeZone)} ${time}`
}
