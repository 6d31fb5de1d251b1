import { classNames } from '#site/brand/class-names.ts'
import { Dot } from '../../parts/elements.tsx'
import { STEPS, type Step } from './card.ts'
import styles from './scorecard.module.css'

export function StepDots({ step, isChosen = false }: { step: Step; isChosen?: boolean }) {
  return (
    <span className={styles.dots} aria-hidden>
      {STEPS.map((each) => (
        <Dot
          key={each}
          fill={each <= step ? 'solid' : 'hollow'}
          colour={isChosen && each <= step ? 'cinnabar' : 'ink'}
        />
      ))}
    </span>
  )
}

interface Option {
  step: Step
  label: string
}

interface ChoicesProps {
  legendId: string
  name: string
  value: Step | null
  options: Option[]
  beside?: Option
  onChange(step: Step): void
}

/** Named steps, and "Not asked" beside them. */
export function Choices({ legendId, name, value, options, beside, onChange }: ChoicesProps) {
  const radio = ({ step, label }: Option, className?: string) => (
    <label key={step} className={classNames(styles.step, className, step === value && styles.chosen)}>
      <input type="radio" name={name} className="vh" checked={step === value} onChange={() => onChange(step)} />
      {step > 0 && <StepDots step={step} isChosen={step === value} />}
      <span>{label}</span>
    </label>
  )
  return (
    <div role="radiogroup" aria-labelledby={legendId} className={styles.choices}>
      <div className={styles.steps}>{options.map((option) => radio(option))}</div>
      {beside && radio(beside, styles.beside)}
    </div>
  )
}
