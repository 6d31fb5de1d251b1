import { useState } from 'react'
import { FormDialog } from '../../parts/dialog.tsx'
import { Field } from '../../parts/field.tsx'
import { useTexts } from '../../texts.tsx'

interface CountDialogProps {
  count: number
  form: { isBusy: boolean; failure: string | undefined }
  onClose(): void
  onConfirm(): void
}

export function CountDialog({ count, form, onClose, onConfirm }: CountDialogProps) {
  const { inbox: texts, say } = useTexts()
  const [typed, setTyped] = useState('')
  const isRight = Number(latinDigits(typed)) === count
  return (
    <FormDialog
      title={say('inbox.confirmTitle', { count })}
      text={say('inbox.confirmText', { count })}
      submit={texts.confirm}
      form={form}
      blocked={!isRight && say('inbox.confirmText', { count })}
      onClose={onClose}
      onSubmit={onConfirm}
    >
      <Field
        ltr
        inputMode="numeric"
        label={texts.confirmNumber}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
    </FormDialog>
  )
}

/** Arabic keyboards type ٣١ for 31; separators as in 1,200 are allowed. */
const latinDigits = (typed: string) =>
  typed.replace(/[\u0660-\u0669]/g, (digit) => String(digit.charCodeAt(0) - 0x0660)).replace(/[,\u066c\s]/g, '')
