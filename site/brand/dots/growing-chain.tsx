import { Drawing, pigments, rhombus } from '../drawing.tsx'

export function GrowingChain({ className }: { className?: string }) {
  return (
    <Drawing isMirrored className={className} viewBox="0 0 1440 800" overflow="visible">
      <path d="M-2000 640H3440" fill="none" stroke={pigments.ink} opacity=".35" />
      <path d={hollow} fill="none" stroke={pigments.ink} strokeWidth="1.5" />
      <path d={solid} fill={pigments.ink} />
      <path d={grown} fill={pigments.cinnabar} />
    </Drawing>
  )
}

const growth = 1.7
const grownFrom = 7
const { hollow, solid, grown } = drawChain()

function drawChain() {
  const chain = { hollow: '', solid: '', grown: '' }
  let start = 40
  let radius = 5
  for (let place = 0; start < 1440; place++) {
    const stage = place >= grownFrom ? 'grown' : place % 2 ? 'solid' : 'hollow'
    chain[stage] += rhombus(start + radius, 640, radius)
    start += radius * 2
    radius *= growth
  }
  return chain
}
