import type { Canvas, Fill, Point } from './canvas.ts'

/** Screens that every device has. On a desktop screen cards cut off what is right of 920. */

const WHITE: Fill = '#fbfbf8'
const RED: Fill = '#e8411f'
const SHOWN = 920

const frameOf = ({ width }: Canvas) => {
  const isPhone = width < 500
  const shown = Math.min(width, SHOWN)
  return { isPhone, shown, margin: isPhone ? 32 : 52, end: shown - (isPhone ? 32 : 52) }
}

function head(screen: Canvas, title: string, note: string, height: number) {
  const { margin, end, isPhone } = frameOf(screen)
  screen.rect(0, 0, screen.width, screen.height + 40, 'paper')
  screen.rect(0, 0, screen.width, height, 'accent')
  const most = isPhone ? end - margin : (end - margin) * 0.62
  screen.text(margin, isPhone ? 112 : height / 2 + 14, isPhone ? 42 : 44, title, 'on', { most })
  if (isPhone) screen.text(margin, 156, 27, note, 'on', { most })
  else screen.text(end, height / 2 + 12, 29, note, 'on', { at: 'end', most: (end - margin) * 0.34 })
}

export interface List {
  title: string
  note: string
  rows: [name: string, detail: string, value: string][]
  /** The row in use. */
  now: number
}

export function list(screen: Canvas, { title, note, rows, now }: List) {
  const { isPhone, margin, end } = frameOf(screen)
  const top = isPhone ? 188 : 112
  head(screen, title, note, top)
  const step = isPhone ? 98 : 92
  rows.forEach(([name, detail, value], index) => {
    const y = top + index * step
    if (index === now) screen.rect(0, y, screen.width, step, 'tint')
    screen.rect(margin, y + step - 2, end - margin, 2, 'line')
    screen.dot(margin + 12, y + step / 2, index === now ? 19 : 11, index === now ? RED : 'accent')
    screen.text(margin + 46, y + (isPhone ? 45 : 56), 31, name, 'ink', { most: isPhone ? 190 : 300 })
    if (isPhone) screen.text(margin + 46, y + 78, 23, detail, 'soft', { most: 210 })
    else screen.text(margin + 390, y + 56, 27, detail, 'soft', { most: 230 })
    screen.text(end, y + (isPhone ? 58 : 57), 34, value, 'ink', { at: 'end', most: 150 })
  })
}

export interface Chat {
  title: string
  note: string
  /** `sound` draws a voice note of so many bars. */
  lines: ({ own: boolean; text: string } | { own: boolean; sound: number })[]
}

export function chat(screen: Canvas, { title, note, lines }: Chat) {
  const { isPhone, shown, margin, end } = frameOf(screen)
  head(screen, title, note, isPhone ? 188 : 112)
  screen.rect(0, isPhone ? 188 : 112, screen.width, screen.height, 'tint')
  const size = isPhone ? 27 : 32
  lines.forEach((line, index) => {
    const y = (isPhone ? 214 : 142) + index * (isPhone ? 112 : 104)
    const width = (shown - margin * 2) * (isPhone ? 0.84 : 0.64)
    const x = line.own ? end - width : margin
    screen.rect(x, y, width, isPhone ? 92 : 84, line.own ? 'accent' : 'paper', 20)
    const ink: Fill = line.own ? 'on' : 'ink'
    if ('text' in line) screen.text(x + 28, y + (isPhone ? 56 : 54), size, line.text, ink, { most: width - 56 })
    else {
      screen.circle(x + 50, y + 44, 26, RED)
      screen.area(
        [
          [x + 42, y + 31],
          [x + 64, y + 44],
          [x + 42, y + 57],
        ],
        WHITE,
      )
      for (let bar = 0; bar < line.sound; bar++) {
        const h = 10 + ((bar * 29) % 13) * 4
        screen.rect(x + 94 + bar * 13, y + 44 - h / 2, 7, h, ink, 3)
      }
    }
  })
}

export interface Chart {
  title: string
  note: string
  figure: string
  bars: number[]
  labels: string[]
  /** From which bar on it is the new way of working. */
  since: number
}

