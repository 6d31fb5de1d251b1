import { type ClipboardEvent, type FocusEvent, useEffect, useRef } from 'react'
import { useFormatter } from 'use-intl'
import { type DateAnswer, isDateAnswer } from '#contract/constants.ts'
import type { FormErrorKey } from '#texts/index.ts'
import { useLanguage, useTexts } from '../../page-context.tsx'
import { DATE_PARTS, type DatePart, MONTHS, partName, readWholeDate, splitDate } from '../../submissions/date-parts.ts'
import styles from './date-field.module.css'
import { errorId, type FieldBasics, FieldGroup, fieldId } from './field.tsx'

interface DateFieldProps extends FieldBasics {
  name: DateAnswer
  broken?: FormErrorKey | undefined
  required?: boolean
  answer?: string | undefined
}

/** A whole date that is pasted or typed into one of the three parts fills all of them. */
export function DateField({ name, broken, answer = '', required, ...group }: DateFieldProps) {
  const texts = useTexts('forms').dateParts
  const language = useLanguage()
  const months = useMonthNames()
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
      <div className={styles.parts}>
        <div className={styles.day}>
          <label htmlFor={fieldId(partName(name, 'day'))}>{texts.day}</label>
          <input {...numeric} {...propsOf('day')} />
        </div>
        <div className={styles.month}>
          <label htmlFor={fieldId(partName(name, 'month'))}>{texts.month}</label>
          <select {...propsOf('month')}>
            <option value="">{texts.chooseMonth}</option>
            {months.map((month, index) => (
              <option key={month} value={index + 1}>
                {month}
              </option>
            ))}
          </select>
        </div>
        <div className={styles.year}>
          <label htmlFor={fieldId(partName(name, 'year'))}>{texts.year}</label>
          <input {...numeric} {...propsOf('year')} />
        </div>
      </div>
    </FieldGroup>
  )
}

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

function useMonthNames() {
  const format = useFormatter()
  return MONTHS.map((month) => format.dateTime(Date.UTC(2000, month - 1), { month: 'long', timeZone: 'UTC' }))
}

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
