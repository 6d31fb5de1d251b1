import { type ComponentProps, type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { QUESTIONS_VERSION_FIELD, questionField } from '#contract/constants.ts'
import { HONEYPOT_FIELD } from '#contract/forms.ts'
import { formatsIn } from '#texts/dates-and-numbers.ts'
import { useFormats, useLanguage, useTexts } from '../../page-context.tsx'
import { fieldsOf, hasCv } from '../../submissions/forms.ts'
import type { AnswersInForm } from '../../submissions/use-answers.ts'
import { Button, PageLink } from '../controls.tsx'
import {
  AnswersContext,
  controlOf,
  firstControlOf,
  useAnswersInForm,
  useErrorSentences,
  useLabels,
} from './answer-fields.tsx'
import summed from './error-summary.module.css'
import { fieldId, focusInView, TO_RESULT } from './field.tsx'
import styles from './submission-form.module.css'

export function SubmissionForm({ answers, children, ...form }: { answers: AnswersInForm } & ComponentProps<'form'>) {
  return (
    <AnswersContext value={answers}>
      <form
        method="post"
        action={TO_RESULT}
        noValidate
        data-awake={answers.isAwake || undefined}
        ref={answers.element}
        onInput={answers.onInput}
        onBlur={answers.onBlur}
        {...form}
      >
        {children}
        <RobotTrap />
      </form>
    </AnswersContext>
  )
}

/** Seen and filled in by robots only. */
function RobotTrap() {
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

interface SubmitLinesProps {
  label: string
  isBusy: boolean
  /** An empty form that has just been sent does not ask for answers. */
  hasArrived?: boolean
  onClear?: () => void
  children?: ReactNode
}

const MISSING_LINE_ID = 'missing'

export function SubmitLines({ label, isBusy, hasArrived = false, onClear, children }: SubmitLinesProps) {
  const sentence = useTranslations('forms')
  const { isAwake, missing } = useAnswersInForm()
  const asksForAnswers = missing.length > 0 && !hasArrived
  return (
    <>
      <Button
        type="submit"
        disabled={isAwake && (missing.length > 0 || isBusy)}
        aria-describedby={asksForAnswers ? MISSING_LINE_ID : undefined}
      >
        {label}
      </Button>
      {asksForAnswers && isAwake && <MissingLine />}
      {children}
      <DraftLine onClear={onClear} />
      <p className={styles.privacy}>
        {sentence.rich('privacy', { policy: (words) => <PageLink to="/privacy-policy">{words}</PageLink> })}
      </p>
    </>
  )
}

function MissingLine() {
  const sentence = useTranslations('forms')
  const format = useFormats()
  const labelOf = useLabels()
  const { missing } = useAnswersInForm()
  const names = missing.map(labelOf)
  const links = missing.map((name) => (
    <a
      key={name}
      href={`#${fieldId(firstControlOf(name))}`}
      onClick={(event) => goToField(event, firstControlOf(name))}
    >
      {labelOf(name)}
    </a>
  ))
  return (
    <p id={MISSING_LINE_ID} role="status" className={styles.missing}>
      {sentence.rich('missing', { fields: format.list(names), links: () => format.separated<ReactNode>(links) })}
    </p>
  )
}

function DraftLine({ onClear }: Pick<SubmitLinesProps, 'onClear'>) {
  const texts = useTexts('forms').draft
  const sentence = useTranslations('forms')
  const language = useLanguage()
  const { kind, element, foundFrom, hasDraft, clear } = useAnswersInForm()
  const [isCleared, setCleared] = useState(false)
  const isShown = hasDraft || foundFrom !== undefined

  const clearForm = () => {
    clear()
    onClear?.()
    setCleared(true)
    element.current?.querySelector<HTMLElement>(`#${fieldId('name')}`)?.focus()
  }

  return (
    <div role="status">
      {isShown && (
        <>
          <p className={styles.comfort}>
            {foundFrom === undefined
              ? texts[hasCv(kind) ? 'keptWithoutCv' : 'kept']
              : sentence(isToday(foundFrom) ? 'draft.back' : 'draft.backYesterday', {
                  time: formatsIn(language).time(foundFrom),
                })}
            {foundFrom !== undefined && hasCv(kind) && ` ${texts.cvAgain}`}
          </p>
          <button type="button" className={styles.action} onClick={clearForm}>
            {texts.clear}
          </button>
        </>
      )}
      {isCleared && !isShown && <p className={styles.comfort}>{texts.cleared}</p>}
    </div>
  )
}

/** Drafts are kept for a day, so any other day is yesterday. */
const isToday = (moment: number) => new Date(moment).toDateString() === new Date().toDateString()

interface SummedError {
  name: string
  label: string
  error: string
}

export function AnswersSummary() {
  const { kind, refused, questions } = useAnswersInForm()
  const labelOf = useLabels()
  const sentenceFor = useErrorSentences()
  const firstQuestion = questions[0] ? questionField(questions[0].id) : QUESTIONS_VERSION_FIELD
  const errors = [QUESTIONS_VERSION_FIELD, ...fieldsOf(kind, questions)].flatMap((name) => {
    const key = refused[name]
    if (!key) return []
    const control = name === QUESTIONS_VERSION_FIELD ? firstQuestion : controlOf(name, key)
    return [{ name: control, label: labelOf(name), error: sentenceFor(name, key) }]
  })
  return errors.length > 0 ? <ErrorSummary errors={errors} /> : null
}

function ErrorSummary({ errors }: { errors: SummedError[] }) {
  const sentence = useTranslations('forms')
  const summary = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (summary.current) focusInView(summary.current)
  }, [])
  return (
    <div className={summed.summary} role="alert" tabIndex={-1} ref={summary}>
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
