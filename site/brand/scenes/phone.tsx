import { memo, useId } from 'react'
import { Drawing, isOdd, pigments, randomFrom, rhombus } from '../drawing.tsx'

/** Mirrored in Arabic, because the app would be. */
export const Phone = memo(function Phone({ className }: { className?: string }) {
  const screen = useId()
  const { ink, paper, sunk, cinnabar, cinnabarTint } = pigments
  return (
    <Drawing isMirrored className={className} viewBox="0 0 340 700">
      <rect x="3" y="3" width="334" height="694" rx="44" fill={ink} stroke={paper} strokeWidth="6" />
      <clipPath id={screen}>
        <rect x="16" y="16" width="308" height="668" rx="32" />
      </clipPath>
      <g clipPath={`url(#${screen})`}>
        <path d="M0 0h340v700H0z" fill={paper} />
        <path d={houses} fill={sunk} />
        <path d={parks} fill={cinnabarTint} />
        <path d="M60 450L210 300L180 270L270 180" fill="none" stroke={paper} strokeWidth="26" />
        <path d={steps + rhombus(60, 450, 20)} fill={ink} />
        <path d={rhombus(60, 450, 8)} fill={paper} />
        <path d={rhombus(270, 180, 34)} fill={cinnabar} />
        <path d="M0 492h340v208H0z" fill={paper} />
        <path
          d={`M16 491h308v2H16zM44 524h120v18H44zM44 556h190v10H44zM44 596h252v54H44z${rhombus(270, 545, 24)}`}
          fill={ink}
        />
        <path d={rhombus(76, 623, 8)} fill={cinnabar} />
        <path d="M98 617h110v12H98z" fill={paper} />
      </g>
    </Drawing>
  )
})

const steps = [90, 120, 150, 180, 210, 180, 210, 240].map((x, index) => rhombus(x, 420 - index * 30, 7)).join('')
const { houses, parks } = drawCity()

function drawCity() {
  const random = randomFrom(19)
  let houses = ''
  let parks = ''
  for (let row = -1; row < 22; row++)
    for (let column = -1; column < 7; column++) {
      const block = rhombus(column * 60 + (isOdd(row) ? 30 : 0), row * 30, 26)
      const use = random()
      if (use < 0.14) parks += block
      else if (use < 0.9) houses += block
    }
  return { houses, parks }
}
