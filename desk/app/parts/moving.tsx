import { GripVertical } from 'lucide-react'
import type { DragEvent, KeyboardEvent } from 'react'
import { Icon } from './elements.tsx'
import styles from './moving.module.css'

interface HandleProps {
  label: string
  onStart(): void
  onEnd(): void
}

/** Drags the list item around it. */
export function Handle({ label, onStart, onEnd }: HandleProps) {
  const start = (event: DragEvent<HTMLButtonElement>) => {
    const row = event.currentTarget.closest('li')
    if (row) event.dataTransfer.setDragImage(row, 0, 0)
    event.dataTransfer.effectAllowed = 'move'
    onStart()
  }
  return (
    <button
      type="button"
      className={styles.handle}
      draggable
      aria-label={label}
      title={label}
      onDragStart={start}
      onDragEnd={onEnd}
    >
      <Icon of={GripVertical} />
    </button>
  )
}

/** Alt and an arrow key. */
export function onMoveKey(event: KeyboardEvent, move: (by: 1 | -1) => void) {
  if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
  event.preventDefault()
  move(event.key === 'ArrowUp' ? -1 : 1)
}

export function withMoved<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const moved = items.toSpliced(from, 1)
  return moved.toSpliced(to, 0, items[from] as Item)
}
