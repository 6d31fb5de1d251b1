import { type ClipboardEvent, type ComponentProps, createContext, type FocusEvent, use, useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { type DateAnswer, isDateAnswer, isLongAnswer, type LongAnswer } from '#contract/constants.ts'
import { MAX_LENGTHS } from '#contract/forms.ts'
import type { FormErrorKey } from '#texts/index.ts'
import { useFormats, useLanguage, useRoot, useTexts } from '../../page-context.tsx'
import { DATE_PARTS, type DatePart, partName, readWholeDate, splitDate } from '../../submissions/date-parts.ts'
import type { FieldName } from '../../submissions/forms.ts'
import type { AnswersInForm } from '../../submissions/use-answers.ts'
import date from './date-field.module.css'
import { errorId, Field, type FieldBasics, FieldGroup, fieldId, TextField } from './field.tsx'

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
