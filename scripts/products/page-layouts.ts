import type { Canvas, Fill, Point } from './canvas.ts'

/** Pages in a browser: 900 wide, 622 high. */

const MARGIN = 44

/** A recorded noise, and what three workshops would charge. */
export function offers(
  screen: Canvas,
  data: {
    title: string
    noise: number[]
    offers: { name: string; price: string; day: string; from: number; to: number }[]
    choose: string
  },
) {
  const { width, height } = screen
  screen.rect(0, 0, width, height, '#171b23')
  screen.text(MARGIN, 70, 38, data.title, '#f2f3f0', { most: 480 })
  screen.dot(width - MARGIN - 30, 58, 34, 'accent')
  screen.area(
    [
      [width - MARGIN - 40, 42],
      [width - MARGIN - 14, 58],
      [width - MARGIN - 40, 74],
    ],
    '#171b23',
  )
  data.noise.forEach((loud, index) => {
    const h = loud * 14
    screen.rect(MARGIN + index * 24, 172 - h / 2, 12, h, index < 19 ? 'accent' : '#5c626e', 6)
  })
  data.offers.forEach((offer, index) => {
    const x = MARGIN + index * 276
    const isBest = index === 1
    screen.rect(x, 262, 258, 420, isBest ? 'accent' : '#262c37', 10)
    const ink: Fill = isBest ? '#11141b' : '#f2f3f0'
    screen.text(x + 26, 318, 28, offer.name, ink, { most: 206 })
    screen.text(x + 26, 402, 56, offer.price, ink, { most: 206 })
    screen.rect(x + 26, 438, 206, 12, isBest ? '#b22a0c' : '#454b57', 6)
    screen.rect(x + 26 + offer.from * 206, 432, (offer.to - offer.from) * 206, 24, isBest ? '#11141b' : '#f2f3f0', 12)
    screen.text(x + 26, 506, 26, offer.day, ink, { most: 206 })
    if (isBest) {
      screen.rect(x + 26, 536, 206, 62, '#11141b', 8)
      screen.text(x + 129, 577, 27, data.choose, '#f2f3f0', { at: 'middle', most: 180 })
    } else screen.hollowDot(x + 46, 564, 18, '#757b85', 3)
  })
}

/** A page of an old newspaper with the word that was searched for. */
export function newspaper(
  screen: Canvas,
  data: { search: string; found: string; masthead: string; date: string; headline: string; years: [string, string][] },
) {
  const { width, height } = screen
  screen.rect(0, 0, width, height, '#6b4a2b')
  screen.rect(MARGIN, 34, 300, 66, '#fbf3df', 33)
  screen.text(MARGIN + 34, 77, 28, data.search, '#11141b', { most: 200 })
  screen.ring(MARGIN + 262, 64, 12, '#6b4a2b', 5)
  screen.line(
    [
      [MARGIN + 271, 73],
      [MARGIN + 282, 84],
    ],
    '#6b4a2b',
    5,
  )
  screen.text(MARGIN, 156, 27, data.found, '#fbf3df', { most: 300 })
  data.years.forEach(([year, count], index) => {
    const y = 186 + index * 72
    screen.rect(MARGIN, y, 300, 58, index === 1 ? '#e8411f' : '#8a6642', 6)
    screen.text(MARGIN + 24, y + 39, 29, year, '#fbf3df')
    screen.text(MARGIN + 276, y + 39, 25, count, '#fbf3df', { at: 'end' })
  })
  const [x, w] = [392, 462]
  screen.rect(x, 34, w, 700, 'sheet')
  screen.text(x + w / 2, 108, 74, data.masthead, '#3b2a18', { at: 'middle', most: 380 })
  screen.rect(x + 26, 128, w - 52, 3, '#3b2a18')
  screen.text(x + w / 2, 160, 22, data.date, '#3b2a18', { at: 'middle' })
  screen.rect(x + 26, 172, w - 52, 3, '#3b2a18')
  screen.text(x + 26, 230, 40, data.headline, '#3b2a18', { most: w - 52 })
  const lines: Point[] = []
  for (let column = 0; column < 3; column++)
    for (let row = 0; row < 19; row++) {
      const isPicture = column === 2 && row < 8
      if (!isPicture) lines.push([x + 26 + column * 142, 258 + row * 20])
    }
  for (const [index, [left, y]] of lines.entries())
    screen.rect(left, y, 126 - ((index * 37) % 5 === 0 ? 40 : 0), 7, '#a48a63')
  screen.rect(x + 310, 256, 126, 150, '#8a6642')
  screen.circle(x + 373, 316, 32, '#f3e6c8')
  screen.area(
    [
      [x + 322, 406],
      [x + 348, 354],
      [x + 398, 354],
      [x + 424, 406],
    ],
    '#f3e6c8',
  )
  screen.rect(x + 164, 332, 132, 34, '#f5c64a')
  screen.rect(x + 172, 346, 112, 8, '#3b2a18')
  screen.hollowDot(x + 230, 349, 62, '#e8411f', 6)
}