export function chart(screen: Canvas, { title, note, figure, bars, labels, since }: Chart) {
  const { isPhone, margin, end } = frameOf(screen)
  const { height } = screen
  screen.rect(0, 0, screen.width, height + 40, 'tint')
  screen.text(margin, isPhone ? 112 : 82, isPhone ? 36 : 44, title, 'ink', {
    most: (end - margin) * (isPhone ? 1 : 0.6),
  })
  screen.text(margin, isPhone ? 152 : 126, 27, note, 'soft', { most: (end - margin) * (isPhone ? 0.6 : 0.5) })
  screen.text(end, isPhone ? 226 : 128, isPhone ? 92 : 112, figure, 'accent', { at: 'end', most: 240 })
  const base = height - 74
  const step = (end - margin) / bars.length
  const most = Math.max(...bars)
  bars.forEach((bar, index) => {
    const h = ((base - (isPhone ? 262 : 182)) * bar) / most
    const x = margin + index * step
    screen.rect(x, base - h, step * 0.72, h, index >= since ? 'accent' : 'soft', 6)
    if (index === bars.length - 1) screen.dot(x + step * 0.36, base - h - 26, 15, RED)
    screen.text(x + step * 0.36, base + 44, 25, labels[index] ?? '', 'ink', { at: 'middle', most: step })
  })
  screen.rect(margin, base, end - margin, 4, 'ink')
}

export interface Calendar {
  title: string
  note: string
  days: string[]
  /** A letter for each day: `x` done, `o` missed, `.` to come, `#` today. */
  marks: string
}

export function calendar(screen: Canvas, { title, note, days, marks }: Calendar) {
  const { isPhone, margin, end } = frameOf(screen)
  const top = isPhone ? 188 : 112
  head(screen, title, note, top)
  const step = (end - margin) / days.length
  const rows = Math.ceil(marks.length / days.length)
  const rise = Math.min(isPhone ? 86 : 92, (screen.height - top - 70) / rows)
  const radius = Math.min(step, rise) * 0.4
  for (const [index, day] of days.entries())
    screen.text(margin + (index + 0.5) * step, top + 46, 24, day, 'soft', { at: 'middle', most: step })
  ;[...marks].forEach((mark, index) => {
    const at: Point = [
      margin + ((index % days.length) + 0.5) * step,
      top + 78 + (Math.floor(index / days.length) + 0.5) * rise,
    ]
    if (mark === 'x') screen.dot(...at, radius, 'accent')
    else if (mark === '#') screen.dot(...at, radius * 1.3, RED)
    else screen.hollowDot(...at, radius * 0.8, mark === 'o' ? RED : 'line', 4)
  })
}

export interface Form {
  title: string
  note: string
  fields: [label: string, value: string][]
  send: string
}

export function form(screen: Canvas, { title, note, fields, send }: Form) {
  const { isPhone, margin, end } = frameOf(screen)
  const top = isPhone ? 188 : 112
  head(screen, title, note, top)
  const columns = isPhone ? 1 : 2
  const width = (end - margin - (columns - 1) * 32) / columns
  fields.forEach(([label, value], index) => {
    const x = margin + (index % columns) * (width + 32)
    const y = top + 32 + Math.floor(index / columns) * 128
    screen.text(x, y + 26, 25, label, 'soft', { most: width })
    screen.rect(x, y + 40, width, 68, 'sunk', 8)
    screen.rect(x, y + 104, width, 4, index === 0 ? RED : 'accent')
    screen.text(x + 22, y + 86, 33, value, 'ink', { most: width - 44 })
  })
  const y = top + 46 + Math.ceil(fields.length / columns) * 128
  screen.rect(margin, y, isPhone ? end - margin : 320, 80, 'accent', 10)
  screen.text(margin + (isPhone ? end - margin : 320) / 2, y + 51, 31, send, 'on', { at: 'middle', most: 280 })
}

export interface Kanban {
  columns: { title: string; cards: string[] }[]
  /** Column and card. */
  now: [number, number]
}

export function kanban(screen: Canvas, { columns, now }: Kanban) {
  const { shown } = frameOf(screen)
  const [margin, gap] = [30, 20]
  screen.rect(0, 0, screen.width, screen.height + 40, 'tint')
  const width = (shown - margin * 2 - gap * (columns.length - 1)) / columns.length
  columns.forEach(({ title, cards }, column) => {
    const x = margin + column * (width + gap)
    screen.rect(x, 26, width, 62, 'accent', 8)
    screen.text(x + 20, 67, 28, title, 'on', { most: width - 40 })
    cards.forEach((card, index) => {
      const y = 106 + index * 126
      const isNow = now[0] === column && now[1] === index
      screen.rect(x, y, width, 110, isNow ? RED : 'paper', 8)
      screen.text(x + 20, y + 48, 28, card, isNow ? WHITE : 'ink', { most: width - 40 })
      screen.rect(
        x + 20,
        y + 74,
        (width - 40) * (0.4 + ((column * 3 + index * 5) % 7) / 12),
        10,
        isNow ? WHITE : 'line',
        5,
      )
    })
  })
}
