import type { Palette, Pigment } from './palette.ts'

/** Filled, unless it has the width of a line. */
export type Shape = { d: string; color: Pigment; lineWidth?: number; opacity?: number; outline?: Pigment }

export function Shapes({ shapes, palette }: { shapes: Shape[]; palette: Palette }) {
  return shapes.map(({ d, color, lineWidth, opacity, outline }, index) => {
    const isLine = lineWidth !== undefined && outline === undefined
    const lineColor = outline ?? (isLine ? color : undefined)
    return (
      <path
        // biome-ignore lint/suspicious/noArrayIndexKey: a drawing is painted in order and never rearranged
        key={index}
        d={d}
        fill={isLine ? 'none' : palette[color]}
        stroke={lineColor && palette[lineColor]}
        strokeWidth={lineWidth}
        opacity={opacity}
      />
    )
  })
}