const GOODS: [Fill, Fill, 'tin' | 'bottle' | 'bag' | 'box' | 'fruit'][] = [
  ['#2335c4', '#f5c64a', 'tin'],
  ['#c8871f', '#fbfbf8', 'bottle'],
  ['#fbfbf8', '#e8411f', 'bag'],
  ['#e8411f', '#f5c64a', 'fruit'],
  ['#7a3b1d', '#f5c64a', 'box'],
  ['#f5c64a', '#2335c4', 'fruit'],
  ['#e8411f', '#fbfbf8', 'tin'],
  ['#8fd0dc', '#2335c4', 'bottle'],
]

/** One shelf for every grocer: goods in rows with their prices. */
export function shop(screen: Canvas, data: { title: string; basket: string; goods: [string, string][] }) {
  const { width, height } = screen
  screen.rect(0, 0, width, height, 'tint')
  screen.rect(0, 0, width, 88, 'accent')
  screen.text(MARGIN, 57, 38, data.title, '#fbfbf8', { most: 460 })
  screen.rect(width - MARGIN - 170, 18, 170, 54, '#f5c64a', 27)
  screen.text(width - MARGIN - 85, 55, 27, data.basket, '#11141b', { at: 'middle', most: 146 })
  data.goods.forEach(([name, price], index) => {
    const x = MARGIN + (index % 4) * 208
    const y = 112 + Math.floor(index / 4) * 268
    screen.rect(x, y, 188, 248, 'paper', 10)
    drawGoods(screen, x + 94, y + 88, GOODS[index % GOODS.length] as (typeof GOODS)[number])
    screen.text(x + 18, y + 190, 25, name, 'ink', { most: 152 })
    screen.text(x + 18, y + 230, 30, price, 'accent', { most: 120 })
    screen.dot(x + 162, y + 222, 17, index === 2 ? '#e8411f' : 'accent')
  })
}

function drawGoods(screen: Canvas, x: number, y: number, [body, label, kind]: (typeof GOODS)[number]) {
  const dark: Fill = '#11141b'
  if (kind === 'tin') {
    screen.rect(x - 54, y - 36, 108, 86, body, 12)
    screen.rect(x - 54, y - 18, 108, 46, label)
    screen.area(
      [
        [x - 30, y + 4],
        [x + 10, y - 12],
        [x + 24, y + 4],
        [x + 10, y + 20],
      ],
      dark,
    )
    screen.area(
      [
        [x + 18, y + 4],
        [x + 40, y - 10],
        [x + 40, y + 18],
      ],
      dark,
    )
  } else if (kind === 'bottle') {
    screen.rect(x - 13, y - 66, 26, 40, dark, 4)
    screen.rect(x - 34, y - 34, 68, 96, body, 18)
    screen.rect(x - 34, y - 4, 68, 38, label)
  } else if (kind === 'bag') {
    screen.rect(x - 46, y - 58, 92, 120, dark, 8)
    screen.rect(x - 43, y - 55, 86, 114, body, 6)
    screen.rect(x - 43, y - 14, 86, 48, label)
    screen.dot(x, y + 10, 16, body)
  } else if (kind === 'box') {
    screen.rect(x - 56, y - 44, 112, 100, body, 4)
    screen.rect(x - 56, y - 44, 112, 24, label)
    screen.dot(x, y + 18, 24, label)
  } else {
    for (const [dx, dy] of [
      [-34, 26],
      [34, 26],
      [0, 30],
      [-18, -14],
      [20, -14],
    ] as const)
      screen.circle(x + dx, y + dy, 30, body)
    screen.area(
      [
        [x - 4, y - 40],
        [x + 30, y - 66],
        [x + 18, y - 36],
      ],
      '#3f8f57',
    )
  }
}

