import type { Canvas, Fill, Point } from './canvas.ts'

/** Screens of a phone: 420 wide, 694 high. */

const MARGIN = 32

function button(screen: Canvas, y: number, label: string, fill: Fill, onFill: Fill) {
  screen.rect(MARGIN, y, screen.width - MARGIN * 2, 84, fill, 14)
  screen.text(screen.width / 2, y + 53, 32, label, onFill, { at: 'middle', most: screen.width - MARGIN * 3 })
}

/** The level of a gas cylinder, and the price of the next one. */
export function gauge(screen: Canvas, data: { left: string; unit: string; rows: [string, string][]; order: string }) {
  const { width, height } = screen
  screen.rect(0, 0, width, height + 20, 'ground')
  screen.text(MARGIN, 168, 118, data.left, '#11141b')
  screen.text(MARGIN, 222, 36, data.unit, '#11141b', { most: 190 })
  const [x, y, w, h] = [246, 92, 142, 300]
  screen.rect(x + 38, y - 26, w - 76, 44, '#11141b', 10)
  screen.rect(x, y, w, h, '#11141b', 46)
  screen.rect(x + 12, y + 12, w - 24, h - 24, '#fbfbf8', 36)
  screen.rect(x + 12, y + 206, w - 24, 82, 'accent', 36)
  screen.rect(x + 12, y + 206, w - 24, 40, 'accent')
  screen.rect(x + 14, y + h - 4, w - 28, 18, '#11141b', 6)
  for (const mark of [70, 120, 170]) screen.rect(x + w - 46, y + mark, 34, 5, '#11141b')
  screen.rect(0, 440, width, 300, 'paper')
  data.rows.forEach(([label, value], index) => {
    screen.text(MARGIN, 496 + index * 56, 29, label, 'ink', { most: 230 })
    screen.text(width - MARGIN, 496 + index * 56, 31, value, 'ink', { at: 'end' })
  })
  button(screen, 588, data.order, 'accent', '#fbfbf8')
}

/** Streets with free places, and the one that is nearest. */
export function map(screen: Canvas, data: { minutes: string; place: string; free: string; book: string; pin: string }) {
  const { width, height } = screen
  screen.rect(0, 0, width, height + 20, 'tint')
  const streets: [Point[], number][] = [
    [
      [
        [-20, 150],
        [220, 190],
        [440, 120],
      ],
      34,
    ],
    [
      [
        [-20, 360],
        [190, 330],
        [440, 380],
      ],
      40,
    ],
    [
      [
        [110, -10],
        [150, 210],
        [80, 470],
      ],
      34,
    ],
    [
      [
        [310, -10],
        [280, 200],
        [340, 470],
      ],
      26,
    ],
    [
      [
        [-20, 40],
        [440, 20],
      ],
      18,
    ],
  ]
  screen.area(
    [
      [176, 226],
      [262, 214],
      [276, 306],
      [196, 312],
    ],
    'ground',
  )
  for (const [points, w] of streets) screen.line(points, 'paper', w)
  screen.line(
    [
      [140, 440],
      [132, 340],
      [262, 342],
      [274, 262],
    ],
    'accent',
    12,
  )
  screen.circle(140, 436, 17, '#11141b')
  screen.circle(140, 436, 7, '#fbfbf8')
  const places: [number, number, boolean][] = [
    [62, 236, false],
    [372, 262, false],
    [220, 96, false],
    [60, 84, false],
    [352, 70, false],
  ]
  for (const [x, y] of places) {
    screen.dot(x, y, 34, 'accent')
    screen.text(x, y + 11, 32, data.pin, '#fbfbf8', { at: 'middle' })
  }
  screen.dot(278, 226, 66, '#e8411f')
  screen.text(278, 246, 58, data.pin, '#fbfbf8', { at: 'middle' })
  screen.rect(0, 468, width, 260, 'paper', 26)
  screen.text(MARGIN, 542, 48, data.minutes, 'ink', { most: 220 })
  screen.text(width - MARGIN, 540, 28, data.free, 'accent', { at: 'end', most: 150 })
  screen.text(MARGIN, 580, 26, data.place, 'soft', { most: 350 })
  button(screen, 602, data.book, 'accent', '#fbfbf8')
}

