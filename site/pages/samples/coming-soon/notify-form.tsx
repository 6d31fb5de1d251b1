import { Button } from '../../../components/controls/button.tsx'
import { Field } from '../../../components/form/field.tsx'
import { StatusLine } from '../../../components/form/status-line.tsx'
import { useTexts } from '../../../texts.tsx'
import { useUnwiredForm } from '../unwired-form.ts'
import styles from './notify-form.module.css'

/** Leads nowhere yet, and says so when it is sent. */
export function NotifyForm({ label }: { label: string }) {
  const texts = useTexts('coming-soon')
  const { notOpenYet } = useTexts('forms')
  const { form, errors, isAnswered } = useUnwiredForm({ email: texts.emailRequired })
  return (
    <form {...form} className={styles.form}>
      <Field
        name="email"
        type="email"
        label={label}
        error={errors.email}
        title={texts.emailRequired}
        autoComplete="email"
        dir="ltr"
        required
      />
      <Button type="submit">{texts.submit}</Button>
      <StatusLine state="under-way">{isAnswered && notOpenYet}</StatusLine>
    </form>
  )
}
