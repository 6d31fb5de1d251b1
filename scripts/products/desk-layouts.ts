import type { Canvas, Fill, Point } from './canvas.ts'

/** Screens on a desk: 1020 wide, of which cards show 920, and 604 high. */

const MARGIN = 36
const SHOWN = 920

const CHALKS: Fill[] = ['#f5c64a', '#f2a28e', '#8fd0dc', '#fbfbf8', '#b8d98a']

/** Looms down the side, days along the top, a chalk for every dye. */
export function board(
  screen: Canvas,
  data: {
    days: string[]
    loom: (number: number) => string
    orders: { loom: number; from: number; days: number; chalk: number; name: string }[]
    hollow: number
  },
) {
  const { width, height } = screen
  screen.rect(0, 0, width, height + 40, '#1f4a3c')
  const [left, top, day, row] = [176, 74, 122, 68]
  data.days.forEach((name, index) => {
    screen.text(left + index * day + day / 2, 48, 27, name, '#d6e6de', { at: 'middle', most: day - 10 })
    screen.rect(left + index * day, 20, 2, height, '#3d6b5b')
  })
  for (let loom = 0; loom < 8; loom++) {
    screen.rect(0, top + loom * row, width, 2, '#3d6b5b')
    screen.text(MARGIN + 34, top + loom * row + 45, 27, data.loom(loom + 1), '#d6e6de', { most: 100 })
    if (loom === data.hollow) screen.hollowDot(MARGIN + 6, top + loom * row + 36, 15, '#ff5b36', 5)
    else screen.dot(MARGIN + 6, top + loom * row + 36, 10, '#7fb59f')
  }
  for (const { loom, from, days, chalk, name } of data.orders) {
    const [x, y, w] = [left + from * day + 6, top + loom * row + 10, days * day - 12]
    screen.rect(x, y, w, row - 18, CHALKS[chalk] as Fill, 8)
    if (name) screen.text(x + 18, y + 34, 26, name, '#11141b', { most: w - 32 })
  }
}

/** A building that grows behind its scaffold, and what each line of it has cost. */
export function budget(screen: Canvas, data: { lines: [string, number, string][]; alarm: string }) {
  const { width, height } = screen
  screen.rect(0, 0, width, height + 40, 'paper')
  screen.rect(0, 0, 372, height + 40, '#f5b63a')
  for (let floor = 0; floor < 5; floor++) {
    const y = 516 - floor * 96
    if (floor < 4) screen.rect(104, y - 88, 178, 96, floor === 3 ? '#e7cf9a' : '#c9622e')
    if (floor < 3) for (const window of [0, 1]) screen.rect(132 + window * 70, y - 66, 46, 52, '#11141b')
    screen.rect(84, y + 4, 218, 8, '#11141b')
  }
  for (const x of [84, 190, 294]) screen.rect(x, 96, 8, 560, '#11141b')
  for (let floor = 0; floor < 4; floor++)
    screen.line(
      floor % 2
        ? [
            [88, 424 - floor * 96],
            [298, 520 - floor * 96],
          ]
        : [
            [298, 424 - floor * 96],
            [88, 520 - floor * 96],
          ],
      '#11141b',
      4,
    )
  screen.line(
    [
      [330, 640],
      [330, 40],
      [120, 40],
    ],
    '#11141b',
    12,
  )
  screen.line(
    [
      [150, 40],
      [150, 84],
    ],
    '#11141b',
    4,
  )
  screen.dot(150, 98, 18, '#e8411f')
  data.lines.forEach(([name, part, amount], index) => {
    const y = 58 + index * 92
    const isHigh = part >= 0.8
    screen.text(412, y, 28, name, 'ink', { most: 300 })
    screen.text(SHOWN - 24, y, 28, amount, 'ink', { at: 'end', most: 170 })
    screen.rect(412, y + 18, 484, 26, 'sunk', 13)
    screen.rect(412, y + 18, 484 * part, 26, isHigh ? '#e8411f' : '#2c8f6b', 13)
  })
  screen.rect(412, 522, 484, 120, '#e8411f', 10)
  screen.dot(452, 566, 20, '#fbfbf8')
  screen.text(486, 577, 30, data.alarm, '#fbfbf8', { most: 390 })
}

