import { type ComponentProps, createContext, type ReactNode, use } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { HONEYPOT_FIELD } from '#contract/forms.ts'
import type { FieldName } from '../../submissions/forms.ts'
import type { AnswersInForm } from '../../submissions/use-answers.ts'
import { useTexts } from '../../texts.tsx'
import styles from './answer-fields.module.css'
import { Field, TextField } from './field.tsx'

const AnswersContext = createContext<AnswersInForm | undefined>(undefined)

/** The fields inside know their form's answers and messages. */
export function AnswersProvider({ answers, children }: { answers: AnswersInForm; children: ReactNode }) {
  return <AnswersContext value={answers}>{children}</AnswersContext>
}

export function useAnswersInForm() {
  const answers = use(AnswersContext)
  if (!answers) throw new Error('A field of a form stands inside its AnswersProvider')
  return answers
}

/** The sentence for a field's broken rule, once the visitor has been there. */
export function useErrorOf(name: string) {
  const sentences = useTexts('form-errors')
  const key = useAnswersInForm().errorOf(name)
  return key && sentences[key]
}

type AnswerName = Exclude<FieldName, 'cv' | 'job_id' | 'form'>

/** One question of a form, by the name of its answer: wording, keyboard, direction and rule come with it. */
export function Answer({ name, wide }: { name: AnswerName; wide?: boolean }) {
  const texts = useTexts('forms')
  const { answers } = useAnswersInForm()
  const hint = name in texts.hints ? texts.hints[name as keyof typeof texts.hints] : undefined
  const common = { name, label: texts.fields[name], hint, error: useErrorOf(name), wide, required: true }
  if (isLong(name)) return <TextField {...common} defaultValue={answers[name]} spellCheck />
  const input = inputs[name]
  return (
    <Field {...common} {...input} defaultValue={answers[name]}>
      {input.type === 'date' && <DateInWords date={answers[name]} />}
    </Field>
  )
}

/** Seen and filled in by robots only. */
export function RobotTrap() {
  const { honeypot } = useTexts('forms')
  return (
    <div className={styles.trap} aria-hidden="true">
      <label>
        {honeypot}
        <input type="text" name={HONEYPOT_FIELD} tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  )
}

const isLong = (name: AnswerName): name is 'message' | 'why_hire_you' => name === 'message' || name === 'why_hire_you'

const freeText = { type: 'text', dir: 'auto' } as const
const typedLeftToRight = { dir: 'ltr', spellCheck: false, autoCapitalize: 'none', autoCorrect: 'off' } as const

const inputs: Record<Exclude<AnswerName, 'message' | 'why_hire_you'>, ComponentProps<'input'>> = {
  name: { ...freeText, autoComplete: 'name', spellCheck: false },
  email: { ...typedLeftToRight, type: 'email', inputMode: 'email', autoComplete: 'email' },
  phone: { ...typedLeftToRight, type: 'text', inputMode: 'tel', autoComplete: 'tel-national' },
  subject: freeText,
  position: { ...freeText, autoComplete: 'off' },
  address: { ...freeText, autoComplete: 'address-line1', spellCheck: false },
  date_of_birth: { type: 'date', autoComplete: 'bday', min: '1900-01-01', max: '2099-12-31' },
  college: { ...freeText, autoComplete: 'off', spellCheck: false },
  major: { ...freeText, autoComplete: 'off' },
  graduation_date: { type: 'date', min: '1900-01-01', max: '2099-12-31' },
  notice_period: { ...freeText, autoComplete: 'off' },
}

/** The browser shows a date in the order of its own language; this says in the page's language which day it means. */
function DateInWords({ date = '' }: { date?: string | undefined }) {
  const format = useFormatter()
  const sentence = useTranslations('forms')
  const day = new Date(`${date}T00:00:00Z`)
  const isRead = /^(19|20)\d\d-/.test(date) && !Number.isNaN(day.getTime())
  return (
    <p className={styles.dateInWords} aria-live="polite">
      {isRead &&
        sentence('chosenDate', {
          date: format.dateTime(day, { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' }),
        })}
    </p>
  )
}
