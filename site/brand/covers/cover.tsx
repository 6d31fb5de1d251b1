import { memo } from 'react'
import {
  isOdd,
  Painting,
  type Pigment,
  randomFrom,
  rectangle,
  rhombi,
  rhombus,
  type Shape,
  tenth,
} from '../drawing.tsx'
import { type ProjectKind, projectKind } from '../icons/project-kind.ts'

type CoverProps = {
  id: number
  type: string
  width?: number
  height?: number
  scheme?: 0 | 1 | 2
  bare?: boolean
  className?: string
}

export const Cover = memo(function Cover(props: CoverProps) {
  const { id, type, width = 480, height = 360, scheme, bare = false, className } = props
  const kind = projectKind(type)
  return (
    <Painting
      name={`cover ${id} ${kind} ${width} ${height} ${scheme} ${bare}`}
      draw={() => drawCover(kind, { id, width, height, scheme, bare })}
      className={className}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="xMidYMid slice"
    />
  )
})

interface CoverChoices {
  id: number
  width: number
  height: number
  scheme: CoverProps['scheme']
  bare: boolean
}

function drawCover(kind: ProjectKind, { id, width, height, scheme, bare }: CoverChoices): Shape[] {
  const { seedOffset, schemes, draw } = compositions[kind]
  const random = randomFrom(id * 97 + seedOffset)
  for (let warmUp = 0; warmUp < 4; warmUp++) random()
  const [ground, ...colors] = schemes[scheme ?? Math.floor(random() * 3)] as Scheme
  const shapes = draw({
    random,
    colors: { ground, main: colors[0], second: colors[1], third: colors[2] },
    width,
    height,
    bare,
  })
  return [{ d: rectangle(0, 0, width, height), color: ground }, ...shapes]
}

type Scheme = [ground: Pigment, main: Pigment, second: Pigment, third: Pigment]

const compositions = {
  mobile: {
    seedOffset: 1,
    draw: drawTouch,
    schemes: [
      ['cinnabar', 'ink', 'paper', 'cinnabarTint'],
      ['cinnabarTint', 'cinnabar', 'ink', 'paper'],
      ['ink', 'cinnabar', 'paper', 'lapis'],
    ],
  },
  web: {
    seedOffset: 2,
    draw: drawHalftone,
    schemes: [
      ['lapis', 'paper', 'cinnabar', 'lapisTint'],
      ['lapisTint', 'lapis', 'cinnabar', 'ink'],
      ['ink', 'lapisTint', 'cinnabar', 'lapis'],
    ],
  },
  erp: {
    seedOffset: 3,
    draw: drawQuilt,
    schemes: [
      ['sunk', 'ink', 'cinnabar', 'lapis'],
      ['ink', 'paper', 'cinnabar', 'lapis'],
      ['cinnabarTint', 'ink', 'cinnabar', 'lapis'],
    ],
  },
} satisfies Record<ProjectKind, { seedOffset: number; draw: typeof drawTouch; schemes: Scheme[] }>

type CoverCanvas = {
  random: () => number
  colors: { ground: Pigment; main: Pigment; second: Pigment; third: Pigment }
  width: number
  height: number
  bare: boolean
}

function pick<Item>(random: () => number, items: Item[]): Item {
  return items[Math.floor(random() * items.length)] as Item
}

function drawHalftone({ random, colors, width, height, bare }: CoverCanvas): Shape[] {
  const wave = chooseWave(random, width, height)
  const fromEdge = { x: Math.min(90, width / 4), y: Math.min(80, height / 4) }
  const places: [number, number][] = []
  let net = ''
  for (let row = -1; row <= height / (netPitch / 2) + 1; row++)
    for (let column = -1; column <= width / netPitch + 1; column++) {
      const x = column * netPitch + (isOdd(row) ? netPitch / 2 : 0)
      const y = (row * netPitch) / 2
      const size = 1.2 + (wave(x, y) * 0.5 + 0.5) ** 1.35 * 11.3
      // Sizes in half pixels repeat, so a cover compresses well.
      net += rhombus(x, y, Math.round(size * 2) / 2)
      if (x > fromEdge.x && x < width - fromEdge.x && y > fromEdge.y && y < height - fromEdge.y) places.push([x, y])
    }
  if (bare) return [{ d: net, color: colors.main }]
  const [x, y] = pick(random, places)
  return [
    { d: net, color: colors.main },
    { d: rhombus(x, y, 62), color: colors.ground },
    { d: rhombus(x, y, 50), color: colors.second },
  ]
}

