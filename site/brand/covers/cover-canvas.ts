import type { Pigment } from '../palette.ts'

export type CoverCanvas = {
  random: () => number
  colors: { ground: Pigment; main: Pigment; second: Pigment; third: Pigment }
  width: number
  height: number
  bare: boolean
}

export function pick<Item>(random: () => number, items: Item[]): Item {
  return items[Math.floor(random() * items.length)] as Item
}
