import { useFormatter } from 'use-intl'
import { ProcessLetter } from '../../brand/words/process-letter.tsx'
import { SectionHead } from '../../components/headings/section-head.tsx'
import { useTexts } from '../../texts.tsx'
import styles from './working-process.module.css'

/** ب ت ث: one stroke, told apart only by dots. */
export function WorkingProcess() {
  const { title, note, steps } = useTexts('home').process
  const format = useFormatter()
  return (
    <section className={styles.process}>
      <div className="wrap">
        <SectionHead title={title}>
          <p>{note}</p>
        </SectionHead>
        <ol className={styles.steps}>
          {steps.map((step, index) => (
            <li key={step.title}>
              <div className={styles.stage} dir="ltr">
                <ProcessLetter step={(index + 1) as 1 | 2 | 3} className={styles.letter} />
              </div>
              <div className={styles.text}>
                <span className={styles.number}>{format.number(index + 1, { minimumIntegerDigits: 2 })}</span>
                <div>
                  <h3 className="d5">{step.title}</h3>
                  <p>{step.text}</p>
                </div>
              </div>
            </li>
          ))}
        </ol>
      </div>
    </section>
  )
}
