import { useTranslations } from 'use-intl'
import { directionOf } from '#texts/languages.ts'
import { DotField } from '../../brand/dots/dot-field.tsx'
import { FiguresBand } from '../../components/prose/figures-band.tsx'
import { useFacts, useTexts } from '../../texts.tsx'
import { useRoot } from '../../use-root.ts'
import styles from './counters.module.css'
import { useFilling } from './filling.ts'

const COUNTED = ['years', 'projects', 'clients', 'advisors'] as const

/** One dot, one of what is counted; the same scale in all four fields. */
export function Counters() {
  const { language } = useRoot()
  const { counters } = useTexts('home')
  const counts = useFacts('home-counters')
  const sentence = useTranslations('home.counters')
  const filling = useFilling()
  return (
    <FiguresBand title={sentence('title', { years: counts.years })} note={counters.note}>
      <dl className={styles.grid} ref={filling} data-wake="visible">
        {COUNTED.map((name) => (
          <div key={name}>
            <dt>{counters[name]}</dt>
            <dd>
              <DotField count={counts[name]} className={styles.field} />
              <bdi dir={directionOf(language)}>{sentence('atLeast', { count: counts[name] })}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    </FiguresBand>
  )
}