/** The price of one crop today, and where it was paid. */
export function price(
  screen: Canvas,
  data: { crop: string; price: string; unit: string; days: number[]; markets: [string, string][] },
) {
  const { width, height } = screen
  screen.rect(0, 0, width, height, 'paper')
  screen.circle(112, 104, 66, '#e8411f')
  screen.area(
    [
      [112, 60],
      [90, 34],
      [112, 46],
      [136, 32],
    ],
    '#3f8f57',
  )
  screen.circle(90, 84, 14, '#fbd3c7')
  screen.text(204, 86, 36, data.crop, 'soft', { most: 280 })
  const figure = screen.text(204, 164, 84, data.price, 'ink', { most: 230 })
  screen.text(222 + figure, 162, 27, data.unit, 'soft', { most: 150 })
  const points = data.days.map((day, index): Point => [index * (590 / (data.days.length - 1)), 560 - day * 30])
  screen.hill(points, height, 'tint')
  screen.curve(points, 'accent', 9)
  const [lastX, lastY] = points.at(-1) as Point
  screen.dot(lastX - 4, lastY, 26, '#e8411f')
  screen.rect(600, 0, 300, height, 'accent')
  data.markets.forEach(([market, paid], index) => {
    const y = 74 + index * 92
    screen.text(632, y, 27, market, '#fbfbf8', { most: 140 })
    screen.text(868, y, 36, paid, '#fbfbf8', { at: 'end', most: 100 })
    screen.rect(632, y + 24, 236, 2, '#fbfbf8')
  })
}

const SUBJECTS: Fill[] = ['#2335c4', '#f5b63a', '#e8411f', '#2c8f6b', '#8fb4ee', '#8b5fbf']

/** The week of one child: lessons by day, and the bus. */
export function timetable(
  screen: Canvas,
  data: { child: string; days: string[]; lessons: string; subjects: string[]; side: [string, string][]; bus: string },
) {
  const { width, height } = screen
  screen.rect(0, 0, width, height, 'paper')
  screen.rect(0, 0, 262, height, '#f5b63a')
  screen.circle(MARGIN + 50, 88, 50, '#11141b')
  screen.circle(MARGIN + 50, 76, 19, '#f5b63a')
  screen.area(
    [
      [MARGIN + 18, 128],
      [MARGIN + 34, 102],
      [MARGIN + 66, 102],
      [MARGIN + 82, 128],
    ],
    '#f5b63a',
  )
  screen.text(MARGIN, 192, 40, data.child, '#11141b', { most: 200 })
  data.side.forEach(([label, value], index) => {
    screen.text(MARGIN, 254 + index * 88, 25, label, '#11141b', { most: 180 })
    screen.text(MARGIN, 292 + index * 88, 36, value, '#11141b', { most: 180 })
  })
  screen.rect(24, 528, 214, 120, '#11141b', 16)
  for (const index of [0, 1, 2]) screen.rect(48 + index * 58, 548, 46, 34, '#f5b63a', 5)
  screen.text(131, 614, 24, data.bus, '#fbfbf8', { at: 'middle', most: 180 })
  data.days.forEach((day, column) => {
    const x = 290 + column * 119
    screen.text(x + 54, 54, 25, day, 'ink', { at: 'middle', most: 108 })
    for (let row = 0; row < 6; row++) {
      const subject = Number(data.lessons[column * 6 + row])
      if (subject > 5) continue
      const fill = SUBJECTS[subject] as Fill
      const isWide = row % 3 === 0
      screen.rect(x, 78 + row * 92, 108, 82, fill, 8)
      if (isWide || subject === 2)
        screen.text(
          x + 54,
          128 + row * 92,
          23,
          data.subjects[subject] as string,
          [1, 4].includes(subject) ? '#11141b' : '#fbfbf8',
          { at: 'middle', most: 92 },
        )
    }
  })
}

