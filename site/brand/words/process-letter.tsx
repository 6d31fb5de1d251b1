import { behDots, behStroke } from '../letters/beh.ts'

export function ProcessLetter({ step, className }: { step: 1 | 2 | 3; className?: string }) {
  return (
    <svg className={className} viewBox="-10 -700 880 960" overflow="visible" aria-hidden="true">
      <g fill="none" stroke="var(--a-hair)">
        <path d="M-3000 0H4000" vectorEffect="non-scaling-stroke" />
        <path d="M-3000-414H4000" strokeDasharray="2 6" vectorEffect="non-scaling-stroke" />
      </g>
      <path d={behStroke} fill="var(--a-ink)" />
      <path d={behDots[step - 1]} fill="var(--dot)" />
    </svg>
  )
}