/** A car with its free seats, and the stops of its line. */
export function ride(screen: Canvas, data: { wait: string; stops: [string, string][]; fare: string }) {
  const { width, height } = screen
  screen.rect(0, 0, width, height + 20, 'accent')
  screen.text(MARGIN, 116, 40, data.wait, '#fbfbf8', { most: 200 })
  screen.text(MARGIN, 164, 34, data.fare, '#f5c64a', { most: 200 })
  const [x, y] = [238, 62]
  screen.rect(x - 12, y + 40, 12, 54, '#11141b', 4)
  screen.rect(x + 150, y + 40, 12, 54, '#11141b', 4)
  screen.rect(x - 12, y + 190, 12, 54, '#11141b', 4)
  screen.rect(x + 150, y + 190, 12, 54, '#11141b', 4)
  screen.rect(x, y, 150, 286, '#f5c64a', 44)
  screen.rect(x + 16, y + 62, 118, 170, '#11141b', 20)
  const seats: [number, number, Fill][] = [
    [46, 104, '#5c626e'],
    [104, 104, '#fbfbf8'],
    [46, 184, '#fbfbf8'],
    [104, 184, '#e8411f'],
  ]
  for (const [left, top, fill] of seats) screen.dot(x + left, y + top, 24, fill)
  screen.rect(0, 382, width, 340, 'paper')
  screen.line(
    [
      [62, 436],
      [62, 612],
    ],
    'ink',
    6,
  )
  data.stops.forEach(([stop, time], index) => {
    const top = 434 + index * 60
    screen.dot(62, top, index === 1 ? 22 : 13, index === 1 ? '#e8411f' : 'ink')
    screen.text(100, top + 11, 32, stop, 'ink', { most: 190 })
    screen.text(width - MARGIN, top + 11, 28, time, 'soft', { at: 'end' })
  })
  screen.rect(0, 656, width, 60, '#e8411f')
}

/** One dish, and how many portions of it are left. */
export function dish(
  screen: Canvas,
  data: { dish: string; cook: string; left: string; order: string; portions: number; taken: number },
) {
  const { width, height } = screen
  screen.rect(0, 0, width, height + 20, 'ground')
  const [x, y] = [width / 2, 206]
  screen.circle(x, y, 186, 'tint')
  screen.circle(x, y, 160, 'sheet')
  screen.ring(x, y, 126, '#d3d7cf', 3)
  screen.hill(
    [
      [x - 112, y + 10],
      [x - 56, y - 50],
      [x, y - 20],
      [x + 56, y - 64],
      [x + 112, y + 4],
    ],
    y + 12,
    '#f5dfa8',
  )
  screen.circle(x + 26, y + 50, 66, '#3f6b2f')
  screen.circle(x + 26, y + 50, 48, '#54883c')
  screen.circle(x - 56, y + 34, 46, '#a6531f')
  screen.circle(x - 66, y + 24, 18, '#c97a35')
  screen.dots(
    [
      [x + 10, y + 40],
      [x + 40, y + 62],
      [x + 50, y + 34],
      [x + 20, y + 70],
    ],
    6,
    '#f5dfa8',
  )
  screen.rect(0, 420, width, 320, 'paper')
  screen.text(MARGIN, 478, 42, data.dish, 'ink', { most: 356 })
  screen.text(MARGIN, 516, 25, data.cook, 'soft', { most: 200 })
  screen.text(width - MARGIN, 516, 25, data.left, 'accent', { at: 'end', most: 150 })
  const places = Array.from({ length: data.portions }, (_, index): Point => [MARGIN + 12 + index * 24.6, 554])
  screen.dots(places.slice(0, data.taken), 11, 'line')
  screen.dots(places.slice(data.taken), 11, 'accent')
  button(screen, 590, data.order, 'ink', 'paper')
}

