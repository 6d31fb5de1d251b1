import { type ComponentProps, createContext, use } from 'react'
import { useTranslations } from 'use-intl'
import { type DateAnswer, isDateAnswer, isLongAnswer, type LongAnswer } from '#contract/constants.ts'
import { MAX_LENGTHS } from '#contract/forms.ts'
import type { FormErrorKey } from '#texts/index.ts'
import { useRoot, useTexts } from '../../page-context.tsx'
import type { FieldName } from '../../submissions/forms.ts'
import type { AnswersInForm } from '../../submissions/use-answers.ts'
import { DateField } from './date-field.tsx'
import { Field, TextField } from './field.tsx'

export const AnswersContext = createContext<AnswersInForm | undefined>(undefined)

export function useAnswersInForm() {
  const answers = use(AnswersContext)
  if (!answers) throw new Error('A field of a form stands inside its SubmissionForm')
  return answers
}

export const BYTES_IN_MEGABYTE = 1024 * 1024

export function useErrorSentences() {
  const sentence = useTranslations('form-errors')
  const { cvMaximumBytes } = useRoot().settings
  return (name: string, key: FormErrorKey) =>
    sentence(key, {
      megabytes: cvMaximumBytes / BYTES_IN_MEGABYTE,
      maximum: MAX_LENGTHS[name as keyof typeof MAX_LENGTHS],
    })
}

export type AnswerName = Exclude<FieldName, 'cv' | 'job_id' | 'form'>

export function Answer({ name, wide }: { name: AnswerName; wide?: boolean }) {
  const { answers, errorOf } = useAnswersInForm()
  return <AnswerField name={name} answer={answers[name]} broken={errorOf(name)} wide={wide} />
}

interface AnswerFieldProps {
  name: AnswerName
  answer: string | undefined
  broken: FormErrorKey | undefined
  wide?: boolean | undefined
}

export function AnswerField({ name, answer, broken, wide }: AnswerFieldProps) {
  const texts = useTexts('forms')
  const sentenceFor = useErrorSentences()
  const hint = name in texts.hints ? texts.hints[name as keyof typeof texts.hints] : undefined
  const error = broken && sentenceFor(name, broken)
  const common = { name, label: texts.fields[name], hint, error, wide, required: true }
  if (isLongAnswer(name)) return <TextField {...common} defaultValue={answer} spellCheck />
  if (isDateAnswer(name)) return <DateField {...common} name={name} answer={answer} broken={broken} />
  return <Field {...common} {...inputs[name]} defaultValue={answer} />
}

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