/** A ruled account book. */
export function ledger(
  screen: Canvas,
  data: { columns: string[]; rows: string[][]; balance: [string, string]; said: string },
) {
  const { width, height } = screen
  screen.rect(0, 0, width, height + 40, 'ground')
  for (let row = 0; row < 10; row++) screen.rect(0, 76 + row * 60, width, 2, 'line')
  screen.rect(150, 0, 4, height + 40, '#e0705a')
  screen.rect(158, 0, 4, height + 40, '#e0705a')
  const columns = [36, 190, 660, 896]
  for (const [index, name] of data.columns.entries())
    screen.text(columns[index] as number, 54, 25, name, 'soft', { at: index > 1 ? 'end' : 'start' })
  data.rows.forEach((cells, row) => {
    const y = 118 + row * 60
    const isNew = row === data.rows.length - 1
    if (isNew) screen.rect(0, y - 42, width, 60, '#f5c64a')
    for (const [index, cell] of cells.entries())
      screen.text(columns[index] as number, y, 31, cell, isNew ? '#11141b' : index === 3 ? 'accent' : 'ink', {
        at: index > 1 ? 'end' : 'start',
        most: [104, 300, 200, 200][index] as number,
      })
  })
  screen.rect(0, 500, width, 160, '#22304a')
  screen.text(36, 562, 32, data.balance[0], '#fbf1d3', { most: 200 })
  screen.text(896, 570, 56, data.balance[1], '#f5c64a', { at: 'end' })
  for (const [index, loud] of [8, 20, 32, 16, 26, 12, 30, 18, 8].entries())
    screen.rect(330 + index * 18, 552 - loud / 2, 8, loud, '#8fd0dc', 4)
  screen.text(330, 594, 22, data.said, '#8fd0dc', { most: 260 })
}

const COLD: Fill[] = ['#14459c', '#2f6fd0', '#6aa8e8', '#b7d8f4']

/** The rooms of a cold store from above: every square is a pallet, by its temperature. */
export function floor(
  screen: Canvas,
  data: { rooms: [string, string][]; warm: number; call: string; door: string; minutes: string },
) {
  const { width, height } = screen
  screen.rect(0, 0, width, height + 40, '#0d1a33')
  data.rooms.forEach(([name, degrees], index) => {
    const x = 24 + (index % 3) * 300
    const y = 26 + Math.floor(index / 3) * 292
    const isWarm = index === data.warm
    screen.rect(x, y, 284, 274, '#1a2c52')
    screen.rect(x + 100, y + (index < 3 ? 262 : 0), 84, 12, isWarm ? '#ff5b36' : '#0d1a33')
    screen.text(x + 18, y + 42, 27, name, '#cfe0f5', { most: 140 })
    screen.text(x + 268, y + 44, 33, degrees, isWarm ? '#ff8a6b' : '#fbfbf8', { at: 'end' })
    for (let pallet = 0; pallet < 18; pallet++) {
      const isEmpty = (pallet * 5 + index * 3) % 11 === 0
      const fill: Fill = isWarm
        ? pallet > 10
          ? '#ff5b36'
          : '#f5a05a'
        : (COLD[(pallet + index * 2) % COLD.length] as Fill)
      if (!isEmpty) screen.rect(x + 16 + (pallet % 6) * 43, y + 68 + Math.floor(pallet / 6) * 62, 36, 50, fill, 3)
    }
  })
  screen.rect(236, 222, 440, 156, '#e8411f', 18)
  screen.circle(308, 300, 42, '#fbfbf8')
  screen.line(
    [
      [290, 284],
      [300, 312],
      [326, 320],
    ],
    '#e8411f',
    10,
  )
  screen.text(374, 280, 36, data.call, '#fbfbf8', { most: 280 })
  screen.text(374, 324, 27, data.door, '#fbfbf8', { most: 280 })
  screen.text(374, 358, 23, data.minutes, '#fbd3c7', { most: 280 })
}

/** Nine warehouses, and what each has closed. */
export function closing(
  screen: Canvas,
  data: { day: string; of: string; steps: string[]; warehouses: string[]; done: number[] },
) {
  const { width, height } = screen
  screen.rect(0, 0, width, height + 40, 'paper')
  screen.rect(0, 0, 284, height + 40, '#2335c4')
  screen.text(142, 300, 290, data.day, '#fbfbf8', { at: 'middle', most: 200 })
  screen.text(142, 374, 31, data.of, '#fbfbf8', { at: 'middle', most: 230 })
  for (let day = 0; day < 24; day++) {
    const at: Point = [66 + (day % 6) * 31, 436 + Math.floor(day / 6) * 32]
    if (day < 3) screen.dot(...at, 14, '#f5c64a')
    else screen.hollowDot(...at, 11, '#8fa0f0', 2)
  }
  const [left, step] = [486, 96]
  for (const [index, name] of data.steps.entries())
    screen.text(left + index * step, 48, 24, name, 'soft', { at: 'middle', most: step - 12 })
  data.warehouses.forEach((name, row) => {
    const y = 92 + row * 62
    if (row % 2 === 0) screen.rect(284, y - 30, width, 62, 'sunk')
    screen.text(316, y + 11, 28, name, 'ink', { most: 128 })
    data.steps.forEach((_, index) => {
      const at: Point = [left + index * step, y]
      if (index < (data.done[row] as number)) screen.dot(...at, 21, '#2c8f6b')
      else screen.hollowDot(...at, 18, '#e8411f', 4)
    })
  })
}

