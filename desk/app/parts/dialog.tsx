import { Check, Copy } from 'lucide-react'
import { type ComponentProps, type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { classNames } from '#site/brand/class-names.ts'
import { useTexts } from '../texts.tsx'
import styles from './dialog.module.css'
import { Button, IconButton, Ltr, Note } from './elements.tsx'
import { FormContext, useAnnouncements, useSubmit } from './work.tsx'

interface ModalProps extends Omit<ComponentProps<'dialog'>, 'onClose'> {
  onClose(): void
  /** Closing would lose something, so a press outside does nothing. */
  stays?: boolean | undefined
}

/** The browser keeps the focus inside, and it goes back to its place afterwards. */
export function Modal({ onClose, stays, ...props }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const returnTo = document.activeElement
    dialog.current?.showModal()
    return () => {
      if (returnTo instanceof HTMLElement && returnTo.isConnected) returnTo.focus()
    }
  }, [])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a press outside is a shortcut; Esc does the same
    <dialog
      {...props}
      ref={dialog}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClick={({ target }) => !stays && target === dialog.current && onClose()}
    />
  )
}

interface DialogProps extends Pick<ModalProps, 'onClose' | 'stays'> {
  title: string
  text?: ReactNode
  children?: ReactNode
  close?: string
  actions?: ReactNode
  wide?: boolean | undefined
}

export function Dialog({ title, text, children, close, actions, wide, ...modal }: DialogProps) {
  const titleId = useId()
  return (
    <Modal {...modal} className={classNames(styles.dialog, wide && styles.wide)} aria-labelledby={titleId}>
      <div>
        <header className={styles.head}>
          <h2 className="h2" id={titleId}>
            {title}
          </h2>
          {text && <p className="second">{text}</p>}
        </header>
        {children && <div className={styles.body}>{children}</div>}
        {(close || actions) && (
          <footer className={styles.actions}>
            {close && <Button label={close} onClick={modal.onClose} />}
            {actions}
          </footer>
        )}
      </div>
    </Modal>
  )
}

interface FormDialogProps extends Omit<DialogProps, 'actions'> {
  submit: string
  isDanger?: boolean
  blocked?: string | false | undefined
  form: { isBusy: boolean; failure?: string | undefined; errorOf?(field: string): string | undefined }
  onSubmit(answers: FormData): void
}

/** A question with two buttons: cancel, or do it. Enter in a field does it too. */
export function FormDialog({
  submit,
  isDanger,
  blocked,
  form,
  onSubmit,
  onClose,
  children,
  ...dialog
}: FormDialogProps) {
  const { shell } = useTexts()
  const { isBusy, failure } = form
  const formId = useId()
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!blocked && !isBusy) onSubmit(new FormData(event.currentTarget))
  }
  return (
    <Dialog
      {...dialog}
      // A request under way cannot be called back, so the dialog stays until its response.
      onClose={() => !isBusy && onClose()}
      actions={
        <>
          <Button busy={isBusy} onClick={onClose} label={shell.cancel} />
          <Button
            type="submit"
            form={formId}
            look={isDanger ? 'danger' : 'primary'}
            busy={isBusy}
            blocked={blocked}
            label={submit}
          />
        </>
      }
    >
      <form id={formId} className={styles.form} onSubmit={send}>
        <FormContext value={form}>{children}</FormContext>
        {failure && <Note kind="wrong">{failure}</Note>}
      </form>
    </Dialog>
  )
}

interface ConfirmDialogProps<Result> extends Omit<FormDialogProps, 'form' | 'onSubmit'> {
  said?: string
  onConfirm(): Promise<Result>
  onDone?(result: Result): void
}

export function ConfirmDialog<Result>({ said, onConfirm, onDone, ...dialog }: ConfirmDialogProps<Result>) {
  const form = useSubmit()
  const confirm = () =>
    form.change(async () => {
      const result = await onConfirm()
      dialog.onClose()
      onDone?.(result)
    }, said)
  return <FormDialog {...dialog} form={form} onSubmit={confirm} />
}

interface SecretDialogProps extends Pick<DialogProps, 'title' | 'text' | 'onClose'> {
  secret: string
  done: string
}

export function SecretDialog({ secret, done, ...dialog }: SecretDialogProps) {
  const buttons = (
    <>
      <CopyButton text={secret} />
      <Button look="primary" onClick={dialog.onClose} label={done} />
    </>
  )
  return (
    <Dialog {...dialog} stays actions={buttons}>
      <Secret>{secret}</Secret>
    </Dialog>
  )
}

export function Secret({ children }: { children: string }) {
  return (
    <p className={styles.secret}>
      <Ltr>{children}</Ltr>
    </p>
  )
}

export function CopyButton({ text, label, iconOnly = false }: { text: string; label?: string; iconOnly?: boolean }) {
  const { shell: texts } = useTexts()
  const { say } = useAnnouncements()
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(text)
    setCopied(true)
    say(texts.copied)
  }
  if (iconOnly) return <IconButton icon={isCopied ? Check : Copy} label={label ?? texts.copy} onClick={copy} />
  return <Button icon={Copy} onClick={copy} label={isCopied ? texts.copied : (label ?? texts.copy)} />
}
