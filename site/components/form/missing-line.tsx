import { useFormatter, useTranslations } from 'use-intl'
import type { FieldName } from '../../submissions/forms.ts'
import { useTexts } from '../../texts.tsx'
import { useAnswersInForm } from './answer-fields.tsx'

export const MISSING_LINE_ID = 'missing'

/** Why the button is disabled: the names of the fields that still need an answer, or another one. */
export function MissingLine() {
  const sentence = useTranslations('forms')
  const format = useFormatter()
  const { fields } = useTexts('forms')
  const { isAwake, missing } = useAnswersInForm()
  if (!isAwake || missing.length === 0) return null
  return (
    <p id={MISSING_LINE_ID}>
      {sentence('missing', { fields: format.list(missing.map((name) => fields[name as FieldName])) })}
    </p>
  )
}
