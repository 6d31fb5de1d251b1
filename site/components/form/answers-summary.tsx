import type { FieldName } from '../../submissions/forms.ts'
import { fieldsOf } from '../../submissions/forms.ts'
import { useTexts } from '../../texts.tsx'
import { useAnswersInForm } from './answer-fields.tsx'
import { ErrorSummary } from './error-summary.tsx'

/** What the server has refused, until each of it has been changed. */
export function AnswersSummary() {
  const { form, refused } = useAnswersInForm()
  const { fields } = useTexts('forms')
  const sentences = useTexts('form-errors')
  const errors = fieldsOf(form).flatMap((name) => {
    const key = refused[name]
    return key ? [{ name, label: fields[name as FieldName], error: sentences[key] }] : []
  })
  return errors.length > 0 ? <ErrorSummary errors={errors} /> : null
}
