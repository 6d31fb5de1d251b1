import { Plus, X } from 'lucide-react'
import { WEEKDAYS } from '#contract/constants.ts'
import type { OpeningHours } from '#contract/entities.ts'
import { Button, IconButton } from '../../parts/elements.tsx'
import { CheckList, Field } from '../../parts/field.tsx'
import { useTexts } from '../../texts.tsx'
import styles from './content.module.css'

interface HoursFieldProps {
  label: string
  value: readonly OpeningHours[]
  onChange(value: OpeningHours[]): void
  isReadOnly: boolean
}

export function HoursField({ label, value, onChange, isReadOnly }: HoursFieldProps) {
  const { content: texts, say } = useTexts()
  const change = (index: number, changes: Partial<OpeningHours>) =>
    onChange(value.with(index, { ...(value[index] as OpeningHours), ...changes }))
  return (
    <fieldset className={styles.group} disabled={isReadOnly}>
      <legend>{label}</legend>
      {value.map(({ days, opens, closes }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other name than their place
        <fieldset key={index} className={styles.hours}>
          <legend className="vh">{say('content.form.hoursRow', { number: index + 1 })}</legend>
          <div className={styles.days}>
            <CheckList
              of={WEEKDAYS.map((day) => [day, texts.weekdays[day]])}
              chosen={days}
              onChange={(chosen) => change(index, { days: chosen })}
            />
          </div>
          <div className={styles.times}>
            <Field
              type="time"
              ltr
              label={texts.form.opens}
              value={opens ?? ''}
              onChange={({ target }) => change(index, { opens: target.value || null })}
            />
            <Field
              type="time"
              ltr
              label={texts.form.closes}
              value={closes ?? ''}
              onChange={({ target }) => change(index, { closes: target.value || null })}
            />
            {!opens && !closes && <span className="muted small">{texts.form.closedDay}</span>}
            <IconButton icon={X} label={texts.form.removeHours} onClick={() => onChange(value.toSpliced(index, 1))} />
          </div>
        </fieldset>
      ))}
      <Button
        small
        icon={Plus}
        onClick={() => onChange([...value, { days: [], opens: null, closes: null }])}
        label={texts.form.addHours}
      />
    </fieldset>
  )
}
