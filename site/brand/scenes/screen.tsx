import { isOdd, randomFrom, rectangle, rhombi, rhombus } from '../geometry.ts'
import { type ProjectKind, projectKind } from '../icons/project-kind.ts'
import { type Palette, type Pigment, themePalette } from '../palette.ts'
import { type Shape, Shapes } from '../shapes.tsx'

type ScreenProps = {
  id: number
  type: string
  index: number
  mirrored?: boolean
  palette?: Palette
  className?: string
}

export function Screen({ id, type, index, mirrored = false, palette = themePalette, className }: ScreenProps) {
  const { main, tint } = tones[projectKind(type)]
  const random = randomFrom(id * 13 + index * 101)
  for (let warmUp = 0; warmUp < 3; warmUp++) random()
  const draw = kinds[index % kinds.length] as (brush: Brush) => Shape[]
  return (
    <svg className={className} viewBox="0 0 1200 750" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <g transform={mirrored ? 'translate(1200 0) scale(-1 1)' : undefined}>
        <Shapes shapes={[...drawBar(main), ...draw({ id, main, tint, random })]} palette={palette} />
      </g>
    </svg>
  )
}

type Brush = { id: number; main: Pigment; tint: Pigment; random: () => number }

const tones: Record<ProjectKind, { main: Pigment; tint: Pigment }> = {
  mobile: { main: 'cinnabar', tint: 'cinnabarTint' },
  web: { main: 'lapis', tint: 'lapisTint' },
  erp: { main: 'ink', tint: 'sunk' },
}

const kinds = [drawDashboard, drawList, drawBoard, drawReceipt, drawCalendar]

function drawBar(main: Pigment): Shape[] {
  return [
    { d: rectangle(0, 0, 1200, 750), color: 'paper' },
    { d: rectangle(0, 0, 1200, 64), color: main },
    { d: rhombus(42, 32, 13), color: main === 'cinnabar' ? 'ink' : 'cinnabar' },
    { d: rectangle(76, 26, 130, 12) + rhombus(1120, 32, 9) + rhombus(1150, 32, 9), color: 'paper' },
  ]
}

function drawDashboard({ id, main, tint, random }: Brush): Shape[] {
  const menu = rhombi(7, (item) => {
    const bullet = item === 1 ? '' : rhombus(42, 124 + item * 52, 6)
    return bullet + rectangle(70, 118 + item * 52, 60 + random() * 70, 11)
  })
  const figure = (card: number) => {
    const x = 250 + card * 310
    return {
      card: rectangle(x, 104, 280, 132),
      words: rectangle(x + 26, 132, 90, 10) + rectangle(x + 26, 170, 150 - card * 26, 34),
    }
  }
  const [first, second, third] = [figure(0), figure(1), figure(2)]
  let chart = ''
  let today = ''
  for (let column = 0; column < 27; column++) {
    const wave = Math.sin(column / 4 + random() * 0.5 + id) * 0.5 + 0.5
    const tall = 2 + Math.round(wave * 9 + random() * 2)
    const dots = rhombi(tall, (row) => rhombus(268 + column * 33, 690 - row * 33, 13.5))
    if (column === 19) today = dots
    else chart += dots
  }
  return [
    { d: rectangle(0, 64, 210, 686), color: 'sunk' },
    { d: menu, color: 'ink' },
    { d: rhombus(42, 176, 11), color: 'cinnabar' },
    { d: first.card, color: main },
    { d: first.words, color: 'paper' },
    { d: second.card + third.card, color: tint },
    { d: second.words + third.words, color: 'ink' },
    { d: chart, color: main },
    { d: today, color: main === 'cinnabar' ? 'ink' : 'cinnabar' },
  ]
}

