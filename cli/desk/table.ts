import type { Terminal } from '../terminal.ts'
import { escapeControlCharacters } from '../terminal.ts'

export interface Column<Row> {
  title: string
  cell(row: Row): string
  /** Gives way first where the terminal is narrow. */
  shrinks?: boolean
  /** Never cut: half of it is of no use. */
  isWhole?: boolean
}

const GAP = '  '
const NARROWEST = 6
const READABLE = 9
const LEFT_TO_RIGHT_MARK = '\u200e'

/** One line for each row, never wider than the terminal. */
export function formatTable<Row>(all: Column<Row>[], rows: Row[], { width }: Pick<Terminal, 'width'>): string {
  const columns = thoseWithRoom(all, rows, width)
  const cells = rows.map((row) => columns.map((column) => textOf(column, row)))
  const widths = narrowed(
    columns.map((column) => widthOf(column, rows)),
    columns,
    width - GAP.length * (columns.length - 1),
  )
  const line = (texts: string[]) =>
    texts
      .map((text, index) => pad(text, widths[index] as number))
      .join(GAP)
      .trimEnd()
  return [columns.map(({ title }) => title), ...cells].map(line).join('\n')
}

const textOf = <Row>(column: Column<Row>, row: Row) =>
  escapeControlCharacters(column.cell(row)).replace(/\s+/g, ' ').trim()

const widthOf = <Row>(column: Column<Row>, rows: Row[]) =>
  rows.reduce((widest, row) => Math.max(widest, textWidth(textOf(column, row))), textWidth(column.title))

/** Of the columns that give way the last are left out where there is no room to read them; the first of them stays. */
function thoseWithRoom<Row>(columns: Column<Row>[], rows: Row[], width: number): Column<Row>[] {
  const needed = columns.map((column) => Math.min(widthOf(column, rows), column.shrinks ? READABLE : width))
  const total = needed.reduce((sum, each) => sum + each + GAP.length, -GAP.length)
  const last = columns.findLast(({ shrinks }) => shrinks)
  if (total <= width || last === columns.find(({ shrinks }) => shrinks)) return columns
  return thoseWithRoom(
    columns.filter((column) => column !== last),
    rows,
    width,
  )
}

/** Columns of the terminal that a text takes: a letter with its marks takes one, a Chinese one or a picture two. */
export function textWidth(text: string): number {
  let width = 0
  for (const { segment } of graphemes.segment(text)) width += graphemeWidth(segment)
  return width
}

const graphemes = new Intl.Segmenter('ar', { granularity: 'grapheme' })
const WIDE =
  /^(\p{Emoji_Presentation}|\p{Regional_Indicator}{2}|.\ufe0f|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff01-\uff60\uffe0-\uffe6])/u
const INVISIBLE = /^[\p{Cf}\p{Mn}\p{Me}]+$/u

function graphemeWidth(grapheme: string) {
  if (INVISIBLE.test(grapheme)) return 0
  return WIDE.test(grapheme) ? 2 : 1
}

function narrowed(widths: number[], columns: Pick<Column<never>, 'shrinks' | 'isWhole'>[], room: number) {
  const fitted = [...widths]
  for (;;) {
    const total = fitted.reduce((sum, each) => sum + each, 0)
    if (total <= room) return fitted
    const widest =
      widestOf(fitted, (index) => columns[index]?.shrinks === true) ??
      widestOf(fitted, (index) => !columns[index]?.isWhole)
    if (widest === undefined) return fitted
    fitted[widest] = (fitted[widest] as number) - 1
  }
}

function widestOf(widths: number[], mayShrink: (index: number) => boolean) {
  let widest: number | undefined
  for (const [index, width] of widths.entries())
    if (mayShrink(index) && width > NARROWEST && width > (widths[widest ?? -1] ?? 0)) widest = index
  return widest
}

function pad(text: string, width: number) {
  const shortened = textWidth(text) > width ? shorten(text, width) : text
  // Without the mark a terminal that turns Arabic would run two cells together.
  const mark = /[\u0590-\u08ff]/.test(shortened) ? LEFT_TO_RIGHT_MARK : ''
  return shortened + mark + ' '.repeat(Math.max(0, width - textWidth(shortened)))
}

function shorten(text: string, width: number) {
  let kept = ''
  let room = width - 1
  for (const { segment } of graphemes.segment(text)) {
    room -= graphemeWidth(segment)
    if (room < 0) break
    kept += segment
  }
  return `${kept}…`
}
