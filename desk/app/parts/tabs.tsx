import type { LucideIcon } from 'lucide-react'
import { type KeyboardEvent, useRef } from 'react'
import { Icon } from './elements.tsx'
import styles from './tabs.module.css'

interface Tab<Name extends string> {
  name: Name
  label: string
  icon: LucideIcon
  /** Shown on the tab, such as R. */
  keys?: string
}

interface TabsProps<Name extends string> {
  /** Of the tabs and their panel; the panel has the id with -panel. */
  id: string
  label: string
  tabs: readonly Tab<Name>[]
  /** Undefined while every tab is closed. */
  chosen: Name | undefined
  onChoose(name: Name): void
}

/** Arrow keys move between the tabs, Enter and Space open one. */
export function Tabs<Name extends string>({ id, label, tabs, chosen, onChoose }: TabsProps<Name>) {
  const list = useRef<HTMLDivElement>(null)
  const move = (event: KeyboardEvent) => {
    const buttons = [...(list.current?.querySelectorAll('button') ?? [])]
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement)
    const forwards = getComputedStyle(event.currentTarget).direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight'
    const backwards = forwards === 'ArrowLeft' ? 'ArrowRight' : 'ArrowLeft'
    const next = { [forwards]: at + 1, [backwards]: at - 1, Home: 0, End: buttons.length - 1 }[event.key]
    if (next === undefined) return
    buttons[(next + buttons.length) % buttons.length]?.focus()
    event.preventDefault()
  }
  const reached = chosen ?? tabs[0]?.name
  return (
    <div role="tablist" aria-label={label} className={styles.tabs} ref={list} onKeyDown={move}>
      {tabs.map(({ name, label: own, icon, keys }) => (
        <button
          key={name}
          type="button"
          role="tab"
          id={`${id}-${name}`}
          aria-selected={name === chosen}
          aria-controls={name === chosen ? `${id}-panel` : undefined}
          tabIndex={name === reached ? 0 : -1}
          onClick={() => onChoose(name)}
        >
          <Icon of={icon} small />
          <span>{own}</span>
          {keys && <kbd aria-hidden>{keys}</kbd>}
        </button>
      ))}
    </div>
  )
}
