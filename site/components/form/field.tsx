import { CircleAlert } from 'lucide-react'
import type { ComponentProps, ReactNode, Ref } from 'react'
import { Icon } from '../controls.tsx'
import styles from './field.module.css'
import card from './form-card.module.css'
import status from './status-line.module.css'

export interface FieldBasics {
  name: string
  label: string
  hint?: string | undefined
  error?: string | undefined
  wide?: boolean | undefined
}

type FieldProps = FieldBasics & Omit<ComponentProps<'input'>, 'name' | 'id' | 'children'>

export function Field({ name, label, hint, error, wide, ...input }: FieldProps) {
  return (
    <FieldFrame name={name} label={label} hint={hint} error={error} wide={wide}>
      <input type="text" {...input} name={name} {...describedField({ name, hint, error })} />
    </FieldFrame>
  )
}

type TextFieldProps = FieldBasics & {
  /** Tells apart several fields of one name on a page. */
  of?: string
} & Omit<ComponentProps<'textarea'>, 'name' | 'id' | 'children'>

export function TextField({ name, of, label, hint, error, wide, ...area }: TextFieldProps) {
  const own = of === undefined ? name : `${name}-${of}`
  return (
    <FieldFrame name={own} label={label} hint={hint} error={error} wide={wide}>
      <textarea rows={5} dir="auto" {...area} name={name} {...describedField({ name: own, hint, error })} />
    </FieldFrame>
  )
}

export const EMAIL_INPUT = {
  name: 'email',
  type: 'email',
  dir: 'ltr',
  autoComplete: 'email',
  inputMode: 'email',
  required: true,
} as const

export const fieldId = (name: string) => `field-${name}`

export function FieldFrame({ label, children, ...basics }: FieldBasics & { children: ReactNode }) {
  return (
    <div className={classNamesOf(basics)}>
      <label className={styles.label} htmlFor={fieldId(basics.name)}>
        {label}
      </label>
      {children}
      <HintAndError {...basics} />
    </div>
  )
}

export function FieldGroup({
  label,
  children,
  ref,
  ...basics
}: FieldBasics & { children: ReactNode; ref?: Ref<HTMLFieldSetElement> }) {
  const { name, hint } = basics
  return (
    <fieldset className={classNamesOf(basics)} aria-describedby={hint && hintId(name)} ref={ref}>
      <legend className={styles.label}>{label}</legend>
      {children}
      <HintAndError {...basics} />
    </fieldset>
  )
}

const classNamesOf = ({ wide }: Pick<FieldBasics, 'wide'>) => (wide ? `${styles.field} ${styles.wide}` : styles.field)

function HintAndError({ name, hint, error }: Pick<FieldBasics, 'name' | 'hint' | 'error'>) {
  return (
    <>
      {hint && (
        <p className={styles.hint} id={hintId(name)}>
          {hint}
        </p>
      )}
      <div aria-live="polite" className={styles.announced}>
        {error && (
          <p className={styles.error} id={errorId(name)}>
            <Icon of={CircleAlert} />
            <span>{error}</span>
          </p>
        )}
      </div>
    </>
  )
}

export function describedField({ name, hint, error }: Pick<FieldBasics, 'name' | 'hint' | 'error'>) {
  const describedBy = [error && errorId(name), hint && hintId(name)].filter(Boolean).join(' ')
  return {
    id: fieldId(name),
    'aria-invalid': error ? (true as const) : undefined,
    'aria-describedby': describedBy || undefined,
  }
}

const hintId = (name: string) => `${fieldId(name)}-hint`
export const errorId = (name: string) => `${fieldId(name)}-error`

interface StatusLineProps {
  state: 'under-way' | 'done' | 'failed'
  id?: string | undefined
  ref?: Ref<HTMLDivElement>
  children?: ReactNode
}

/** A live region: render it without children first, or the first words are not read aloud. */
export function StatusLine({ state, id, ref, children }: StatusLineProps) {
  return (
    <div id={id} role={state === 'failed' ? 'alert' : 'status'}>
      {children && (
        <div className={`${status.line} ${status[state]}`} ref={ref} tabIndex={-1}>
          <i aria-hidden="true" />
          <div>{children}</div>
        </div>
      )}
    </div>
  )
}

/** Firefox and WebKit keep the footer in place while the form above it disappears, and focus alone does not scroll there. */
export function focusInView(element: HTMLElement, block: ScrollLogicalPosition = 'nearest') {
  element.focus({ preventScroll: true })
  element.scrollIntoView({ block })
}

/** Target of a post without JavaScript: its result may stand far below the page's top. */
export const RESULT_ID = 'result'
export const TO_RESULT = `#${RESULT_ID}`

export const formCard = card.card

export function FormCard(form: ComponentProps<'form'>) {
  return <form method="post" noValidate {...form} className={formCard} />
}

export function FormRow({ id, children }: { id?: string | undefined; children: ReactNode }) {
  return (
    <div id={id} className={card.row}>
      {children}
    </div>
  )
}

export function FormFoot({ children }: { children: ReactNode }) {
  return <div className={card.foot}>{children}</div>
}
