import { isOdd, rhombi, rhombus } from '../geometry.ts'
import type { Pigment } from '../palette.ts'
import type { Shape } from '../shapes.tsx'
import type { CoverCanvas } from './cover-canvas.ts'

export function drawQuilt({ random, colors, width, height }: CoverCanvas): Shape[] {
  const fills = new Map<Pigment, string>()
  const lines = new Map<Pigment, string>()
  const add = (layer: Map<Pigment, string>, color: Pigment, d: string) => layer.set(color, (layer.get(color) ?? '') + d)
  for (let row = 0; row <= height / radius; row++)
    for (let column = 0; column <= width / (radius * 2); column++) {
      const x = column * radius * 2 + (isOdd(row) ? radius : 0)
      const y = row * radius
      const filling = fillings[Math.floor(random() * fillings.length)]
      const tone = random() < 0.16 ? colors.second : random() < 0.18 ? colors.third : colors.main
      if (filling === 'eye') {
        add(fills, colors.main, rhombus(x, y, radius))
        add(fills, colors.second, rhombus(x, y, 24))
      } else if (filling === 'nested' || filling === 'stripes') add(lines, tone, lineFillings[filling](x, y))
      else if (filling) add(fills, tone, solidFillings[filling](x, y))
    }
  // The second colour goes over the main one: it is the pupil of the eyes.
  const order = [colors.main, colors.third, colors.second]
  return [
    ...order.map((color) => ({ d: fills.get(color) ?? '', color })),
    ...order.map((color) => ({ d: lines.get(color) ?? '', color, lineWidth: 4 })),
  ].filter(({ d }) => d)
}

const radius = 60

const fillings = [null, 'solid', 'end', 'top', 'nested', 'four', 'nine', 'eye', 'stripes'] as const

const solidFillings = {
  solid: (x: number, y: number) => rhombus(x, y, radius),
  end: (x: number, y: number) => `M${x} ${y - radius}l${radius} ${radius}-${radius} ${radius}z`,
  top: (x: number, y: number) => `M${x - radius} ${y}l${radius}-${radius} ${radius} ${radius}z`,
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
  nested: (x: number, y: number) => rhombi(4, (index) => rhombus(x, y, radius - 4 - index * 14)),
  stripes: (x: number, y: number) =>
    rhombi(6, (index) => `M${x - radius + index * 10 + 5} ${y - index * 10}l${radius} ${radius}`),
}
