import type { ReactNode } from 'react'
import { FormDialog } from '../../parts/dialog.tsx'
import { useSubmit } from '../../parts/work.tsx'

interface ConfirmDialogProps {
  title: string
  text: ReactNode
  action: string
  isDanger?: boolean
  onClose(): void
  onConfirm(): Promise<void>
}

/** One question before something is done to a person's account. */
export function ConfirmDialog({ title, text, action, isDanger = false, onClose, onConfirm }: ConfirmDialogProps) {
  const { submit, isBusy, failure } = useSubmit()
  return (
    <FormDialog
      title={title}
      text={text}
      submit={action}
      isDanger={isDanger}
      isBusy={isBusy}
      failure={failure}
      onClose={onClose}
      onSubmit={() => submit(onConfirm)}
    />
  )
}
