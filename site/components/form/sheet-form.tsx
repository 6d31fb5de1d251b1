import { type ReactNode, useEffect, useRef } from 'react'
import { useTexts } from '../../page-context.tsx'
import type { SubmissionKind } from '../../submissions/forms.ts'
import { takeBack } from '../../submissions/outbox.ts'
import { useForm, usePosted, useSentReference, useSubmission } from '../../submissions/use-form.ts'
import { FormFoot, FormRow, focusInView, formCard, RESULT_ID } from './field.tsx'
import { AnswersSummary, SubmissionForm, SubmitLines } from './submission-form.tsx'
import { SubmissionStatus, useSecondsUntil } from './submission-status.tsx'

interface SheetFormProps {
  kind: Exclude<SubmissionKind, 'career-application'>
  page: string
  submitLabel: string
  head: ReactNode
  children: ReactNode
}

/** Product 4.6: emptied after arrival, left as it is otherwise; the status line says which. */
export function SheetForm({ kind, page, submitLabel, head, children }: SheetFormProps) {
  const { tryAgain } = useTexts('forms')
  const posted = usePosted(kind)
  const sentReference = useSentReference(kind, page)
  const entry = useSubmission(kind, page)
  const { answers, onSubmit, isBusy } = useForm(kind, page, { entry })
  const status = useRef<HTMLDivElement>(null)
  const isSentHere = useRef(false)
  const isPatient = useSecondsUntil(entry?.state === 'waiting' ? entry.retryAt : undefined) > 0
  const state = entry?.state
  const hasSummary = !isBusy && Object.keys(answers.refused).length > 0
  const isEmpty = Object.values(answers.answers).every((answer) => answer === '')

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each change of the state
  useEffect(() => {
    if (!entry || !isSentHere.current) return
    if (state === 'sent') {
      answers.arrived(entry.submission.answers)
      if (status.current) focusInView(status.current)
    }
    if (state === 'refused') answers.refuse(entry.broken ?? {})
  }, [state])

  return (
    <SubmissionForm
      answers={answers}
      className={formCard}
      onSubmit={(event) => {
        isSentHere.current = true
        onSubmit(event)
      }}
    >
      <FormRow>{head}</FormRow>
      {hasSummary && (
        <FormRow id={RESULT_ID}>
          <AnswersSummary />
        </FormRow>
      )}
      {children}
      <FormFoot>
        <SubmitLines
          label={state === 'waiting' ? tryAgain : submitLabel}
          isBusy={isBusy || isPatient}
          hasArrived={isEmpty && (entry ? entry.reference : sentReference) !== undefined}
          onClear={() => entry && void takeBack(entry.submission.key)}
        >
          <SubmissionStatus
            kind={kind}
            entry={entry}
            posted={posted}
            sentReference={sentReference}
            id={hasSummary ? undefined : RESULT_ID}
            ref={status}
          />
        </SubmitLines>
      </FormFoot>
    </SubmissionForm>
  )
}
