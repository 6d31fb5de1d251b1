import { useTranslations } from 'use-intl'
import type { Project } from '#contract/entities.ts'
import { classNames } from '../../brand/class-names.ts'
import { useFormats, useTexts } from '../../page-context.tsx'
import { ArrowLink } from '../controls.tsx'
import styles from './project-facts.module.css'

/** Product 2.4: the result first; what a project does not name is left out. */
export function ProjectFacts({ project, className }: { project: Project; className?: string | undefined }) {
  const texts = useTexts('project-facts')
  const sentence = useTranslations('project-facts')
  const format = useFormats()
  const { outcome, technology, team, duration_weeks, case_study } = project
  const rows = [
    [texts.technology, format.list(technology)],
    [texts.team, team],
    [texts.duration, duration_weeks && sentence('weeks', { count: duration_weeks })],
  ].filter(([, value]) => value)
  if (!outcome && !case_study && rows.length === 0) return null
  return (
    <section className={classNames(styles.facts, className)} aria-label={texts.title}>
      {(outcome || case_study) && (
        <div className={styles.outcome}>
          <h2>{texts.outcome}</h2>
          {outcome && <p className="d3">{outcome}</p>}
          {case_study && <ArrowLink to={case_study}>{texts.study}</ArrowLink>}
        </div>
      )}
      {rows.length > 0 && (
        <dl>
          {rows.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  )
}