const SPINES: Fill[] = [
  '#a3213b',
  '#f5c64a',
  '#1f5f5b',
  '#fbf3df',
  '#2335c4',
  '#e8411f',
  '#3b2a18',
  '#8fb4ee',
  '#7a9a3c',
  '#d98a3d',
]

/** Books on the shelves of many shops, and the one that was asked for. */
export function shelf(
  screen: Canvas,
  data: { search: string; found: string; book: string; shops: string[]; widths: number[] },
) {
  const { width, height } = screen
  screen.rect(0, 0, width, height, 'ground')
  screen.rect(MARGIN, 28, 520, 68, 'paper', 34)
  screen.text(MARGIN + 36, 73, 32, data.search, 'ink', { most: 420 })
  screen.text(width - MARGIN, 73, 28, data.found, 'ink', { at: 'end', most: 260 })
  let book = 0
  for (const [row, shop] of data.shops.entries()) {
    const base = 330 + row * 256
    screen.rect(0, base, width, 22, '#6b4a2b')
    screen.rect(0, base + 22, width, 8, '#4a3019')
    let x = MARGIN
    while (x < width - 60) {
      const w = 26 + (data.widths[book % data.widths.length] as number) * 6
      const h = 120 + ((book * 47) % 7) * 12
      const isAsked = row === 0 && book === 8
      if (isAsked) {
        screen.rect(x + 6, base - 210, 118, 210, '#11141b', 4)
        screen.dot(x + 65, base - 150, 30, '#e8411f')
        screen.text(x + 65, base - 70, 24, data.book, '#fbfbf8', { at: 'middle', most: 104 })
        x += 134
      } else {
        const fill = SPINES[(book * 3 + row) % SPINES.length] as Fill
        screen.rect(x, base - h, w, h, fill, 2)
        screen.rect(x, base - h + 18, w, 7, fill === '#fbf3df' ? '#a3213b' : '#fbf3df')
        if (w > 40) screen.dot(x + w / 2, base - 26, 9, fill === '#fbf3df' ? '#a3213b' : '#fbf3df')
        x += w + (book % 6 === 5 ? 22 : 3)
      }
      book++
    }
    screen.rect(MARGIN, base + 4, 190, 42, '#fbfbf8', 4)
    screen.text(MARGIN + 95, base + 33, 23, shop, '#11141b', { at: 'middle', most: 170 })
  }
}

/** A theatre whose seats are sold once. */
export function seats(
  screen: Canvas,
  data: { play: string; stage: string; when: string; row: string; price: string; pay: string },
) {
  const { width, height } = screen
  screen.rect(0, 0, width, height, '#331226')
  const x = 316
  screen.area(
    [
      [x - 250, 0],
      [x + 250, 0],
      [x + 190, 92],
      [x - 190, 92],
    ],
    '#f5c64a',
  )
  screen.text(x, 58, 32, data.stage, '#331226', { at: 'middle' })
  for (const side of [-1, 1])
    for (const fold of [0, 1, 2])
      screen.area(
        [
          [x + side * (316 - fold * 26), 0],
          [x + side * (292 - fold * 26), 0],
          [x + side * (300 - fold * 30), 150 - fold * 26],
          [x + side * (316 - fold * 30), 150 - fold * 26],
        ],
        fold % 2 ? '#c22f3d' : '#8f1d35',
      )
  const taken: Point[] = []
  const free: Point[] = []
  for (let row = 0; row < 7; row++) {
    const count = 9 + (row % 2)
    for (let seat = 0; seat < count; seat++) {
      const middle = seat - (count - 1) / 2
      const at: Point = [x + middle * 57, 176 + row * 58 + middle * middle * 1.9]
      if (row === 2 && (seat === 5 || seat === 6)) continue
      ;((row * 7 + seat * 5) % 9 < 6 ? taken : free).push(at)
    }
  }
  screen.dots(taken, 23, '#7a3a5c')
  for (const at of free) screen.hollowDot(...at, 20, '#f3cfe0', 3)
  for (const middle of [0.5, 1.5]) screen.dot(x + middle * 57 + 28.5, 176 + 116 + middle * middle * 1.9, 34, '#e8411f')
  screen.rect(640, 60, 224, 640, 'sheet', 14)
  screen.circle(640, 400, 18, '#331226')
  screen.circle(864, 400, 18, '#331226')
  screen.text(668, 126, 40, data.play, '#331226', { most: 176 })
  screen.text(668, 172, 26, data.when, '#6b2a5b', { most: 176 })
  screen.text(668, 262, 34, data.row, '#331226', { most: 176 })
  screen.text(668, 354, 54, data.price, '#331226', { most: 176 })
  for (let index = 0; index < 9; index++) screen.rect(670 + index * 20, 398, 10, 4, '#331226')
  screen.rect(668, 452, 168, 78, '#e8411f', 10)
  screen.text(752, 501, 30, data.pay, '#fbfbf8', { at: 'middle', most: 140 })
}

