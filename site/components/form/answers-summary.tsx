import type { FieldName } from '../../submissions/forms.ts'
import { fieldsOf } from '../../submissions/forms.ts'
import { useTexts } from '../../texts.tsx'
import { useAnswersInForm, useErrorSentences } from './answer-fields.tsx'
import { controlOf } from './date-field.tsx'
import { ErrorSummary } from './error-summary.tsx'

/** What the server has refused, until each of it has been changed. */
export function AnswersSummary() {
  const { form, refused } = useAnswersInForm()
  const { fields } = useTexts('forms')
  const sentenceFor = useErrorSentences()
  const errors = fieldsOf(form).flatMap((name) => {
    const key = refused[name]
    return key ? [{ name: controlOf(name, key), label: fields[name as FieldName], error: sentenceFor(name, key) }] : []
  })
  return errors.length > 0 ? <ErrorSummary errors={errors} /> : null
}
