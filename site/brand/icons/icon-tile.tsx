import { Painting, type Pigment, randomFrom, rectangle, rhombus, type Shape } from '../drawing.tsx'
import { type ProjectKind, projectKind } from './project-kind.ts'

export function IconTile({ id, type, className }: { id: number; type: string; className?: string }) {
  const kind = projectKind(type)
  return (
    <Painting
      name={`tile ${id} ${kind}`}
      draw={() => drawFacets(id, kind)}
      className={className}
      viewBox="0 0 120 120"
    />
  )
}

function drawFacets(id: number, kind: ProjectKind): Shape[] {
  const [ground, ...facets] = tileColors[kind]
  const random = randomFrom(id * 31 + 7)
  random()
  const turn = Math.floor(random() * 4)
  return [
    { d: rectangle(0, 0, 120, 120), color: ground },
    ...quarters.map((d, index) => ({ d, color: facets[(index + turn) % 4] as Pigment })),
    { d: rhombus(60, 60, 15), color: ground },
  ]
}

const tileColors: Record<ProjectKind, [ground: Pigment, ...facets: Pigment[]]> = {
  mobile: ['cinnabar', 'ink', 'paper', 'cinnabarTint', 'ink'],
  web: ['lapis', 'paper', 'lapisTint', 'cinnabar', 'paper'],
  erp: ['ink', 'paper', 'cinnabar', 'sunk', 'paper'],
}

const quarters = ['M60 60V16l44 44z', 'M60 60h44l-44 44z', 'M60 60v44L16 60z', 'M60 60H16l44-44z']
