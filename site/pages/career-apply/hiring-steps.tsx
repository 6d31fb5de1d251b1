import { SectionHead } from '../../components/headings/section-head.tsx'
import { useTexts } from '../../texts.tsx'
import styles from './hiring-steps.module.css'

/** texts/promises.ts says how long each step takes at most. */
export function HiringSteps() {
  const { title, note, steps } = useTexts('career-apply').hiring
  return (
    <section className={styles.hiring}>
      <SectionHead title={title}>
        <p>{note}</p>
      </SectionHead>
      <ol>
        {steps.map((step) => (
          <li key={step.title}>
            <i aria-hidden="true" />
            <h3 className="d5">{step.title}</h3>
            <p className={styles.days}>{step.days}</p>
            <p>{step.text}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}
