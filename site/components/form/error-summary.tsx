import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import styles from './error-summary.module.css'
import { fieldId } from './field.tsx'

interface SummedError {
  /** Of the control that it leads to. */
  name: string
  label: string
  error: string
}

/** Every message in one place, each leading to its field; takes the focus when it appears. */
export function ErrorSummary({ errors }: { errors: SummedError[] }) {
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

/** The address stays as it is, so that Back does not lead through the fields. */
function goToField(event: { preventDefault: () => void }, name: string) {
  const field = document.getElementById(fieldId(name))
  if (!field) return
  event.preventDefault()
  field.focus()
}