/** A reminder with one large button. */
export function alarm(screen: Canvas, data: { time: string; voice: string; done: string }) {
  const { width, height } = screen
  const x = width / 2
  screen.rect(0, 0, width, height + 20, 'ground')
  for (const [radius, line] of [
    [196, 3],
    [158, 6],
    [120, 10],
  ] as const)
    screen.hollowDot(x, 228, radius, 'accent', line)
  screen.dot(x, 228, 86, 'accent')
  screen.text(x, 250, 62, data.time, '#11141b', { at: 'middle' })
  screen.text(x, 462, 30, data.voice, '#fbfbf8', { at: 'middle', most: 356 })
  screen.rect(x - 118, 492, 118, 50, '#fbfbf8', 25)
  screen.rect(x - 40, 492, 158, 50, '#e8411f', 25)
  screen.rect(x - 44, 492, 36, 50, '#fbfbf8')
  screen.rect(0, 572, width, 160, '#54b98a')
  screen.text(x, 652, 68, data.done, '#11141b', { at: 'middle', most: 340 })
}

/** A round of people, each of whom is paid once. */
export function circle(
  screen: Canvas,
  data: {
    sum: string
    unit: string
    people: number
    paid: number
    turn: string
    day: string
    list: [string, string][]
  },
) {
  const { width, height } = screen
  const [x, y, radius] = [width / 2, 258, 142]
  screen.rect(0, 0, width, height + 20, 'ground')
  screen.ring(x, y, radius, 'line', 4)
  for (let index = 0; index < data.people; index++) {
    const turn = (index / data.people) * Math.PI * 2 - Math.PI / 2
    const at: Point = [x + Math.cos(turn) * radius, y + Math.sin(turn) * radius]
    if (index === data.paid) {
      screen.dot(...at, 58, '#e8411f')
      screen.dot(...at, 18, '#fbfbf8')
    } else screen.dot(...at, 34, index < data.paid ? 'accent' : 'tint')
  }
  screen.text(x, y + 10, 62, data.sum, 'ink', { at: 'middle', most: 196 })
  screen.text(x, y + 48, 27, data.unit, 'soft', { at: 'middle', most: 170 })
  screen.rect(0, 470, width, 260, 'accent')
  screen.text(MARGIN, 532, 42, data.turn, '#fbfbf8', { most: 230 })
  screen.text(width - MARGIN, 532, 28, data.day, '#fbfbf8', { at: 'end', most: 140 })
  data.list.forEach(([name, state], index) => {
    screen.rect(MARGIN, 562 + index * 62, width - MARGIN * 2, 2, '#fbfbf8')
    screen.text(MARGIN, 606 + index * 62, 29, name, '#fbfbf8', { most: 210 })
    screen.text(width - MARGIN, 606 + index * 62, 27, state, '#fbfbf8', { at: 'end', most: 140 })
  })
}

/** Two figures, a thumb high, above the sea. */
export function figures(
  screen: Canvas,
  data: { wind: string; unit: string; fish: string; price: string; perUnit: string },
) {
  const { width, height } = screen
  screen.rect(0, 0, width, height + 20, 'ground')
  screen.text(MARGIN, 262, 228, data.wind, '#fbfbf8', { most: 270 })
  screen.text(MARGIN, 316, 38, data.unit, '#8fd0dc', { most: 236 })
  screen.area(
    [
      [354, 82],
      [394, 162],
      [354, 142],
      [314, 162],
    ],
    '#f5c64a',
  )
  screen.line(
    [
      [354, 140],
      [354, 250],
    ],
    '#f5c64a',
    12,
  )
  const wave = (y: number, shift: number) =>
    Array.from({ length: 7 }, (_, index): Point => [index * 84 - 40 + shift, y + (index % 2 ? -22 : 22)])
  screen.hill(wave(396, 0), 740, '#1d6f88')
  screen.area(
    [
      [206, 372],
      [378, 372],
      [346, 414],
      [238, 414],
    ],
    '#f5c64a',
  )
  screen.line(
    [
      [290, 372],
      [290, 290],
    ],
    '#fbfbf8',
    6,
  )
  screen.area(
    [
      [296, 292],
      [372, 352],
      [296, 352],
    ],
    '#fbfbf8',
  )
  screen.hill(wave(436, 40), 740, '#2c93a8')
  screen.hill(wave(492, 0), 740, 'paper')
  screen.text(MARGIN, 576, 36, data.fish, 'ink', { most: 220 })
  screen.text(MARGIN, 618, 26, data.perUnit, 'soft', { most: 180 })
  screen.text(width - MARGIN, 634, 112, data.price, 'accent', { at: 'end', most: 190 })
}

