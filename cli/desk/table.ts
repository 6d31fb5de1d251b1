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
const LEFT_TO_RIGHT_MARK = '\u200e'

/** One line for each row, never wider than the terminal. */
export function formatTable<Row>(columns: Column<Row>[], rows: Row[], { width }: Pick<Terminal, 'width'>): string {
  const cells = rows.map((row) =>
    columns.map((column) => escapeControlCharacters(column.cell(row)).replace(/\s+/g, ' ').trim()),
  )
  const widths = narrowed(
    columns.map(({ title }, index) =>
      cells.reduce((widest, line) => Math.max(widest, textWidth(line[index] as string)), textWidth(title)),
    ),
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
