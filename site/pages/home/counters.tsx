import { useTranslations } from 'use-intl'
import { HOME_COUNTERS } from '#site/company.ts'
import { directionOf } from '#texts/languages.ts'
import { DotField } from '../../brand/dots/dot-field.tsx'
import { FiguresBand } from '../../components/prose/figures-band.tsx'
import { useRoot } from '../../root.tsx'
import { useTexts } from '../../texts.tsx'
import styles from './counters.module.css'
import { useFilling } from './filling.ts'

const COUNTERS = Object.entries(HOME_COUNTERS) as [keyof typeof HOME_COUNTERS, number][]

/** One dot, one of what is counted; the same scale in all four fields. */
export function Counters() {
  const { language } = useRoot()
  const { counters } = useTexts('home')
  const sentence = useTranslations('home.counters')
  const filling = useFilling()
  return (
    <FiguresBand title={counters.title} note={counters.note}>
      <dl className={styles.grid} ref={filling} data-wake="visible">
        {COUNTERS.map(([name, count]) => (
          <div key={name}>
            <dt>{counters[name]}</dt>
            <dd>
              <DotField count={count} className={styles.field} />
              <bdi dir={directionOf(language)}>{sentence('atLeast', { count })}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    </FiguresBand>
  )
}