const netPitch = 24
const fullTurn = 6.28

function chooseWave(random: () => number, width: number, height: number): (x: number, y: number) => number {
  const alongX = 0.6 + random() * 1.3
  const alongY = 0.5 + random() * 1.1
  const phase = random() * fullTurn
  const centreX = random() * width
  const centreY = random() * height
  const waves = [
    (x: number, y: number) =>
      Math.sin((x / width) * fullTurn * alongX + phase) * Math.cos((y / height) * fullTurn * alongY + phase * 0.7),
    (x: number, y: number) => Math.cos(((Math.abs(x - centreX) + Math.abs(y - centreY)) / 60) * alongX),
    (x: number, y: number) => Math.sin(((x + y) / 120) * alongX * 2 + Math.sin((y / 80) * alongY + phase) * 1.6),
  ]
  return pick(random, waves)
}

function drawQuilt({ random, colors, width, height }: CoverCanvas): Shape[] {
  const fills = new Map<Pigment, string>()
  const lines = new Map<Pigment, string>()
  const add = (layer: Map<Pigment, string>, color: Pigment, d: string) => layer.set(color, (layer.get(color) ?? '') + d)
  for (let row = 0; row <= height / tileRadius; row++)
    for (let column = 0; column <= width / (tileRadius * 2); column++) {
      const x = column * tileRadius * 2 + (isOdd(row) ? tileRadius : 0)
      const y = row * tileRadius
      const filling = fillings[Math.floor(random() * fillings.length)]
      const tone = random() < 0.16 ? colors.second : random() < 0.18 ? colors.third : colors.main
      if (filling === 'eye') {
        add(fills, colors.main, rhombus(x, y, tileRadius))
        add(fills, colors.second, rhombus(x, y, 24))
      } else if (filling === 'nested' || filling === 'stripes') add(lines, tone, lineFillings[filling](x, y))
      else if (filling) add(fills, tone, solidFillings[filling](x, y))
    }
  const order = [colors.main, colors.third, colors.second]
  return [
    ...order.map((color) => ({ d: fills.get(color) ?? '', color })),
    ...order.map((color) => ({ d: lines.get(color) ?? '', color, lineWidth: 4 })),
  ].filter(({ d }) => d)
}

const tileRadius = 60

const fillings = [null, 'solid', 'end', 'top', 'nested', 'four', 'nine', 'eye', 'stripes'] as const

const solidFillings = {
  solid: (x: number, y: number) => rhombus(x, y, tileRadius),
  end: (x: number, y: number) => `M${x} ${y - tileRadius}l${tileRadius} ${tileRadius}-${tileRadius} ${tileRadius}z`,
  top: (x: number, y: number) => `M${x - tileRadius} ${y}l${tileRadius}-${tileRadius} ${tileRadius} ${tileRadius}z`,
  four: (x: number, y: number) =>
    rhombus(x, y - 30, 24) + rhombus(x + 30, y, 24) + rhombus(x, y + 30, 24) + rhombus(x - 30, y, 24),
  nine: (x: number, y: number) =>
    rhombi(9, (index) => {
      const across = Math.floor(index / 3) - 1
      const down = (index % 3) - 1
      return rhombus(x + (across - down) * 20, y + (across + down) * 20, 13)
    }),
}

