import { CircleAlert } from 'lucide-react'
import { type ComponentProps, type KeyboardEvent, type ReactNode, use, useId, useState } from 'react'
import { classNames } from '#site/brand/class-names.ts'
import { useTexts } from '../texts.tsx'
import { Button, Icon } from './elements.tsx'
import styles from './field.module.css'
import { FormContext } from './work.tsx'

interface FieldBasics {
  label: string
  hint?: ReactNode
  /** A sentence that makes the field invalid; without one, the form's own error for this name. */
  error?: string | undefined
  aside?: ReactNode
}

type FieldProps = FieldBasics & {
  end?: ReactNode
  ltr?: boolean
  large?: boolean
} & Omit<ComponentProps<'input'>, 'id'>

export function Field({ label, hint, error, aside, className, end, ltr, large, ...input }: FieldProps) {
  const form = use(FormContext)
  return (
    <FieldFrame {...{ label, hint, error, aside, className, name: input.name, look: large && styles.large }}>
      {(tied) => (
        <>
          <input
            type="text"
            {...input}
            {...tied}
            dir={ltr ? 'ltr' : input.dir}
            readOnly={form?.isBusy || input.readOnly}
          />
          {end}
        </>
      )}
    </FieldFrame>
  )
}

export function TextField(props: FieldBasics & Omit<ComponentProps<'textarea'>, 'id'>) {
  const { label, hint, error, aside, className, ...area } = props
  const form = use(FormContext)
  return (
    <FieldFrame {...{ label, hint, error, aside, className, name: area.name, look: styles.area }}>
      {(tied) => <textarea rows={4} {...area} {...tied} readOnly={form?.isBusy || area.readOnly} />}
    </FieldFrame>
  )
}

type MarkedFieldProps = FieldBasics &
  Omit<ComponentProps<'textarea'>, 'id' | 'value'> & {
    value: string
    /** The same text, with marks in it. */
    children: ReactNode
  }

/** A text area as high as its text. A copy behind it carries the marks. */
export function MarkedField({ children, ...props }: MarkedFieldProps) {
  const { label, hint, error, aside, className, ...area } = props
  const form = use(FormContext)
  return (
    <FieldFrame {...{ label, hint, error, aside, className, name: area.name }}>
      {(tied) => (
        <span className={styles.marked}>
          <span className={styles.copy} aria-hidden dir={area.dir} lang={area.lang}>
            {children}
            {'\u200b'}
          </span>
          <textarea {...area} {...tied} readOnly={form?.isBusy || area.readOnly} />
        </span>
      )}
    </FieldFrame>
  )
}

export function SelectField(props: FieldBasics & Omit<ComponentProps<'select'>, 'id'>) {
  const { label, hint, error, aside, className, ...select } = props
  return (
    <FieldFrame {...{ label, hint, error, aside, className, name: select.name }}>
      {(tied) => <select {...select} {...tied} />}
    </FieldFrame>
  )
}

export const Options = ({ of }: { of: readonly (readonly [value: string, text: string])[] }) =>
  of.map(([value, text]) => (
    <option key={value} value={value}>
      {text}
    </option>
  ))

const STEPPING_KEYS = ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'PageUp', 'PageDown', 'Home', 'End']

/** For a select that acts at once: a key that would step through the closed list opens it instead. */
export function openToChoose(event: KeyboardEvent<HTMLSelectElement>) {
  const { key, currentTarget: select } = event
  const isTyped = key.length === 1 && key !== ' '
  if (event.ctrlKey || event.metaKey || event.altKey || !(isTyped || STEPPING_KEYS.includes(key))) return
  // Other browsers open it by key themselves, or cannot tell whether it is open.
  if (!CSS.supports('selector(:open)') || !('showPicker' in select) || select.matches(':open')) return
  event.preventDefault()
  select.showPicker()
}

