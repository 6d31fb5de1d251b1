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
  if (!outcome && !team && !duration_weeks && technology.length === 0) return null
  return (
    <section className={classNames(styles.facts, className)} aria-label={texts.title}>
      {outcome && (
        <div className={styles.outcome}>
          <h2>{texts.outcome}</h2>
          <p className="d3">{outcome}</p>
          {case_study && <ArrowLink to={case_study}>{texts.study}</ArrowLink>}
        </div>
      )}
      <dl>
        {technology.length > 0 && (
          <div>
            <dt>{texts.technology}</dt>
            <dd>{format.list(technology)}</dd>
          </div>
        )}
        {team && (
          <div>
            <dt>{texts.team}</dt>
            <dd>{team}</dd>
          </div>
        )}
        {duration_weeks && (
          <div>
            <dt>{texts.duration}</dt>
            <dd>{sentence('weeks', { count: duration_weeks })}</dd>
          </div>
        )}
      </dl>
    </section>
  )
}
