import type { RefObject } from 'react'
import { useActions } from './actions.ts'

interface Stepping {
  list: RefObject<HTMLElement | null>
  links: string
  texts: { down: string; up: string }
}

export function useStepping({ list, links, texts }: Stepping) {
  const rows = () => [...(list.current?.querySelectorAll<HTMLElement>(links) ?? [])]
  const current = () => rows().find((row) => row.closest('li')?.contains(document.activeElement))
  const step = (by: 1 | -1) => {
    const all = rows()
    const at = all.indexOf(current() as HTMLElement)
    const next = all[at === -1 ? (by === 1 ? 0 : all.length - 1) : at + by]
    next?.focus()
    next?.scrollIntoView({ block: 'nearest' })
  }
  useActions([
    { id: 'down', label: texts.down, keys: 'J', keysOnly: true, run: () => step(1) },
    { id: 'up', label: texts.up, keys: 'K', keysOnly: true, run: () => step(-1) },
  ])
  return { rows, current, step }
}
