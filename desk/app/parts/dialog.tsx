import { type ReactNode, useEffect, useId, useRef } from 'react'
import { classNames } from '#site/brand/class-names.ts'
import styles from './dialog.module.css'

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
