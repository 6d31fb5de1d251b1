import { useState } from 'react'
import { FormDialog } from '../../parts/dialog.tsx'
import { Field } from '../../parts/field.tsx'
import { useTexts } from '../../texts.tsx'

interface CountDialogProps {
  count: number
  isBusy: boolean
  failure: string | undefined
  onClose(): void
  onConfirm(): void
}

/** Many are changed by somebody who knows how many. */
export function CountDialog({ count, isBusy, failure, onClose, onConfirm }: CountDialogProps) {
  const { inbox: texts, say } = useTexts()
  const [typed, setTyped] = useState('')
  const isRight = Number(latinDigits(typed)) === count
  return (
    <FormDialog
      title={say('inbox.confirmTitle', { count })}
      text={say('inbox.confirmText', { count })}
      submit={texts.confirm}
      isBusy={isBusy}
      blocked={!isRight && say('inbox.confirmText', { count })}
      failure={failure}
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

/** An Arabic keyboard types ٣١ where a Latin one types 31; thousands may be typed as they are shown, 1,200. */
const latinDigits = (typed: string) =>
  typed.replace(/[\u0660-\u0669]/g, (digit) => String(digit.charCodeAt(0) - 0x0660)).replace(/[,\u066c\s]/g, '')
