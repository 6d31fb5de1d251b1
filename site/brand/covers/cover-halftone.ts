import { isOdd, rhombus } from '../geometry.ts'
import type { Shape } from '../shapes.tsx'
import { type CoverCanvas, pick } from './cover-canvas.ts'

export function drawHalftone({ random, colors, width, height, bare }: CoverCanvas): Shape[] {
  const wave = chooseWave(random, width, height)
  const fromEdge = { x: 90, y: 80 }
  const places: [number, number][] = []
  let net = ''
  for (let row = -1; row <= height / (pitch / 2) + 1; row++)
    for (let column = -1; column <= width / pitch + 1; column++) {
      const x = column * pitch + (isOdd(row) ? pitch / 2 : 0)
      const y = (row * pitch) / 2
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

const pitch = 24
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
