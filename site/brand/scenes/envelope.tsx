import styles from '../brand.module.css'
import { classNames } from '../class-names.ts'
import { rhombus } from '../geometry.ts'

type EnvelopeProps = { state: 'sending' | 'failed' | 'sent'; className?: string }

export function Envelope({ state, className }: EnvelopeProps) {
  if (state === 'sent') return <Sent className={className} />
  if (state === 'failed') return <Failed className={className} />
  return <Sending className={className} />
}

function Sending({ className }: { className?: string }) {
  return (
    <svg className={classNames(styles.counted, className)} viewBox="0 0 200 200" aria-hidden="true">
      <path d={wholeDot} fill="none" stroke="var(--a-mark)" strokeWidth="2" vectorEffect="non-scaling-stroke" />
      <g className={styles.cells}>
        {cells.map((cell, index) => (
          <path key={cell} d={cell} fill={index < 5 ? 'var(--a-ink)' : 'var(--a-hair)'} />
        ))}
      </g>
    </svg>
  )
}

function Failed({ className }: { className?: string }) {
  return (
    <svg className={classNames(styles.counted, className)} viewBox="0 0 212 212" aria-hidden="true">
      <path d="M100 10L10 100l90 90-22-60 28-30-28-30z" fill="var(--a-ink)" />
      <path d="M118 20l90 90-90 90-22-60 28-30-28-30z" fill="var(--dot)" />
    </svg>
  )
}

function Sent({ className }: { className?: string }) {
  return (
    <svg className={className} viewBox="0 0 200 200" aria-hidden="true">
      <path d={wholeDot} fill="var(--dot)" />
      <path d="M66 102l24 24 46-50" fill="none" stroke="#11141B" strokeWidth="9" />
    </svg>
  )
}

const wholeDot = rhombus(100, 100, 90)

const cells = Array.from({ length: 9 }, (_, index) => {
  const across = index % 3
  const down = Math.floor(index / 3)
  return rhombus(100 + (across - down) * 30, 40 + (across + down) * 30, 25)
})
