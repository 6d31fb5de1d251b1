import { rhombi, rhombus, tenth } from '../geometry.ts'
import type { Pigment } from '../palette.ts'
import type { Shape } from '../shapes.tsx'
import { type CoverCanvas, pick } from './cover-canvas.ts'

export function drawTouch(canvas: CoverCanvas): Shape[] {
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
    // The other parts of a cut ring stand half a step further and trade thick for thin.
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
