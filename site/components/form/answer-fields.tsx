import { type ClipboardEvent, type ComponentProps, createContext, type FocusEvent, use, useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import {
  type DateAnswer,
  HEARD_OF,
  HEARD_OF_FIELD,
  isDateAnswer,
  isLongAnswer,
  type LongAnswer,
  QUESTIONS_VERSION_FIELD,
  questionField,
  YES_NO,
} from '#contract/constants.ts'
import type { JobQuestion } from '#contract/entities.ts'
import { MAX_LENGTHS } from '#contract/forms.ts'
import { maxLengthOf } from '#contract/job-questions.ts'
import type { FormErrorKey } from '#texts/index.ts'
import { useFormats, useLanguage, useRoot, useTexts } from '../../page-context.tsx'
import { DATE_PARTS, type DatePart, partName, readWholeDate, splitDate } from '../../submissions/date-parts.ts'
import type { FieldName } from '../../submissions/forms.ts'
import type { AnswersInForm } from '../../submissions/use-answers.ts'
import date from './date-field.module.css'
import {
  describedField,
  errorId,
  Field,
  type FieldBasics,
  FieldFrame,
  FieldGroup,
  fieldId,
  TextField,
} from './field.tsx'

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
  const { questions = [] } = use(AnswersContext) ?? {}
  return (name: string, key: FormErrorKey) => {
    const question = questions.find(({ id }) => questionField(id) === name)
    return sentence(key, {
      megabytes: cvMaximumBytes / BYTES_IN_MEGABYTE,
      maximum: question ? maxLengthOf(question) : MAX_LENGTHS[name as keyof typeof MAX_LENGTHS],
    })
  }
}

/** A job's question is the label of its field. */
export function useLabels() {
  const { fields, jobQuestions } = useTexts('forms')
  const { questions } = useAnswersInForm()
  return (name: string) => {
    if (name === QUESTIONS_VERSION_FIELD) return jobQuestions.label
    return questions.find(({ id }) => questionField(id) === name)?.text ?? fields[name as FieldName]
  }
}

export function QuestionAnswer({ question }: { question: JobQuestion }) {
  const { jobQuestions: texts } = useTexts('forms')
  const sentence = useTranslations('forms')
  const sentenceFor = useErrorSentences()
  const { answers, errorOf } = useAnswersInForm()
  const name = questionField(question.id)
  const broken = errorOf(name)
  const hint = question.kind === 'link' ? texts.linkHint : undefined
  const common = {
    name,
    label: question.required ? question.text : sentence('jobQuestions.optional', { question: question.text }),
    hint,
    error: broken && sentenceFor(name, broken),
    wide: true,
    required: question.required,
  }
  if (question.kind === 'long') return <TextField {...common} defaultValue={answers[name]} spellCheck />
  if (question.kind === 'link')
    return <Field {...common} {...typedLeftToRight} inputMode="url" autoComplete="off" defaultValue={answers[name]} />
  if (question.kind === 'short')
    return <Field {...common} {...freeText} autoComplete="off" defaultValue={answers[name]} />
  const offered = question.kind === 'yes-no' ? YES_NO.map((id) => ({ id, text: texts[id] })) : question.options
  // An option that was removed meanwhile cannot be chosen again.
  const chosen = offered.some(({ id }) => id === answers[name]) ? answers[name] : ''
  return <ChoiceField {...common} offered={offered} chosen={chosen} />
}

/** Beside the fields of the specification: never required. */
export function HeardOf() {
  const { heardOf: texts } = useTexts('forms')
  const { answers } = useAnswersInForm()
  const offered = HEARD_OF.map((id) => ({ id, text: texts.options[id] }))
  return (
    <ChoiceField
      name={HEARD_OF_FIELD}
      label={texts.label}
      offered={offered}
      chosen={answers[HEARD_OF_FIELD]}
      required={false}
    />
  )
}

interface ChoiceFieldProps extends FieldBasics {
  offered: readonly { id: string; text: string }[]
  chosen: string | undefined
  required: boolean
}

