import styles from '../brand.module.css'
import { nuqtaDots, nuqtaLetters } from '../letters/nuqta.ts'

export function LoaderWord({ className }: { className?: string }) {
  return (
    <svg className={className} viewBox="60 -680 2090 700" aria-hidden="true">
      <path className={styles.ghost} d={nuqtaLetters} fill="currentColor" />
      <g className={styles.pulsing} fill="var(--dot)">
        {nuqtaDots.map((dot) => (
          <path key={dot} d={dot} />
        ))}
      </g>
    </svg>
  )
}
