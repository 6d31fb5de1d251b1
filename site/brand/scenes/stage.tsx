import { isOdd, Painting, randomFrom, rectangle, rhombi, rhombus, type Shape, tenth } from '../drawing.tsx'
import type { ServiceKind } from '../icons/service-kind.ts'

export function Stage({ kind, className }: { kind: ServiceKind; className?: string }) {
  return (
    <Painting
      name={`stage ${kind}`}
      draw={() => [{ d: rectangle(0, 0, width, height), color: 'ink' }, ...scenes[kind]()]}
      className={className}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="xMidYMid slice"
    />
  )
}

const width = 1440
const height = 600

const scenes: Record<ServiceKind, () => Shape[]> = {
  app: drawTouched,
  social: drawShared,
  erp: drawStacked,
  web: drawLinked,
  ai: drawTrained,
  data: drawCounted,
}

function drawTouched(): Shape[] {
  let thick = ''
  let thin = ''
  for (let index = 0; index < 22; index++) {
    const ring = rhombus(1010, 300, 74 + index * 44)
    if (index % 3 === 0) thick += ring
    else thin += ring
  }
  return [
    { d: thick, color: 'paper', lineWidth: 22 },
    { d: thin, color: 'paper', lineWidth: 2 },
    { d: rhombus(1010, 300, 56), color: 'cinnabar' },
  ]
}

function drawShared(): Shape[] {
  let waves = ''
  for (let wave = 2; wave < 18; wave++)
    for (let place = -wave; place <= wave; place += 2) {
      const y = 300 + place * 36
      if (Math.abs(y - 300) < 340) waves += rhombus(150 + wave * 76, y, Math.max(5, 34 - wave * 1.7))
    }
  return [
    { d: waves, color: 'paper' },
    { d: rhombus(170, 300, 96), color: 'cinnabar' },
  ]
}

/** Each pile hides what stands behind it, so they are painted from the back. */
function drawStacked(): Shape[] {
  const random = randomFrom(41)
  const pitch = 96
  const radius = pitch - 7
  const layer = 15
  const shapes: Shape[] = []
  for (let row = -1; row <= 8; row++)
    for (let column = -1; column <= 8; column++) {
      const isTheDot = column === 4 && row === 4
      const layers = isTheDot ? 9 : Math.floor(random() ** 1.5 * 8)
      const finish = random()
      const x = column * pitch * 2 + (isOdd(row) ? pitch : 0) - 20
      const base = row * pitch + 70
      const top = base - layers * layer
      if (top > height + pitch || x > width + pitch) continue
      const side = `M${x - radius} ${top}l${radius}-${radius} ${radius} ${radius}v${layers * layer}l-${radius} ${radius}-${radius}-${radius}z`
      const edges = rhombi(
        layers,
        (index) => `M${x - radius} ${base - index * layer}l${radius} ${radius} ${radius}-${radius}`,
      )
      shapes.push({ d: side, color: 'ink' })
      if (edges) shapes.push({ d: edges, color: 'paper', lineWidth: 1.5 })
      if (isTheDot) shapes.push({ d: rhombus(x, top, radius), color: 'cinnabar' })
      else shapes.push(...finishTop(x, top, radius, finish, layers))
    }
  return shapes
}

function finishTop(x: number, top: number, radius: number, finish: number, layers: number): Shape[] {
  const isFull = finish < 0.26 && layers > 3
  const lid: Shape = { d: rhombus(x, top, radius), color: isFull ? 'paper' : 'ink', outline: 'paper', lineWidth: 1.5 }
  if (finish > 0.26 && finish < 0.42) return [lid, { d: rhombus(x, top, radius * 0.42), color: 'paper' }]
  if (finish > 0.8)
    return [lid, { d: rhombus(x, top, radius * 0.72) + rhombus(x, top, radius * 0.44), color: 'paper', lineWidth: 1.5 }]
  return [lid]
}

function drawLinked(): Shape[] {
  let mesh = ''
  for (let row = -1; row <= 29; row++)
    for (let column = -1; column <= 33; column++) {
      const x = column * 44 + (isOdd(row) ? 22 : 0)
      const y = row * 22
      const distance = Math.abs(x - 1012) + Math.abs(y - 308)
      if (distance >= 130) mesh += rhombus(x, y, Math.max(2.5, 20 - distance / 44))
    }
  return [
    { d: mesh, color: 'paper' },
    { d: rhombus(1012, 308, 96), color: 'cinnabar' },
  ]
}

function drawTrained(): Shape[] {
  const layers = [5, 8, 7, 5, 3].map((nodes, layer) => ({
    x: 60 + layer * 240,
    ys: Array.from({ length: nodes }, (_, node) => tenth(300 + (node - (nodes - 1) / 2) * 86)),
  }))
  const answer = { x: 1270, ys: [300] }
  let links = ''
  let nodes = ''
  for (const [layer, { x, ys }] of layers.entries()) {
    const next = layers[layer + 1] ?? answer
    for (const y of ys) {
      nodes += rhombus(x, y, 22 + layer * 4)
      for (const nextY of next.ys) links += `M${x} ${y}L${next.x} ${nextY}`
    }
  }
  return [
    { d: links, color: 'paper', lineWidth: 1, opacity: 0.6 },
    { d: nodes, color: 'paper' },
    { d: rhombus(answer.x, 300, 96), color: 'cinnabar' },
  ]
}

function drawCounted(): Shape[] {
  const pitch = 44
  const peak = 22
  let counted = ''
  for (let column = 0; column <= 32; column++) {
    const tall = Math.round(
      9.4 * Math.exp(-(((column - peak) / 7.5) ** 2)) + 3.2 * Math.exp(-(((column - 5) / 3) ** 2)),
    )
    for (let row = 0; row < 14; row++) {
      const isUnderTheDot = row > 8 && Math.abs(column - peak) < 3
      if (!isUnderTheDot) counted += rhombus(16 + column * pitch, 578 - row * pitch, row < tall ? 20 : 2.5)
    }
  }
  return [
    { d: counted, color: 'paper' },
    { d: rhombus(16 + peak * pitch, 112, 74), color: 'cinnabar' },
  ]
}
