import { CircleAlert } from 'lucide-react'
import { type ComponentProps, createContext, type KeyboardEvent, type ReactNode, use, useId, useState } from 'react'
import { classNames } from '#site/brand/class-names.ts'
import { Icon } from './elements.tsx'
import styles from './field.module.css'

interface FieldBasics {
  label: string
  hint?: ReactNode
  /** A sentence. Where there is one the field counts as invalid. */
  error?: string | undefined
  /** At the end of the label's line, such as a counter. */
  aside?: ReactNode
}

type FieldProps = FieldBasics & {
  /** Inside the box, after the input. */
  end?: ReactNode
  /** Mail addresses, codes, numbers: always left to right. */
  ltr?: boolean
  large?: boolean
} & Omit<ComponentProps<'input'>, 'id'>

/** Around fields that are being sent and then go: what cannot be sent any more cannot be typed either. */
export const SendingContext = createContext(false)

/** Label, input, hint and message, tied together for those who hear the page. */
export function Field({ label, hint, error, aside, end, ltr, large, className, ...input }: FieldProps) {
  const id = useId()
  const isSending = use(SendingContext)
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error} aside={aside} className={className}>
      <span className={classNames(styles.box, large && styles.large, error && styles.wrong)}>
        <input
          type="text"
          {...input}
          {...tied(id, hint, error)}
          dir={ltr ? 'ltr' : input.dir}
          readOnly={isSending || input.readOnly}
        />
        {end}
      </span>
    </FieldFrame>
  )
}

type TextFieldProps = FieldBasics & Omit<ComponentProps<'textarea'>, 'id'>

/** The same for several lines. */
export function TextField({ label, hint, error, aside, className, ...area }: TextFieldProps) {
  const id = useId()
  const isSending = use(SendingContext)
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error} aside={aside} className={className}>
      <span className={classNames(styles.box, styles.area, error && styles.wrong)}>
        <textarea rows={4} {...area} {...tied(id, hint, error)} readOnly={isSending || area.readOnly} />
      </span>
    </FieldFrame>
  )
}

type SelectFieldProps = FieldBasics & { children: ReactNode } & Omit<ComponentProps<'select'>, 'id'>

export function SelectField({ label, hint, error, aside, className, children, ...select }: SelectFieldProps) {
  const id = useId()
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error} aside={aside} className={className}>
      <span className={classNames(styles.box, error && styles.wrong)}>
        <select {...select} {...tied(id, hint, error)}>
          {children}
        </select>
      </span>
    </FieldFrame>
  )
}

const STEPPING_KEYS = ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'PageUp', 'PageDown', 'Home', 'End']

/** For a list whose choice acts at once: a key that would step through the closed list, and so choose, opens it. */
export function openToChoose(event: KeyboardEvent<HTMLSelectElement>) {
  const { key, currentTarget: select } = event
  const isTyped = key.length === 1 && key !== ' '
  if (event.ctrlKey || event.metaKey || event.altKey || !(isTyped || STEPPING_KEYS.includes(key))) return
  // Elsewhere keys open it by themselves, or nobody can tell whether it is open.
  if (!CSS.supports('selector(:open)') || !('showPicker' in select) || select.matches(':open')) return
  event.preventDefault()
  select.showPicker()
}

interface PasswordFieldProps extends Omit<FieldProps, 'type' | 'end'> {
  show: string
  hide: string
}

/** A password that can be looked at; password managers and pasting work. */
export function PasswordField({ show, hide, ...field }: PasswordFieldProps) {
  const [isShown, setShown] = useState(false)
  return (
    <Field
      {...field}
      ltr
      type={isShown ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      end={
        <button type="button" className="link small" aria-pressed={isShown} onClick={() => setShown(!isShown)}>
          {isShown ? hide : show}
        </button>
      }
    />
  )
}

interface FieldFrameProps extends FieldBasics {
  id: string
  className?: string | undefined
  children: ReactNode
}

function FieldFrame({ id, label, hint, error, aside, className, children }: FieldFrameProps) {
  return (
    <div className={classNames(styles.field, className)}>
      <div className={styles.head}>
        <label htmlFor={id}>{label}</label>
        {aside && <span className={styles.aside}>{aside}</span>}
      </div>
      {children}
      {hint && (
        <p className={styles.hint} id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error && (
        <p className={styles.error} id={`${id}-error`}>
          <Icon of={CircleAlert} small />
          <span>{error}</span>
        </p>
      )}
    </div>
  )
}

/** What ties an input to the label, hint and message around it. */
function tied(id: string, hint: ReactNode, error: string | undefined) {
  const describedBy = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ')
  return {
    id,
    'aria-invalid': error ? (true as const) : undefined,
    'aria-describedby': describedBy || undefined,
  }
}

interface ChoiceProps<Value extends string> {
  legend: string
  name: string
  value: Value
  options: { value: NoInfer<Value>; label: string; text?: string }[]
  onChange(value: NoInfer<Value>): void
  /** Cards one below the other with a line of explanation, or one row of words. */
  look?: 'cards' | 'row'
}

/** One of a few. */
export function Choice<Value extends string>({
  legend,
  name,
  value,
  options,
  onChange,
  look = 'row',
}: ChoiceProps<Value>) {
  return (
    <fieldset className={classNames(styles.field, styles[look])}>
      <legend className={styles.head}>{legend}</legend>
      <div className={styles.options}>
        {options.map((option) => (
          <label key={option.value} className={styles.option}>
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            <span className={styles.mark} aria-hidden />
            <span>
              {option.label}
              {option.text && <small>{option.text}</small>}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

interface CheckProps extends Omit<ComponentProps<'input'>, 'type'> {
  label: ReactNode
}

export function Check({ label, ...input }: CheckProps) {
  return (
    <label className={styles.check}>
      <input type="checkbox" {...input} />
      <span className={styles.mark} aria-hidden />
      <span>{label}</span>
    </label>
  )
}