const lineFillings = {
  nested: (x: number, y: number) => rhombi(4, (index) => rhombus(x, y, tileRadius - 4 - index * 14)),
  stripes: (x: number, y: number) =>
    rhombi(6, (index) => `M${x - tileRadius + index * 10 + 5} ${y - index * 10}l${tileRadius} ${tileRadius}`),
}

function drawTouch(canvas: CoverCanvas): Shape[] {
  const { random, width, height, bare } = canvas
  const x = bare ? width / 2 : width * (0.3 + 0.4 * random())
  const y = bare ? height / 2 : height * (0.36 + 0.3 * random())
  const beat = 2 + Math.floor(random() * 3)
  const gesture = bare ? 'halves' : gestures[Math.floor(random() * gestures.length)]
  if (gesture === 'pinch') return drawPinch(canvas, beat)
  if (gesture === 'swipe') return drawSwipe(canvas)
  const rings = drawRings(canvas, gesture as 'whole' | 'halves' | 'quarters', x, y, beat)
  return bare ? rings : [...rings, ...drawTouchPoint(canvas, x, y)]
}

const gestures = ['whole', 'halves', 'quarters', 'pinch', 'swipe'] as const
const thinLine = 1.5

function drawRings(
  { colors, bare }: CoverCanvas,
  cut: 'whole' | 'halves' | 'quarters',
  x: number,
  y: number,
  beat: number,
): Shape[] {
  const step = 30
  const lines = new Map<number, string>()
  let bands = ''
  for (let ring = bare ? 22 : 15; ring >= 1; ring--) {
    const isThick = ring % beat === 0
    const width = isThick ? (ring < 7 ? 15 : 8) : thinLine
    const radius = step * ring + 6
    const otherRadius = radius + step / 2
    const otherWidth = isThick ? thinLine : 8
    if (cut === 'whole') lines.set(width, (lines.get(width) ?? '') + rhombus(x, y, radius))
    else if (cut === 'halves') bands += half(x, y, radius, width, -1) + half(x, y, otherRadius, otherWidth, 1)
    else
      bands +=
        quarter(x, y, radius, width, -1, -1) +
        quarter(x, y, radius, width, 1, 1) +
        quarter(x, y, otherRadius, otherWidth, 1, -1) +
        quarter(x, y, otherRadius, otherWidth, -1, 1)
  }
  if (cut !== 'whole') return [{ d: bands, color: colors.main }]
  return [...lines].map(([lineWidth, d]) => ({
    d,
    color: colors.main,
    lineWidth,
    opacity: lineWidth === thinLine ? 0.6 : undefined,
  }))
}

// Filled bands rather than lines are cut clean on the axes.
function half(x: number, y: number, radius: number, width: number, side: 1 | -1): string {
  const { outer, inner } = bandOf(radius, width)
  const outside = steps(side * outer, outer, -side * outer, outer)
  const inside = steps(side * inner, -inner, -side * inner, -inner)
  return `M${tenth(x)} ${tenth(y - outer)}l${outside}v${tenth(inner - outer)}l${inside}z`
}

function quarter(x: number, y: number, radius: number, width: number, side: 1 | -1, rise: 1 | -1): string {
  const { outer, inner } = bandOf(radius, width)
  const outside = steps(side * outer, -rise * outer)
  const inside = steps(-side * inner, rise * inner)
  return `M${tenth(x)} ${tenth(y + rise * outer)}l${outside}h${tenth(side * (inner - outer))}l${inside}z`
}

/** Relative steps repeat from ring to ring, so they compress well. */
function steps(...values: number[]): string {
  return values.map(tenth).join(' ').replaceAll(' -', '-')
}

function bandOf(radius: number, width: number) {
  const reach = width * Math.SQRT1_2
  return { outer: radius + reach, inner: radius - reach }
}