/** Who is in line, and how many come before. */
export function queue(
  screen: Canvas,
  data: { ahead: string; sentence: string; doctor: string; tickets: [string, string][]; own: number },
) {
  const { width, height } = screen
  screen.rect(0, 0, width, height + 20, 'paper')
  screen.rect(0, 0, width, 318, 'accent')
  screen.text(MARGIN, 226, 190, data.ahead, '#fbfbf8')
  screen.text(172, 150, 34, data.sentence, '#fbfbf8', { most: 220 })
  screen.text(172, 194, 25, data.doctor, '#fbfbf8', { most: 220 })
  screen.line(
    [
      [0, 272],
      [120, 272],
      [146, 236],
      [176, 302],
      [206, 214],
      [232, 272],
      [420, 272],
    ],
    '#fbfbf8',
    7,
  )
  data.tickets.forEach(([number, name], index) => {
    const y = 340 + index * 88
    const isOwn = index === data.own
    screen.rect(MARGIN, y, width - MARGIN * 2, 76, isOwn ? '#e8411f' : 'tint', 12)
    screen.circle(MARGIN, y + 38, 13, 'paper')
    screen.circle(width - MARGIN, y + 38, 13, 'paper')
    screen.text(MARGIN + 32, y + 53, 44, number, isOwn ? '#fbfbf8' : 'ink')
    screen.text(width - MARGIN - 34, y + 49, 29, name, isOwn ? '#fbfbf8' : 'ink', { at: 'end', most: 190 })
  })
}

/** The camera before a meter, and the digits that it reads. */
export function camera(
  screen: Canvas,
  data: { digits: string; unit: string; read: string; before: string; send: string },
) {
  const { width, height } = screen
  screen.rect(0, 0, width, height + 20, '#22262b')
  screen.rect(0, 60, width, 420, '#3c4249')
  const [x, y] = [width / 2, 250]
  screen.rect(0, y - 34, width, 68, '#7a5a34')
  screen.circle(x, y, 168, '#11141b')
  screen.circle(x, y, 154, 'sheet')
  screen.circle(x, y + 78, 42, '#d3d7cf')
  screen.line(
    [
      [x, y + 78],
      [x + 26, y + 54],
    ],
    '#e8411f',
    7,
  )
  const digits = [...data.digits]
  digits.forEach((digit, index) => {
    const place = screen.language === 'ar' ? digits.length - 1 - index : index
    const left = x - 132 + place * 53
    screen.rect(left, y - 74, 49, 74, index === digits.length - 1 ? '#e8411f' : '#11141b', 6)
    screen.text(left + 24.5, y - 22, 50, digit, '#fbfbf8', { at: 'middle' })
  })
  screen.text(x, y + 26, 22, data.unit, '#5c626e', { at: 'middle' })
  for (const [cornerX, cornerY, right, down] of [
    [44, 100, 1, 1],
    [376, 100, -1, 1],
    [44, 400, 1, -1],
    [376, 400, -1, -1],
  ] as const)
    screen.line(
      [
        [cornerX, cornerY + 54 * down],
        [cornerX, cornerY],
        [cornerX + 54 * right, cornerY],
      ],
      'accent',
      9,
    )
  screen.rect(0, 456, width, 280, 'accent')
  screen.text(MARGIN, 516, 36, data.read, '#11141b', { most: 356 })
  screen.text(MARGIN, 558, 27, data.before, '#11141b', { most: 356 })
  button(screen, 588, data.send, '#11141b', 'accent')
}
