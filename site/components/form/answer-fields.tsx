import { type ComponentProps, createContext, type ReactNode, use } from 'react'
import { useTranslations } from 'use-intl'
import { type DateAnswer, isDateAnswer, isLongAnswer, type LongAnswer } from '#contract/constants.ts'
import { HONEYPOT_FIELD, MAX_LENGTHS } from '#contract/forms.ts'
import type { FormErrorKey } from '#texts/index.ts'
import type { FieldName } from '../../submissions/forms.ts'
import type { AnswersInForm } from '../../submissions/use-answers.ts'
import { useTexts } from '../../texts.tsx'
import { useRoot } from '../../use-root.ts'
import styles from './answer-fields.module.css'
import { DateField } from './date-field.tsx'
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
  const sentenceFor = useErrorSentences()
  const key = useAnswersInForm().errorOf(name)
  return key && sentenceFor(name, key)
}

/** What is said about a broken rule; where it is a limit, the limit is named. */
export function useErrorSentences() {
  const sentence = useTranslations('form-errors')
  const { cvMaximumBytes } = useRoot().settings
  return (name: string, key: FormErrorKey) =>
    sentence(key, {
      megabytes: cvMaximumBytes / BYTES_IN_MEGABYTE,
      maximum: MAX_LENGTHS[name as keyof typeof MAX_LENGTHS],
    })
}

export const BYTES_IN_MEGABYTE = 1024 * 1024

export type AnswerName = Exclude<FieldName, 'cv' | 'job_id' | 'form'>

/** One question of a form, by the name of its answer: wording, keyboard, direction and rule come with it. */
export function Answer({ name, wide }: { name: AnswerName; wide?: boolean }) {
  const texts = useTexts('forms')
  const { answers, errorOf } = useAnswersInForm()
  const hint = name in texts.hints ? texts.hints[name as keyof typeof texts.hints] : undefined
  const common = { name, label: texts.fields[name], hint, error: useErrorOf(name), wide, required: true }
  if (isLongAnswer(name)) return <TextField {...common} defaultValue={answers[name]} spellCheck />
  if (isDateAnswer(name)) return <DateField {...common} name={name} answer={answers[name]} broken={errorOf(name)} />
  return <Field {...common} {...inputs[name]} defaultValue={answers[name]} />
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

/** Keyboard and direction of an answer of one line. */
export const inputOf = (name: Exclude<AnswerName, LongAnswer | DateAnswer>): ComponentProps<'input'> => inputs[name]

const freeText = { type: 'text', dir: 'auto' } as const
const typedLeftToRight = { dir: 'ltr', spellCheck: false, autoCapitalize: 'none', autoCorrect: 'off' } as const

const inputs: Record<Exclude<AnswerName, LongAnswer | DateAnswer>, ComponentProps<'input'>> = {
  name: { ...freeText, autoComplete: 'name', spellCheck: false },
  email: { ...typedLeftToRight, type: 'email', inputMode: 'email', autoComplete: 'email' },
  phone: { ...typedLeftToRight, type: 'text', inputMode: 'tel', autoComplete: 'tel-national' },
  subject: freeText,
  position: { ...freeText, autoComplete: 'off' },
  address: { ...freeText, autoComplete: 'address-line1', spellCheck: false },
  college: { ...freeText, autoComplete: 'off', spellCheck: false },
  major: { ...freeText, autoComplete: 'off' },
  notice_period: { ...freeText, autoComplete: 'off' },
}