function ChoiceField({ offered, chosen, required, ...frame }: ChoiceFieldProps) {
  const { choose } = useTexts('forms').jobQuestions
  return (
    <FieldFrame {...frame}>
      {/* An empty required list counts as invalid, unless it says otherwise. */}
      <select
        {...describedField(frame)}
        name={frame.name}
        required={required}
        defaultValue={chosen}
        aria-invalid={Boolean(frame.error)}
      >
        <option value="">{choose}</option>
        {offered.map(({ id, text }) => (
          <option key={id} value={id}>
            {text}
          </option>
        ))}
      </select>
    </FieldFrame>
  )
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

interface DateFieldProps extends FieldBasics {
  name: DateAnswer
  broken?: FormErrorKey | undefined
  required?: boolean
  answer?: string | undefined
}

/** A whole date that is pasted or typed into one of the three parts fills all of them. */
function DateField({ name, broken, answer = '', required, ...group }: DateFieldProps) {
  const texts = useTexts('forms').dateParts
  const language = useLanguage()
  const { months } = useFormats()
  const fieldset = useRef<HTMLFieldSetElement>(null)
  // Uncontrolled: later values belong to the visitor.
  const initial = useRef(splitDate(answer, language)).current
  const wrong = broken ? wrongPartsOf(broken) : []

  const spread = (date: string) => {
    const parts = splitDate(date, language)
    for (const part of DATE_PARTS) {
      const control = fieldset.current?.querySelector<HTMLInputElement>(`[name="${partName(name, part)}"]`)
      if (control) control.value = parts[part]
    }
    fieldset.current?.querySelector('input')?.dispatchEvent(new Event('input', { bubbles: true }))
  }

  const propsOf = (part: DatePart) => ({
    id: fieldId(partName(name, part)),
    name: partName(name, part),
    defaultValue: initial[part],
    autoComplete: name === 'date_of_birth' ? `bday-${part}` : 'off',
    required,
    'aria-invalid': wrong.includes(part) || undefined,
    'aria-describedby': wrong.includes(part) ? errorId(name) : undefined,
  })
  const numeric = {
    type: 'text',
    inputMode: 'numeric',
    onPaste: (event: ClipboardEvent) => {
      const date = readWholeDate(event.clipboardData.getData('text'))
      if (!date) return
      event.preventDefault()
      spread(date)
    },
    onBlur: ({ target }: FocusEvent<HTMLInputElement>) => {
      const date = readWholeDate(target.value)
      if (date) spread(date)
    },
  } as const
  usePasteOnMonth(fieldset, spread)

  return (
    <FieldGroup name={name} {...group} ref={fieldset}>
      <div className={date.parts}>
        <div className={date.day}>
          <label htmlFor={fieldId(partName(name, 'day'))}>{texts.day}</label>
          <input {...numeric} {...propsOf('day')} />
        </div>
        <div className={date.month}>
          <label htmlFor={fieldId(partName(name, 'month'))}>{texts.month}</label>
          {/* An empty required list counts as invalid, unless it says otherwise. */}
          <select {...propsOf('month')} aria-invalid={wrong.includes('month')}>
            <option value="">{texts.chooseMonth}</option>
            {months.map((month, index) => (
              <option key={month} value={index + 1}>
                {month}
              </option>
            ))}
          </select>
        </div>
        <div className={date.year}>
          <label htmlFor={fieldId(partName(name, 'year'))}>{texts.year}</label>
          <input {...numeric} {...propsOf('year')} />
        </div>
      </div>
    </FieldGroup>
  )
}

export const firstControlOf = (name: string) => (isDateAnswer(name) ? partName(name, 'day') : name)

export const controlOf = (name: string, broken: FormErrorKey) =>
  isDateAnswer(name) ? partName(name, wrongPartsOf(broken)[0] ?? 'day') : name

const WRONG_PARTS: Partial<Record<FormErrorKey, DatePart[]>> = {
  dateDayMissing: ['day'],
  dateMonthMissing: ['month'],
  dateYearMissing: ['year'],
  dateDayAndMonthMissing: ['day', 'month'],
  dateDayAndYearMissing: ['day', 'year'],
  dateMonthAndYearMissing: ['month', 'year'],
  dateDayFormat: ['day'],
  dateYearFormat: ['year'],
  dateNoSuchDay: ['day'],
  dateTooFarBack: ['year'],
  dateOfBirthPast: ['year'],
  dateOfBirthTooYoung: ['year'],
  graduationDateTooFarAhead: ['year'],
  graduationBeforeBirth: ['year'],
}

const wrongPartsOf = (broken: FormErrorKey): readonly DatePart[] => WRONG_PARTS[broken] ?? DATE_PARTS

/** A select takes no paste, so the event goes to the document. */
function usePasteOnMonth(fieldset: { current: HTMLElement | null }, spread: (date: string) => void) {
  const latest = useRef(spread)
  latest.current = spread
  useEffect(() => {
    const paste = ({ clipboardData }: globalThis.ClipboardEvent) => {
      const focused = document.activeElement
      const date = readWholeDate(clipboardData?.getData('text') ?? '')
      if (date && focused instanceof HTMLSelectElement && fieldset.current?.contains(focused)) latest.current(date)
    }
    addEventListener('paste', paste)
    return () => removeEventListener('paste', paste)
  }, [fieldset])
}
