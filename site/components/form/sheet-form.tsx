import { type ReactNode, useEffect, useRef } from 'react'
import type { FormName } from '../../submissions/forms.ts'
import { takeBack } from '../../submissions/outbox.ts'
import { useForm, usePosted, useSentReference, useSubmission } from '../../submissions/use-form.ts'
import { useTexts } from '../../texts.tsx'
import { AnswersProvider, RobotTrap } from './answer-fields.tsx'
import { AnswersSummary } from './answers-summary.tsx'
import { DraftLine } from './draft-line.tsx'
import { FormCard, FormFoot, FormRow, RESULT_ID, TO_RESULT } from './form-card.tsx'
import { MISSING_LINE_ID, MissingLine } from './missing-line.tsx'
import { PrivacyLine } from './privacy-line.tsx'
import { SubmissionStatus, useSecondsUntil } from './submission-status.tsx'
import { SubmitButton } from './submit-button.tsx'

interface SheetFormProps {
  form: Exclude<FormName, 'career'>
  /** The plain address of the page. */
  page: string
  submitLabel: string
  head?: ReactNode
  children: ReactNode
}

/** Product 4.6: emptied once it has arrived, left as it is when it has not; the status line says which. */
export function SheetForm({ form, page, submitLabel, head, children }: SheetFormProps) {
  const texts = useTexts('forms')
  const posted = usePosted(form)
  const sentReference = useSentReference(form, page)
  const entry = useSubmission(form, page)
  const { answers, onSubmit, isBusy } = useForm(form, page, entry)
  const status = useRef<HTMLDivElement>(null)
  const isSentHere = useRef(false)
  const isPatient = useSecondsUntil(entry?.state === 'waiting' ? entry.retryAt : undefined) > 0

  const state = entry?.state
  const hasSummary = !isBusy && Object.keys(answers.refused).length > 0
  // Whoever has just sent something is not asked for another one.
  const isEmpty = Object.values(answers.answers).every((answer) => answer === '')
  const hasArrived = isEmpty && (entry ? entry.reference : sentReference) !== undefined
  const isIncomplete = answers.missing.length > 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each change of the state, with what stands at that moment
  useEffect(() => {
    if (!entry || !isSentHere.current) return
    if (state === 'sent') {
      answers.arrived(entry.submission.answers)
      status.current?.focus()
    }
    if (state === 'refused') answers.refuse(entry.broken ?? {})
  }, [state])

  return (
    <AnswersProvider answers={answers}>
      <FormCard
        action={TO_RESULT}
        data-awake={answers.isAwake || undefined}
        ref={answers.element}
        onInput={answers.onInput}
        onBlur={answers.onBlur}
        onSubmit={(event) => {
          isSentHere.current = true
          onSubmit(event)
        }}
      >
        {head && <FormRow>{head}</FormRow>}
        {hasSummary && (
          <FormRow id={RESULT_ID}>
            <AnswersSummary />
          </FormRow>
        )}
        {children}
        <RobotTrap />
        <FormFoot>
          <SubmitButton
            disabled={answers.isAwake && (isIncomplete || isBusy || isPatient)}
            describedBy={isIncomplete && !hasArrived ? MISSING_LINE_ID : undefined}
          >
            {state === 'waiting' ? texts.tryAgain : submitLabel}
          </SubmitButton>
          {!hasArrived && <MissingLine />}
          <SubmissionStatus
            form={form}
            entry={entry}
            posted={posted}
            sentReference={sentReference}
            id={hasSummary ? undefined : RESULT_ID}
            ref={status}
          />
          <DraftLine onClear={() => entry && void takeBack(entry.submission.key)} />
          <PrivacyLine />
        </FormFoot>
      </FormCard>
    </AnswersProvider>
  )
}
