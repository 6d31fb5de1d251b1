import type { LucideIcon } from 'lucide-react'
import { type RefObject, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { useTexts } from '../texts.tsx'
import { useAnnouncements } from './work.tsx'

export interface Action {
  id: string
  label: string
  /**
   * Keys by their place on the keyboard: `X`, `Shift+J`, `Mod+S` (Ctrl or ⌘), or one after the other: `G T`.
   * Keys without Mod rest while a person types and can be switched off.
   */
  keys?: string
  icon?: LucideIcon
  /** Not in the palette, such as down and up. */
  keysOnly?: boolean
  /** Missing where a text has the keys itself: they are only listed. */
  run?(): void
}

type Scope = 'everywhere' | 'here'

const offers = new Set<{ scope: Scope; latest: RefObject<Action[]> }>()
const listeners = new Set<() => void>()
let offered: readonly (Action & { scope: Scope })[] = []

/** Offers actions while the component is on the screen. Labels and functions may change with every render. */
export function useActions(actions: Action[], scope: Scope = 'here') {
  const latest = useRef(actions)
  latest.current = actions
  const shape = actions.map(({ id, label, keys }) => `${id} ${label} ${keys}`).join('\n')
  // Before painting: a visible screen has its keys.
  useLayoutEffect(() => {
    const offer = { scope, latest }
    offers.add(offer)
    collect()
    return () => {
      offers.delete(offer)
      collect()
    }
  }, [scope])
  // biome-ignore lint/correctness/useExhaustiveDependencies: listeners show the shape
  useLayoutEffect(collect, [shape])
}

export const readActions = () => offered

export const useOfferedActions = () => useSyncExternalStore(subscribe, readActions)

function subscribe(listen: () => void) {
  listeners.add(listen)
  return () => listeners.delete(listen)
}

function collect() {
  offered = [...offers].flatMap(({ scope, latest }) =>
    latest.current.map((action) => ({
      ...action,
      scope,
      // A shown list may be older than the last render.
      ...(action.run && { run: () => latest.current.find(({ id }) => id === action.id)?.run?.() }),
    })),
  )
  for (const listen of listeners) listen()
}

interface Stepping {
  list: RefObject<HTMLElement | null>
  links: string
  texts: { down: string; up: string }
}

export function useStepping({ list, links, texts }: Stepping) {
  const { shell } = useTexts()
  const { show } = useAnnouncements()
  const rows = () => [...(list.current?.querySelectorAll<HTMLElement>(links) ?? [])]
  const current = () => rows().find((row) => row.closest('li, tr')?.contains(document.activeElement))
  const step = (by: 1 | -1) => {
    const all = rows()
    const at = all.indexOf(current() as HTMLElement)
    const next = all[at === -1 ? (by === 1 ? 0 : all.length - 1) : at + by]
    if (!next && all.length > 0) show(by === 1 ? shell.listEnds : shell.listBegins)
    next?.focus()
    next?.scrollIntoView({ block: 'nearest' })
  }
  useActions([
    { id: 'down', label: texts.down, keys: 'J', keysOnly: true, run: () => step(1) },
    { id: 'up', label: texts.up, keys: 'K', keysOnly: true, run: () => step(-1) },
  ])
  return { rows, current, step }
}