/** Loaves by the hour, made from the weather and yesterday. */
export function baking(
  screen: Canvas,
  data: { hours: string[]; loaves: [number, number][]; weather: string; day: string; total: string; unit: string },
) {
  const { width, height } = screen
  screen.rect(0, 0, width, height + 40, '#4a2413')
  screen.circle(110, 96, 50, '#f5c64a')
  for (let ray = 0; ray < 8; ray++) {
    const turn = (ray / 8) * Math.PI * 2
    screen.line(
      [
        [110 + Math.cos(turn) * 64, 96 + Math.sin(turn) * 64],
        [110 + Math.cos(turn) * 84, 96 + Math.sin(turn) * 84],
      ],
      '#f5c64a',
      8,
    )
  }
  screen.text(220, 90, 44, data.weather, '#fbf1d3', { most: 150 })
  screen.text(220, 132, 27, data.day, '#d9ab6d', { most: 240 })
  screen.text(896, 104, 80, data.total, '#f5c64a', { at: 'end', most: 300 })
  screen.text(896, 146, 26, data.unit, '#d9ab6d', { at: 'end', most: 300 })
  data.loaves.forEach(([bread, buns], index) => {
    const x = 40 + index * 110
    for (let loaf = 0; loaf < bread; loaf++) drawLoaf(screen, x + 46, 520 - loaf * 42, '#d9893a', '#f0b765')
    for (let bun = 0; bun < buns; bun++) drawLoaf(screen, x + 46, 520 - (bread + bun) * 42, '#f5dfa8', '#fbf1d3')
    screen.text(x + 46, 580, 28, data.hours[index] as string, '#fbf1d3', { at: 'middle', most: 92 })
  })
}

function drawLoaf(screen: Canvas, x: number, y: number, crust: Fill, crumb: Fill) {
  screen.rect(x - 42, y - 18, 84, 36, crust, 18)
  for (const cut of [-18, 2, 22])
    screen.line(
      [
        [x + cut - 8, y + 8],
        [x + cut + 6, y - 10],
      ],
      crumb,
      5,
    )
}

/** A quote with its reasons, and the sheet that will be printed. */
export function quote(
  screen: Canvas,
  data: { title: string; rules: [string, string][]; total: string; minutes: string; pages: string[] },
) {
  const { width, height } = screen
  screen.rect(0, 0, width, height + 40, 'ground')
  screen.rect(36, 30, 460, 640, 'sheet')
  for (let column = 0; column < 4; column++)
    for (let row = 0; row < 2; row++) {
      const [x, y] = [66 + column * 102, 74 + row * 236]
      const isCover = column === 2 && row === 0
      screen.rect(x, y, 94, 216, isCover ? '#a3213b' : 'line')
      if (isCover) {
        screen.hollowDot(x + 47, y + 86, 34, '#f5c64a', 6)
        screen.dot(x + 47, y + 86, 14, '#f5c64a')
        screen.rect(x + 20, y + 160, 54, 8, '#f5c64a')
      } else
        for (let line = 0; line < 8; line++) screen.rect(x + 14, y + 52 + line * 18, line === 7 ? 36 : 66, 6, '#b9b4a6')
      screen.text(x + 47, y + 36, 25, data.pages[row * 4 + column] as string, isCover ? '#f5c64a' : '#6b6580', {
        at: 'middle',
      })
    }
  const inks: Fill[] = ['#23a7d8', '#d6348a', '#f5d21f', '#11141b', '#c79a2b']
  for (const [index, ink] of inks.entries()) screen.rect(66 + index * 82, 558, 72, 40, ink)
  for (const [x, y] of [
    [50, 44],
    [482, 44],
  ] as const) {
    screen.ring(x, y, 9, '#11141b', 3)
    screen.line(
      [
        [x - 14, y],
        [x + 14, y],
      ],
      '#11141b',
      2,
    )
    screen.line(
      [
        [x, y - 14],
        [x, y + 14],
      ],
      '#11141b',
      2,
    )
  }
  screen.text(536, 82, 42, data.title, 'ink', { most: 360 })
  data.rules.forEach(([rule, change], index) => {
    const y = 148 + index * 66
    screen.dot(548, y - 10, 10, '#a3213b')
    screen.text(576, y, 28, rule, 'ink', { most: 220 })
    screen.text(896, y, 29, change, 'ink', { at: 'end', most: 100 })
    screen.rect(536, y + 22, 360, 2, 'line')
  })
  screen.rect(536, 436, 360, 220, '#2a1c4a', 10)
  screen.text(568, 512, 60, data.total, '#f5c64a', { most: 300 })
  screen.text(568, 562, 26, data.minutes, '#d9d4ea', { most: 300 })
}