/** Never two dots, which read as a face. */
function drawTouchPoint({ random, colors }: CoverCanvas, x: number, y: number): Shape[] {
  const count = pick(random, [1, 3, 4])
  const reach = 14.5
  const places: Record<number, [number, number][]> = {
    1: [[0, 0]],
    3: [
      [-reach, reach * 0.8],
      [reach, reach * 0.8],
      [0, -reach * 0.75],
    ],
    4: [
      [0, -reach],
      [reach, 0],
      [0, reach],
      [-reach, 0],
    ],
  }
  const dots = (places[count] ?? []).map(([dx, dy]) => rhombus(x + dx, y + dy, count === 1 ? 20 : 13)).join('')
  return [
    { d: rhombus(x, y, 54), color: colors.second },
    { d: dots, color: dotOn(colors.second) },
  ]
}

function drawPinch({ random, colors, width, height }: CoverCanvas, beat: number): Shape[] {
  const axis = width / 2
  const distance = 90 + Math.floor(random() * 3) * 15
  const y = height * (0.4 + 0.2 * random())
  const otherY = y + (random() < 0.5 ? 0 : random() < 0.5 ? -60 : 60)
  const touches = [
    { x: axis - distance, y, side: 1, beat },
    { x: axis + distance, y: otherY, side: -1, beat: beat + 1 },
  ] as const
  const rings = touches.map((touch) =>
    rhombi(15, (index) => {
      const ring = index + 2
      const { outer, inner } = bandOf(26 * ring, ring % touch.beat === 0 ? 13 : thinLine)
      return (
        cutAtAxis(touch.x, touch.y, outer, touch.side, distance, 1) +
        cutAtAxis(touch.x, touch.y, inner, touch.side, distance, -1)
      )
    }),
  )
  return [
    { d: rings.join(''), color: colors.main },
    { d: touches.map((touch) => rhombus(touch.x, touch.y, 40)).join(''), color: colors.second },
    { d: touches.map((touch) => rhombus(touch.x, touch.y, 16)).join(''), color: dotOn(colors.second) },
  ]
}

/** A rhombus cut by the axis on its `side`; drawn backwards (`turn` -1) it is a hole in the one drawn forwards. */
function cutAtAxis(x: number, y: number, radius: number, side: 1 | -1, distance: number, turn: 1 | -1): string {
  const reach = Math.min(radius, distance)
  const toTop = steps(-side * reach, -turn * reach)
  const around = steps(-side * radius, turn * radius, side * radius, turn * radius)
  const back = steps(side * reach, -turn * reach)
  return `M${tenth(x + side * reach)} ${tenth(y - turn * (radius - reach))}l${toTop} ${around} ${back}z`.replaceAll(
    ' -',
    '-',
  )
}

function drawSwipe({ random, colors, width, height }: CoverCanvas): Shape[] {
  const way = random() < 0.5 ? 1 : -1
  const lanes = 3 + Math.floor(random() * 2)
  const laneHeight = height / lanes
  const radius = laneHeight * 0.5
  const middleLane = Math.floor(lanes / 2)
  let traces = ''
  let head = ''
  let headDot = ''
  for (let lane = 0; lane < lanes; lane++) {
    const y = laneHeight * (lane + 0.5)
    const forward = (random() < 0.5 ? 1 : -1) * way
    const headX = width * (0.2 + random() * 0.6)
    let x = headX
    for (let size = radius; size > 3; size *= 0.78) {
      if (x !== headX) traces += rhombus(x, y, size)
      x -= forward * size * 1.78
    }
    if (lane === middleLane) {
      head = rhombus(headX, y, radius)
      headDot = rhombus(headX, y, radius * 0.36)
    } else traces += rhombus(headX, y, radius)
    for (const [ahead, size] of [
      [14, 6],
      [40, 4],
      [62, 2.5],
    ] as const)
      traces += rhombus(headX + forward * (radius + ahead), y, size)
  }
  return [
    { d: traces, color: colors.main },
    { d: head, color: colors.second },
    { d: headDot, color: dotOn(colors.second) },
  ]
}

function dotOn(ground: Pigment): Pigment {
  return ground === 'ink' ? 'paper' : 'cinnabar'
}