/** A boat from above, with its twelve seats. */
export function deck(
  screen: Canvas,
  data: { boat: string; leaves: string; left: string; languages: string[]; book: string; depth: string },
) {
  const { width, height } = screen
  screen.rect(0, 0, width, height, '#23b0bd')
  for (let row = 0; row < 9; row++) {
    const y = 30 + row * 76
    const points = Array.from(
      { length: 9 },
      (_, index): Point => [index * 120 - 60 + (row % 2) * 60, y + (index % 2 ? -12 : 12)],
    )
    screen.curve(points, '#5ccbd4', 5)
  }
  const x = 300
  screen.area(
    [
      [x, 34],
      [x + 118, 190],
      [x + 134, 400],
      [x + 110, 640],
      [x - 110, 640],
      [x - 134, 400],
      [x - 118, 190],
    ],
    '#0b4f6c',
  )
  screen.area(
    [
      [x, 66],
      [x + 98, 200],
      [x + 112, 400],
      [x + 92, 640],
      [x - 92, 640],
      [x - 112, 400],
      [x - 98, 200],
    ],
    'sheet',
  )
  screen.area(
    [
      [x, 92],
      [x + 52, 176],
      [x - 52, 176],
    ],
    '#d98a3d',
  )
  screen.text(x, 232, 29, data.boat, '#0b4f6c', { at: 'middle', most: 160 })
  for (let seat = 0; seat < 12; seat++) {
    const at: Point = [
      x + (seat % 2 ? 58 : -58) + (seat % 4 > 1 ? (seat % 2 ? -2 : 2) : 0),
      280 + Math.floor(seat / 2) * 58,
    ]
    if (seat === 7) screen.dot(...at, 34, '#e8411f')
    else if (seat === 4 || seat === 9) screen.hollowDot(...at, 24, '#0b4f6c', 4)
    else screen.dot(...at, 27, '#0b4f6c')
  }
  screen.rect(524, 54, 340, 640, 'paper', 16)
  screen.text(558, 120, 46, data.leaves, 'ink', { most: 270 })
  screen.text(558, 166, 28, data.left, '#e8411f', { most: 270 })
  data.languages.forEach((language, index) => {
    screen.rect(
      558 + (index % 2) * 140,
      198 + Math.floor(index / 2) * 64,
      130,
      52,
      index === 0 ? '#0b4f6c' : 'tint',
      26,
    )
    screen.text(
      623 + (index % 2) * 140,
      232 + Math.floor(index / 2) * 64,
      23,
      language,
      index === 0 ? '#fbfbf8' : 'ink',
      { at: 'middle', most: 112 },
    )
  })
  screen.hill(
    [
      [558, 470],
      [640, 440],
      [700, 486],
      [780, 452],
      [830, 470],
    ],
    500,
    '#f5c64a',
  )
  screen.text(558, 402, 28, data.depth, 'accent', { most: 270 })
  screen.rect(558, 520, 272, 80, '#e8411f', 12)
  screen.text(694, 571, 32, data.book, '#fbfbf8', { at: 'middle', most: 240 })
}
