import { Ellipsis, type LucideIcon } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { classNames } from '#site/brand/class-names.ts'
import { Button, Icon, IconButton } from './elements.tsx'
import styles from './menu.module.css'

export interface MenuItem {
  label: string
  /** A second line below the label. */
  note?: string
  icon?: LucideIcon
  danger?: boolean
  run(): void
}

export function Menu({ label, text, items }: { label: string; text?: string; items: MenuItem[] }) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const root = useRef<HTMLDivElement>(null)
  const entries = () => [...(root.current?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? [])]
  const close = () => {
    setOpen(false)
    root.current?.querySelector('button')?.focus()
  }

  useEffect(() => {
    if (!isOpen) return
    root.current?.querySelector<HTMLElement>('[role="menuitem"]')?.focus()
    const onPress = (event: PointerEvent) => {
      if (!root.current?.contains(event.target as Node)) setOpen(false)
    }
    document.addEventListener('pointerdown', onPress)
    return () => document.removeEventListener('pointerdown', onPress)
  }, [isOpen])

  const onKeyDown = (event: KeyboardEvent) => {
    const found = entries()
    const at = found.indexOf(document.activeElement as HTMLElement)
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: found.length - 1 }[event.key]
    if (next !== undefined) found[(next + found.length) % found.length]?.focus()
    else if (event.key === 'Escape') close()
    else if (event.key === 'Tab') return setOpen(false)
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  const button = {
    'aria-haspopup': 'menu',
    'aria-expanded': isOpen,
    'aria-controls': isOpen ? id : undefined,
    onClick: () => setOpen(!isOpen),
  } as const
  return (
    <div className={styles.menu} ref={root}>
      {text ? (
        <Button small {...button} aria-label={label} label={text} />
      ) : (
        <IconButton icon={Ellipsis} label={label} {...button} />
      )}
      {isOpen && (
        <div role="menu" id={id} aria-label={label} className={styles.list} tabIndex={-1} onKeyDown={onKeyDown}>
          {items.map((item) => (
            <button
              key={item.label}
              type="button"
              role="menuitem"
              tabIndex={-1}
              className={classNames(styles.item, item.danger && styles.danger)}
              onClick={() => {
                close()
                item.run()
              }}
            >
              {item.icon && <Icon of={item.icon} small />}
              <span>
                {item.label}
                {item.note && <small className={styles.note}>{item.note}</small>}
              </span>
            </button>
          ))}
        </div>
      )}
    </div>
  )
}
