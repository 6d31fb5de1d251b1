import { type FormEvent, type ReactNode, useId } from 'react'
import { useTexts } from '../texts.tsx'
import { Button } from './button.tsx'
import styles from './dialog.module.css'
import { Dialog } from './dialog.tsx'
import { SendingContext } from './field.tsx'
import { Note } from './layout.tsx'

interface FormDialogProps {
  title: string
  text?: ReactNode
  children?: ReactNode
  /** What the main button says. */
  submit: string
  isDanger?: boolean
  isBusy?: boolean
  /** Why it cannot be sent yet. */
  blocked?: string | false | undefined
  failure?: string | undefined
  wide?: boolean
  /** Where closing would lose something, a press outside does nothing. */
  stays?: boolean
  onClose(): void
  onSubmit(answers: FormData): void
}

/** A question, what is needed to answer it, and two buttons: leave it, or do it. Enter in a field does it too. */
export function FormDialog(props: FormDialogProps) {
  const { title, text, children, submit, isDanger, isBusy, blocked, failure, wide, stays, onClose, onSubmit } = props
  const { cancel } = useTexts('shell')
  const formId = useId()
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!blocked && !isBusy) onSubmit(new FormData(event.currentTarget))
  }
  return (
    <Dialog
      title={title}
      text={text}
      wide={wide}
      stays={stays}
      // What is on its way cannot be called back by closing: whoever closes it then would be told something else than what happens.
      onClose={() => !isBusy && onClose()}
      actions={
        <>
          <Button busy={isBusy} onClick={onClose}>
            {cancel}
          </Button>
          <Button type="submit" form={formId} look={isDanger ? 'danger' : 'primary'} busy={isBusy} blocked={blocked}>
            {submit}
          </Button>
        </>
      }
    >
      <form id={formId} className={styles.form} onSubmit={send}>
        <SendingContext value={Boolean(isBusy)}>{children}</SendingContext>
        {failure && <Note kind="wrong">{failure}</Note>}
      </form>
    </Dialog>
  )
}
