import styles from '../brand.module.css'
import { rhombi, rhombus, tenth } from '../drawing.tsx'
import { nuqtaDots, nuqtaLetters } from '../letters/nuqta.ts'

type HeroWordProps = {
  label: string
  notes: { height: string; length: string }
  className?: string
}

export function HeroWord({ label, notes, className }: HeroWordProps) {
  return (
    <svg className={className} viewBox="0 -760 2480 1010" overflow="visible" role="img" aria-label={label}>
      <g fill="none" stroke="var(--a-hair)">
        <path d={governingLines} strokeWidth="2" vectorEffect="non-scaling-stroke" />
        <path d={middleLines} strokeWidth="2" strokeDasharray="2 6" vectorEffect="non-scaling-stroke" />
        <path d={axes} strokeDasharray="2 6" vectorEffect="non-scaling-stroke" />
        <path d={circles} vectorEffect="non-scaling-stroke" />
      </g>
      <path d={nuqtaLetters} fill="var(--a-ink)" />
      <g className={styles.dropping} fill="var(--dot)">
        {nuqtaDots.map((dot) => (
          <path key={dot} d={dot} />
        ))}
      </g>
      <path d={chains} fill="none" stroke="var(--a-mark)" strokeWidth="1.5" vectorEffect="non-scaling-stroke" />
      <g className={styles.heroNotes} fill="var(--a-note)" textAnchor="middle">
        <text x={chainAcross} y={-alif - 36}>
          {notes.height}
        </text>
        <text x={chainAcross} y="164">
          {notes.length}
        </text>
      </g>
    </svg>
  )
}

const alif = 657
const wordStart = 82
const wordEnd = 2126
const dotsHigh = 5
const dotsLong = 16
const chainAcross = wordEnd + 190

const governingLines = `M-3000 0H6000M-3000-${alif}H6000`
const middleLines = 'M-3000-119H6000M-3000-414H6000'

// The circle whose diameter is the alif governs every letter of the proportioned script.
const centres = [0.5, 1.5, 2.5].map((diameters) => wordEnd + 90 - alif * diameters)
const circles = centres
  .map((x) => `M${tenth(x)}-${alif}a${alif / 2} ${alif / 2} 0 1 1 0 ${alif}a${alif / 2} ${alif / 2} 0 1 1 0-${alif}z`)
  .join('')
const axes = centres.map((x) => `M${tenth(x)} ${-alif - 90}V110`).join('')

const unitHigh = alif / dotsHigh
const unitLong = (wordEnd - wordStart) / dotsLong
const chains =
  rhombi(dotsHigh, (index) => rhombus(chainAcross, -unitHigh * (index + 0.5), unitHigh / 2)) +
  rhombi(dotsLong, (index) => rhombus(wordStart + unitLong * (index + 0.5), 150, unitLong / 2))
