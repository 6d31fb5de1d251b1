import styles from '../brand.module.css'
import { Drawing } from '../drawing.tsx'
import { nuqtaDots, nuqtaLetters } from '../letters/nuqta.ts'

export function LoaderWord() {
  return (
    <Drawing viewBox="60 -680 2090 700">
      <path className={styles.ghost} d={nuqtaLetters} fill="currentColor" />
      <g className={styles.pulsing} fill="var(--dot)">
        {nuqtaDots.map((dot) => (
          <path key={dot} d={dot} />
        ))}
      </g>
    </Drawing>
  )
}