function drawList({ main, tint, random }: Brush): Shape[] {
  const inHand = 3
  let words = rectangle(48, 110, 300, 30)
  let details = ''
  let counts = rectangle(984, 104, 168, 44)
  for (let row = 0; row < 9; row++) {
    const y = 186 + row * 60
    if (row !== inHand) counts += rhombus(80, y + 30, 7)
    words += rectangle(120, y + 24, 150 + random() * 130, 12)
    details += rectangle(470, y + 24, 80 + random() * 90, 12) + rectangle(700, y + 24, 60 + random() * 80, 12)
    details += rectangle(48, y - 1, 1104, 2)
    counts += rhombi(2 + Math.floor(random() * 7), (index) => rhombus(920 + index * 26, y + 30, 10))
  }
  return [
    { d: rectangle(48, 186 + inHand * 60, 1104, 60), color: tint },
    { d: details, color: 'sunk' },
    { d: words, color: 'ink' },
    { d: counts, color: main },
    { d: rhombus(80, 216 + inHand * 60, 12), color: main === 'cinnabar' ? 'ink' : 'cinnabar' },
  ]
}

function drawBoard({ main, tint, random }: Brush): Shape[] {
  let taken = ''
  let free = ''
  let marked = ''
  for (let row = 0; row < 15; row++)
    for (let column = 0; column < 11; column++) {
      const x = 70 + column * 76 + (isOdd(row) ? 38 : 0)
      if (x > 860) continue
      const place = rhombus(x, 130 + row * 38, 33)
      const chance = random()
      if (chance < 0.6) taken += place
      else if (chance < 0.93) free += place
      else marked += place
    }
  const mark = main === 'cinnabar' ? 'ink' : 'cinnabar'
  const key: Pigment[] = ['ink', main, mark, tint === 'sunk' ? 'paper' : tint, 'ink']
  return [
    { d: taken, color: main },
    { d: free, color: tint },
    { d: marked, color: mark },
    { d: rectangle(900, 64, 300, 686), color: 'sunk' },
    {
      d: rectangle(936, 112, 150, 26) + rhombi(5, (line) => rectangle(980, 190 + line * 62, 80 + random() * 90, 11)),
      color: 'ink',
    },
    ...key.map((color, line) => ({ d: rhombus(948, 196 + line * 62, 12), color })),
    { d: rectangle(936, 640, 228, 58), color: main },
  ]
}

function drawReceipt({ main, tint, random }: Brush): Shape[] {
  let rules = ''
  let prices = ''
  let words = rectangle(440, 154, 170, 28)
  for (let line = 0; line < 7; line++) {
    rules += rectangle(366, 235 + line * 54, 468, 2)
    words += rectangle(366, 256 + line * 54, 120 + random() * 120, 11)
    prices += rectangle(740, 256 + line * 54, 94, 11)
  }
  const counter = (start: number, chosen: number) =>
    rhombi(12, (index) =>
      rhombus(start + (index % 3) * 62, 190 + Math.floor(index / 3) * 62, index === chosen ? 26 : 14),
    )
  return [
    { d: rectangle(330, 104, 540, 660), color: 'paper', outline: 'ink', lineWidth: 2 },
    { d: rhombus(392, 168, 26), color: 'cinnabar' },
    { d: rules + prices, color: 'sunk' },
    { d: rectangle(366, 636, 468, 66), color: tint },
    { d: words + rectangle(392, 662, 90, 14) + rectangle(700, 658, 110, 22), color: 'ink' },
    { d: counter(100, 7) + counter(970, 4), color: main },
  ]
}

function drawCalendar({ main, tint, random }: Brush): Shape[] {
  const today = 9 + Math.floor(random() * 16)
  let grid = ''
  let busy = ''
  let quiet = ''
  let heads = rectangle(48, 104, 260, 30)
  for (let weekday = 0; weekday < 7; weekday++) heads += rectangle(96 + weekday * 158, 168, 62, 10)
  for (let day = 0; day < 35; day++) {
    const x = 127 + (day % 7) * 158
    const y = 250 + Math.floor(day / 7) * 108
    if (day % 7 === 0) grid += rectangle(48, y - 55, 1104, 2)
    const load = random()
    if (day === today) continue
    if (load > 0.45) busy += rhombus(x, y, 10 + load * 32)
    else quiet += rhombus(x, y, 8 + load * 40)
  }
  const todayAt = rhombus(127 + (today % 7) * 158, 250 + Math.floor(today / 7) * 108, 50)
  return [
    { d: grid, color: 'sunk' },
    { d: heads, color: 'ink' },
    { d: rectangle(984, 98, 168, 44) + busy, color: main },
    { d: quiet, color: tint },
    { d: todayAt, color: main === 'cinnabar' ? 'ink' : 'cinnabar' },
  ]
}