export function PasswordField(field: Omit<FieldProps, 'type' | 'end'>) {
  const { show, hide } = useTexts().door.signIn
  const [isShown, setShown] = useState(false)
  return (
    <Field
      {...field}
      ltr
      type={isShown ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      end={
        <Button
          look="link"
          small
          aria-pressed={isShown}
          onClick={() => setShown(!isShown)}
          label={isShown ? hide : show}
        />
      }
    />
  )
}

interface FieldFrameProps extends FieldBasics {
  name?: string | undefined
  className?: string | undefined
  look?: string | false | undefined
  children(tied: object): ReactNode
}

function FieldFrame({ label, hint, error: given, aside, name, className, look, children }: FieldFrameProps) {
  const id = useId()
  const form = use(FormContext)
  const error = given ?? (name && form?.errorOf?.(name))
  const describedBy = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ')
  return (
    <div className={classNames(styles.field, className)}>
      <div className={styles.head}>
        <label htmlFor={id}>{label}</label>
        {aside && <span className={styles.aside}>{aside}</span>}
      </div>
      <span className={classNames(styles.box, look, error && styles.wrong)}>
        {children({ id, 'aria-invalid': error ? true : undefined, 'aria-describedby': describedBy || undefined })}
      </span>
      {hint && (
        <p className={styles.hint} id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error && (
        <p className={styles.error} id={`${id}-error`}>
          <Icon of={CircleAlert} small />
          <span dir="auto">{error}</span>
        </p>
      )}
    </div>
  )
}

interface OptionsProps<Value extends string> {
  legend: string
  name: string
  /** Labels in their order, on cards with a line of explanation. */
  options: Record<NoInfer<Value>, string | { name: string; text: string }>
  look?: 'cards' | 'row'
}

interface ChoiceProps<Value extends string> extends OptionsProps<Value> {
  value: Value
  onChange(value: NoInfer<Value>): void
}

export const Choice = <Value extends string>({ value, onChange, ...options }: ChoiceProps<Value>) => (
  <OptionCards<Value> {...options} type="radio" isChosen={(option) => option === value} onChange={onChange} />
)

interface ChoicesProps<Value extends string> extends OptionsProps<Value> {
  value: readonly Value[]
  hint?: string
  onChange(values: NoInfer<Value>[]): void
}

/** Any number of them, in the order of the options. */
export const Choices = <Value extends string>({ value, onChange, ...options }: ChoicesProps<Value>) => (
  <OptionCards<Value>
    {...options}
    type="checkbox"
    isChosen={(option) => value.includes(option)}
    onChange={(changed, isChecked) => {
      const isChosen = (each: Value) => (each === changed ? isChecked : value.includes(each))
      onChange((Object.keys(options.options) as NoInfer<Value>[]).filter(isChosen))
    }}
  />
)

interface OptionCardsProps<Value extends string> extends OptionsProps<Value> {
  type: 'radio' | 'checkbox'
  hint?: string
  isChosen(option: Value): boolean
  onChange(option: Value, isChecked: boolean): void
}

function OptionCards<Value extends string>({
  legend,
  name,
  options,
  look = 'row',
  type,
  hint,
  isChosen,
  onChange,
}: OptionCardsProps<Value>) {
  const id = useId()
  return (
    <fieldset className={classNames(styles.field, styles[look])} aria-describedby={hint && id}>
      <legend className={styles.head}>{legend}</legend>
      <div className={styles.options}>
        {(Object.keys(options) as Value[]).map((option) => {
          const label: string | { name: string; text: string } = options[option]
          return (
            <label key={option} className={styles.option}>
              <input
                type={type}
                name={name}
                value={option}
                checked={isChosen(option)}
                onChange={({ target }) => onChange(option, target.checked)}
              />
              <span className={styles.mark} aria-hidden />
              <span>{typeof label === 'string' ? label : [label.name, <small key="text">{label.text}</small>]}</span>
            </label>
          )
        })}
      </div>
      {hint && (
        <p className={styles.hint} id={id}>
          {hint}
        </p>
      )}
    </fieldset>
  )
}

interface CheckListProps<Value extends string> {
  of: readonly (readonly [value: Value, label: string])[]
  chosen: readonly Value[]
  onChange(chosen: Value[]): void
}

export const CheckList = <Value extends string>({ of, chosen, onChange }: CheckListProps<Value>) =>
  of.map(([value, label]) => (
    <Check
      key={value}
      label={label}
      checked={chosen.includes(value)}
      onChange={({ target }) => {
        const isChosen = (each: Value) => (each === value ? target.checked : chosen.includes(each))
        onChange(of.map(([each]) => each).filter(isChosen))
      }}
    />
  ))

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
