import type { Canvas, Fill, Point } from './canvas.ts'

/** A product's icon, 120 wide and high: its ground, and one thing of its screen. */
export interface Icon {
  ground: Fill
  draw: (icon: Canvas) => void
}

const INK: Fill = '#11141b'
const WHITE: Fill = '#fbfbf8'
const RED: Fill = '#e8411f'
const YELLOW: Fill = '#f5c64a'

/** By the ids of content/projects.json. */
export const ICONS: Record<number, Icon> = {
  1: {
    ground: '#f5b63a',
    draw(icon) {
      icon.rect(47, 18, 26, 16, INK, 4)
      icon.rect(36, 28, 48, 76, INK, 16)
      icon.rect(41, 33, 38, 66, WHITE, 12)
      icon.rect(41, 74, 38, 25, RED, 12)
      icon.rect(41, 74, 38, 12, RED)
    },
  },
  2: {
    ground: '#171b23',
    draw(icon) {
      for (const [index, loud] of [18, 34, 62, 84, 48, 70, 30, 14].entries())
        icon.rect(18 + index * 11, 60 - loud / 2, 6, loud, index < 5 ? '#ff7a45' : '#5c626e', 3)
    },
  },
  3: {
    ground: '#1f4a3c',
    draw(icon) {
      const chalks: [number, number, Fill][] = [
        [16, 60, YELLOW],
        [40, 64, '#f2a28e'],
        [16, 40, '#8fd0dc'],
        [30, 74, '#b8d98a'],
      ]
      for (const [row, [x, width, chalk]] of chalks.entries()) icon.rect(x, 22 + row * 20, width, 14, chalk, 3)
      icon.hollowDot(96, 69, 9, '#ff5b36', 4)
    },
  },
  4: {
    ground: '#2335c4',
    draw(icon) {
      icon.line(
        [
          [0, 92],
          [44, 80],
          [120, 96],
        ],
        '#5d6cf0',
        14,
      )
      icon.dot(60, 52, 40, RED)
      icon.rect(50, 36, 8, 36, WHITE)
      icon.circle(60, 45, 10, WHITE)
      icon.circle(60, 45, 4, RED)
    },
  },
  5: {
    ground: '#6b4a2b',
    draw(icon) {
      icon.rect(24, 18, 72, 90, '#f3e6c8')
      icon.rect(32, 26, 56, 12, '#3b2a18')
      for (const row of [0, 1, 2, 3, 4]) icon.rect(32, 48 + row * 11, row === 4 ? 30 : 56, 5, '#a48a63')
      icon.hollowDot(60, 66, 25, RED, 5)
    },
  },
  6: {
    ground: '#f5b63a',
    draw(icon) {
      icon.rect(38, 56, 44, 64, '#c9622e')
      for (const x of [28, 58, 88]) icon.rect(x, 22, 5, 98, INK)
      for (const y of [30, 58, 86]) icon.rect(22, y, 76, 5, INK)
      icon.line(
        [
          [30, 58],
          [90, 34],
        ],
        INK,
        3,
      )
    },
  },
  7: {
    ground: '#1f7a5c',
    draw(icon) {
      icon.rect(38, 14, 44, 92, YELLOW, 16)
      icon.rect(44, 36, 32, 50, INK, 6)
      icon.dots(
        [
          [52, 50],
          [68, 50],
          [52, 70],
        ],
        7,
        WHITE,
      )
      icon.dot(68, 70, 8, RED)
    },
  },
  8: {
    ground: '#2c7a44',
    draw(icon) {
      icon.area(
        [
          [20, 52],
          [100, 52],
          [88, 102],
          [32, 102],
        ],
        YELLOW,
      )
      icon.ring(60, 52, 26, YELLOW, 6)
      icon.circle(44, 48, 14, RED)
      icon.circle(72, 46, 16, '#8fd06a')
    },
  },
  9: {
    ground: '#c9622e',
    draw(icon) {
      icon.circle(60, 60, 44, WHITE)
      icon.ring(60, 60, 34, '#d3d7cf', 2)
      icon.circle(68, 66, 18, '#54883c')
      icon.circle(46, 58, 12, '#a6531f')
    },
  },
  10: {
    ground: '#dff0d3',
    draw(icon) {
      icon.hill(
        [
          [0, 92],
          [40, 80],
          [78, 54],
          [120, 40],
        ],
        120,
        '#2f6b3a',
      )
      icon.circle(50, 46, 24, RED)
      icon.area(
        [
          [50, 28],
          [40, 16],
          [50, 20],
          [62, 14],
        ],
        '#2f6b3a',
      )
    },
  },
  11: {
    ground: '#4a2a6b',
    draw(icon) {
      icon.hollowDot(60, 60, 50, YELLOW, 2)
      icon.hollowDot(60, 60, 38, YELLOW, 5)
      icon.rect(32, 48, 30, 24, WHITE, 12)
      icon.rect(52, 48, 36, 24, RED, 12)
      icon.rect(50, 48, 10, 24, WHITE)
    },
  },
  12: {
    ground: '#fbf1d3',
    draw(icon) {
      for (const row of [0, 1, 2, 3]) icon.rect(0, 28 + row * 22, 120, 2, '#b9cfe0')
      icon.rect(30, 0, 3, 120, '#e0705a')
      icon.rect(36, 0, 3, 120, '#e0705a')
      icon.rect(50, 56, 56, 10, '#22304a')
      icon.rect(50, 78, 40, 10, '#22304a')
      icon.rect(50, 34, 30, 10, '#1f6f52')
    },
  },
  13: {
    ground: '#12685e',
    draw(icon) {
      const places = Array.from({ length: 10 }, (_, index): Point => {
        const turn = (index / 10) * Math.PI * 2 - Math.PI / 2
        return [60 + Math.cos(turn) * 38, 60 + Math.sin(turn) * 38]
      })
      icon.dots(places.slice(1), 10, '#a9d8cc')
      icon.dot(...(places[0] as Point), 16, RED)
    },
  },
  14: {
    ground: '#2335c4',
    draw(icon) {
      const fills: Fill[] = ['#f5b63a', WHITE, RED, '#8fb4ee', '#f5b63a', '#2c8f6b', WHITE, RED, '#8fb4ee']
      for (const [index, fill] of fills.entries())
        icon.rect(20 + (index % 3) * 28, 20 + Math.floor(index / 3) * 28, 24, 24, fill, 4)
    },
  },
  15: {
    ground: '#0b4a63',
    draw(icon) {
      icon.area(
        [
          [64, 22],
          [92, 62],
          [64, 62],
        ],
        WHITE,
      )
      icon.rect(58, 20, 4, 48, WHITE)
      icon.area(
        [
          [26, 68],
          [98, 68],
          [86, 88],
          [38, 88],
        ],
        YELLOW,
      )
      icon.hill(
        [
          [-10, 96],
          [20, 84],
          [50, 98],
          [80, 84],
          [130, 98],
        ],
        120,
        '#2c93a8',
      )
    },
  },
  16: {
    ground: '#0d1a33',
    draw(icon) {
      const cold: Fill[] = ['#2f6fd0', '#6aa8e8', '#b7d8f4', '#14459c']
      for (let index = 0; index < 12; index++)
        icon.rect(
          18 + (index % 4) * 22,
          24 + Math.floor(index / 4) * 26,
          17,
          20,
          index === 10 ? '#ff5b36' : (cold[(index * 3) % 4] as Fill),
          2,
        )
    },
  },
  17: {
    ground: '#dcb98a',
    draw(icon) {
      const books: [number, number, Fill][] = [
        [16, 60, '#a3213b'],
        [12, 48, '#2335c4'],
        [20, 78, INK],
        [14, 56, '#1f5f5b'],
        [16, 66, YELLOW],
      ]
      let x = 18
      for (const [width, height, fill] of books) {
        icon.rect(x, 96 - height, width, height, fill)
        x += width + 2
      }
      icon.rect(0, 96, 120, 10, '#6b4a2b')
    },
  },
  18: {
    ground: '#1a8f98',
    draw(icon) {
      icon.line(
        [
          [0, 64],
          [34, 64],
          [46, 42],
          [60, 92],
          [74, 24],
          [86, 64],
          [120, 64],
        ],
        WHITE,
        8,
      )
      icon.dot(100, 26, 12, RED)
    },
  },
  19: {
    ground: '#f5c64a',
    draw(icon) {
      const places = Array.from(
        { length: 9 },
        (_, index): Point => [32 + (index % 3) * 28, 32 + Math.floor(index / 3) * 28],
      )
      icon.dots(places.slice(0, 8), 13, '#2335c4')
      icon.hollowDot(...(places[8] as Point), 11, '#2335c4', 4)
    },
  },
  20: {
    ground: '#331226',
    draw(icon) {
      icon.area(
        [
          [20, 12],
          [100, 12],
          [84, 34],
          [36, 34],
        ],
        YELLOW,
      )
      for (let row = 0; row < 3; row++)
        for (let seat = -2; seat <= 2; seat++)
          icon.dot(
            60 + seat * 21,
            52 + row * 20 + seat * seat * 1.6,
            row === 1 && seat === 0 ? 13 : 8,
            row === 1 && seat === 0 ? RED : '#c88aa8',
          )
    },
  },
  21: {
    ground: '#d7e24a',
    draw(icon) {
      icon.circle(60, 60, 46, INK)
      icon.circle(60, 60, 40, WHITE)
      for (const [index, fill] of ([INK, INK, RED] as const).entries()) icon.rect(30 + index * 21, 42, 18, 28, fill, 3)
      icon.circle(60, 84, 7, '#d3d7cf')
    },
  },
  22: {
    ground: '#4a2413',
    draw(icon) {
      for (const [x, y] of [
        [38, 84],
        [82, 84],
        [60, 54],
      ] as const) {
        icon.rect(x - 24, y - 14, 48, 28, '#d9893a', 14)
        for (const cut of [-10, 0, 10])
          icon.line(
            [
              [x + cut - 4, y + 7],
              [x + cut + 4, y - 7],
            ],
            '#f0b765',
            4,
          )
      }
      icon.circle(92, 28, 12, YELLOW)
    },
  },
  23: {
    ground: '#23b0bd',
    draw(icon) {
      icon.area(
        [
          [60, 8],
          [88, 48],
          [90, 120],
          [30, 120],
          [32, 48],
        ],
        '#0b4f6c',
      )
      icon.area(
        [
          [60, 20],
          [80, 52],
          [82, 120],
          [38, 120],
          [40, 52],
        ],
        '#fbf3df',
      )
      icon.dots(
        [
          [50, 66],
          [50, 88],
          [70, 66],
        ],
        7,
        '#0b4f6c',
      )
      icon.dot(70, 88, 9, RED)
    },
  },
  24: {
    ground: '#2a1c4a',
    draw(icon) {
      const inks: Fill[] = ['#23a7d8', '#d6348a', '#f5d21f']
      for (const [index, ink] of inks.entries()) icon.dot(42 + index * 18, 70 - (index % 2) * 24, 30, ink)
      icon.rect(20, 100, 80, 6, '#c79a2b')
    },
  },
}
