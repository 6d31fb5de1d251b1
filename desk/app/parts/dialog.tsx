import { type FormEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import { classNames } from '#site/brand/class-names.ts'
import { useTexts } from '../texts.tsx'
import styles from './dialog.module.css'
import { Button, Note } from './elements.tsx'
import { SendingContext } from './field.tsx'

interface DialogProps {
  title: string
  text?: ReactNode
  /** Esc, the cancel button or a press outside. */
  onClose(): void
  children?: ReactNode
  /** Buttons, the main one last. */
  actions?: ReactNode
  wide?: boolean | undefined
  /** Where closing would lose something, a press outside does nothing. */
  stays?: boolean | undefined
}

/** Modal: the browser holds the focus inside and gives it back afterwards. */
export function Dialog({ title, text, onClose, children, actions, wide, stays }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  const returnTo = useRef<Element | null>(null)
  useEffect(() => {
    returnTo.current = document.activeElement
    dialog.current?.showModal()
    return () => {
      if (returnTo.current instanceof HTMLElement && returnTo.current.isConnected) returnTo.current.focus()
    }
  }, [])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a press outside is a shortcut; Esc and the buttons do the same
    <dialog
      ref={dialog}
      className={classNames(styles.dialog, wide && styles.wide)}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClick={(event) => {
        if (!stays && event.target === dialog.current) onClose()
      }}
    >
      <div className={styles.sheet}>
        <header className={styles.head}>
          <h2 className="h2" id={titleId}>
            {title}
          </h2>
          {text && <p className="second">{text}</p>}
        </header>
        {children && <div className={styles.body}>{children}</div>}
        {actions && <footer className={styles.actions}>{actions}</footer>}
      </div>
    </dialog>
  )
}

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
  const { shell } = useTexts()
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
            {shell.cancel}
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
