import { type MouseEvent, useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { useTexts } from '../../page-context.tsx'
import { type FieldName, fieldsOf } from '../../submissions/forms.ts'
import { useAnswersInForm, useErrorSentences } from './answer-fields.tsx'
import { controlOf } from './date-field.tsx'
import styles from './error-summary.module.css'
import { fieldId } from './field.tsx'

interface SummedError {
  name: string
  label: string
  error: string
}

export function AnswersSummary() {
  const { kind, refused } = useAnswersInForm()
  const { fields } = useTexts('forms')
  const sentenceFor = useErrorSentences()
  const errors = fieldsOf(kind).flatMap((name) => {
    const key = refused[name]
    return key ? [{ name: controlOf(name, key), label: fields[name as FieldName], error: sentenceFor(name, key) }] : []
  })
  return errors.length > 0 ? <ErrorSummary errors={errors} /> : null
}

function ErrorSummary({ errors }: { errors: SummedError[] }) {
  const sentence = useTranslations('forms')
  const summary = useRef<HTMLDivElement>(null)
  useEffect(() => summary.current?.focus(), [])
  return (
    <div className={styles.summary} role="alert" tabIndex={-1} ref={summary}>
      <h2>{sentence('summary', { count: errors.length })}</h2>
      <ul>
        {errors.map(({ name, label, error }) => (
          <li key={name}>
            <a href={`#${fieldId(name)}`} onClick={(event) => goToField(event, name)}>
              <b>{label}</b>
              <span>{error}</span>
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The address stays as it is: Back must not lead through the fields. */
function goToField(event: MouseEvent, name: string) {
  const field = document.getElementById(fieldId(name))
  if (!field) return
  event.preventDefault()
  field.focus()
}
