import styles from '../brand.module.css'
import { Drawing, Outline, rhombus } from '../drawing.tsx'

export function Envelope({ state, className }: { state: 'sending' | 'failed' | 'sent'; className?: string }) {
  if (state === 'sent')
    return (
      <Drawing className={className} viewBox="0 0 200 200">
        <path d={wholeDot} fill="var(--dot)" />
        <path d="M66 102l24 24 46-50" fill="none" stroke="#11141B" strokeWidth="9" />
      </Drawing>
    )
  if (state === 'failed')
    return (
      <Drawing isMirrored className={className} viewBox="0 0 212 212">
        <path d="M100 10L10 100l90 90-22-60 28-30-28-30z" fill="var(--a-ink)" />
        <path d="M118 20l90 90-90 90-22-60 28-30-28-30z" fill="var(--dot)" />
      </Drawing>
    )
  return (
    <Drawing isMirrored className={className} viewBox="0 0 200 200">
      <Outline d={wholeDot} stroke="var(--a-mark)" strokeWidth="2" />
      <g className={styles.cells}>
        {cells.map((cell, index) => (
          <path key={cell} d={cell} fill={index < 5 ? 'var(--a-ink)' : 'var(--a-hair)'} />
        ))}
      </g>
    </Drawing>
  )
}

const wholeDot = rhombus(100, 100, 90)

const cells = Array.from({ length: 9 }, (_, index) => {
  const across = index % 3
  const down = Math.floor(index / 3)
  return rhombus(100 + (across - down) * 30, 40 + (across + down) * 30, 25)
})
