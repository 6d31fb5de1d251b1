import { type LucideIcon, Search } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useState } from 'react'
import { classNames } from '#site/brand/class-names.ts'
import { useTexts } from '../texts.tsx'
import { Modal } from './dialog.tsx'
import { Icon } from './elements.tsx'
import { MAX_SEARCH_LENGTH } from './filters.tsx'
import styles from './picker.module.css'

export interface PickerOption {
  id: string
  label: ReactNode
  aside?: ReactNode
  icon?: LucideIcon
  choose(): void
}

interface OptionGroup {
  heading?: string
  options: PickerOption[]
}

interface PickerProps {
  label: string
  placeholder: string
  typed: string
  onType(typed: string): void
  groups: OptionGroup[]
  onClose(): void
  /** Below the list. */
  children?: ReactNode
}

/** Typing narrows the list, arrows move, Enter chooses. */
export function Picker({ label, placeholder, typed, onType, groups, onClose, children }: PickerProps) {
  const { shell, say } = useTexts()
  const { keys } = shell.palette
  const [position, setPosition] = useState(0)
  const listId = useId()
  const options = groups.flatMap((group) => group.options)
  const current = options[Math.min(position, options.length - 1)]

  const choose = (option: PickerOption | undefined) => {
    if (!option) return
    onClose()
    // After the dialog has given the focus back: the next screen may take it.
    setTimeout(() => option.choose())
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step)
      setPosition((Math.min(position, options.length - 1) + step + options.length) % Math.max(1, options.length))
    else if (event.key === 'Enter') choose(current)
    else return
    event.preventDefault()
  }
  const currentId = current && optionId(listId, current)
  useEffect(() => {
    if (currentId) document.getElementById(currentId)?.scrollIntoView({ block: 'nearest' })
  }, [currentId])

  return (
    <Modal className={styles.picker} aria-label={label} onClose={onClose}>
      <div className={styles.input}>
        <Icon of={Search} />
        <input
          role="combobox"
          aria-expanded
          aria-controls={listId}
          aria-activedescendant={currentId}
          aria-label={label}
          placeholder={placeholder}
          autoComplete="off"
          spellCheck={false}
          maxLength={MAX_SEARCH_LENGTH}
          dir={typed ? 'auto' : undefined}
          value={typed}
          onChange={(event) => {
            onType(event.target.value)
            setPosition(0)
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <OptionList
        id={listId}
        label={label}
        groups={groups}
        current={current}
        className={styles.list}
        onChoose={choose}
        onPoint={(option) => setPosition(options.indexOf(option))}
      />
      {children}
      <p className="vh" role="status">
        {say('shell.palette.count', { count: options.length })}
      </p>
      <footer className={styles.foot} aria-hidden>
        <span>
          <kbd>↑</kbd> <kbd>↓</kbd> {keys.move}
        </span>
        <span>
          <kbd>Enter</kbd> {keys.choose}
        </span>
        <span>
          <kbd>Esc</kbd> {keys.close}
        </span>
      </footer>
    </Modal>
  )
}

export const Nothing = ({ children }: { children: ReactNode }) => <p className={styles.nothing}>{children}</p>

export const optionId = (listId: string, { id }: Pick<PickerOption, 'id'>) => `${listId}-${id}`

interface OptionListProps {
  id: string
  label: string
  groups: OptionGroup[]
  current: PickerOption | undefined
  className?: string | undefined
  onChoose(option: PickerOption): void
  onPoint?(option: PickerOption): void
}

/** The list of a field, which keeps the focus and has the keys. */
export function OptionList({ id, label, groups, current, className, onChoose, onPoint }: OptionListProps) {
  return (
    <div role="listbox" id={id} aria-label={label} className={className}>
      {groups.map(({ heading, options }) => (
        // biome-ignore lint/a11y/useSemanticElements: options of a listbox are grouped by role
        <div key={heading} role="group" aria-label={heading ?? label}>
          {heading && (
            <p className={styles.heading} aria-hidden>
              {heading}
            </p>
          )}
          {options.map((option) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys
            <div
              key={option.id}
              id={optionId(id, option)}
              role="option"
              aria-selected={option === current}
              tabIndex={-1}
              className={classNames(styles.option, option === current && styles.current)}
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => onChoose(option)}
              onPointerMove={() => onPoint?.(option)}
            >
              {option.icon && <Icon of={option.icon} />}
              <span className="own" dir="auto">
                {option.label}
              </span>
              {option.aside && <span className={styles.aside}>{option.aside}</span>}
            </div>
          ))}
        </div>
      ))}
    </div>
  )
}
