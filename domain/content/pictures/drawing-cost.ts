export interface Shape {
  name: string
  id: string | null
  attributes: Record<string, string>
  /** From an attribute to the id of the part that it names. */
  references: Record<string, string>
  children: Shape[]
}

/** Parts that contain themselves. */
export class TooComplex extends Error {}

/** A mask is drawn on a layer of its own, which takes as long as many shapes. */
const MASK_COST = 50

/** How many shapes a browser draws: a part that others name counts each time, and so do the parts that it names. */
export function drawingCost(drawing: Shape): number {
  const parts = new Map<string, Shape>()
  const collect = (shape: Shape) => {
    if (shape.id !== null && !parts.has(shape.id)) parts.set(shape.id, shape)
    shape.children.forEach(collect)
  }
  collect(drawing)
  const known = new Map<Shape, number>()
  const open = new Set<Shape>()

  function costOf(shape: Shape): number {
    const before = known.get(shape)
    if (before !== undefined) return before
    if (open.has(shape)) throw new TooComplex()
    open.add(shape)
    const named = Object.values(shape.references).flatMap((id) => parts.get(id) ?? [])
    const own = 'mask' in shape.references ? MASK_COST : 1
    const cost = [...shape.children, ...named].reduce((sum, each) => sum + costOf(each), own)
    open.delete(shape)
    known.set(shape, cost)
    return cost
  }
  return costOf(drawing)
}
