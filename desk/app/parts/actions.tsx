import type { LucideIcon } from 'lucide-react'
import {
  createContext,
  type ReactNode,
  use,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useSyncExternalStore,
} from 'react'

/**
 * What can be done from the palette or by keys. The shell registers what works everywhere; a screen registers its own with
 * `useActions` for as long as it is open.
 */
export interface Action {
  id: string
  label: string
  /**
   * Keys by their place on the keyboard: `X`, `Shift+J`, `Mod+S` (Ctrl or ⌘), or one after the other: `G T`.
   * Those without Mod rest while somebody types and can be switched off.
   */
  keys?: string
  icon?: LucideIcon
  /** Not in the palette: down, up and the like. */
  keysOnly?: boolean
  run(): void
}

/** Results that a screen or the shell finds for what was typed into the palette. */
export interface PaletteSource {
  id: string
  heading: string
  find(typed: string, signal: AbortSignal): Promise<PaletteResult[]>
}

export interface PaletteResult {
  id: string
  label: ReactNode
  /** At the end of the line. */
  aside?: ReactNode
  icon?: LucideIcon
  open(): void
}

type Scope = 'everywhere' | 'here'

interface Registry {
  actions(): readonly (Action & { scope: Scope })[]
  sources(): readonly PaletteSource[]
  subscribe(listen: () => void): () => void
  addActions(scope: Scope, actions: () => Action[]): () => void
  addSource(source: PaletteSource): () => void
  changed(): void
}

const RegistryContext = createContext<Registry | undefined>(undefined)

export function ActionsProvider({ children }: { children: ReactNode }) {
  const registry = useMemo(createRegistry, [])
  return <RegistryContext value={registry}>{children}</RegistryContext>
}

/** Offers actions while the component is on the screen. Labels and functions may change with every render. */
export function useActions(actions: Action[], scope: Scope = 'here') {
  const registry = useRegistry()
  const latest = useRef(actions)
  latest.current = actions
  const shape = actions.map(({ id, label, keys }) => `${id} ${label} ${keys}`).join('\n')
  // Before it is painted: who sees a screen may press its keys.
  useLayoutEffect(() => registry.addActions(scope, () => latest.current), [registry, scope])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the shape is what listeners show
  useLayoutEffect(() => registry.changed(), [registry, shape])
}

/** Adds results to the palette while the component is on the screen. */
export function usePaletteSource(source: PaletteSource) {
  const registry = useRegistry()
  const latest = useRef(source)
  latest.current = source
  const { id, heading } = source
  useEffect(
    () => registry.addSource({ id, heading, find: (typed, signal) => latest.current.find(typed, signal) }),
    [registry, id, heading],
  )
}

export function useOfferedActions() {
  const registry = useRegistry()
  return useSyncExternalStore(registry.subscribe, registry.actions)
}

/** For those who only act on them: the same actions, read at the moment they are needed, without rendering again. */
export const useActionReader = () => useRegistry().actions

export function usePaletteSources() {
  const registry = useRegistry()
  return useSyncExternalStore(registry.subscribe, registry.sources)
}

function useRegistry() {
  const registry = use(RegistryContext)
  if (!registry) throw new Error('Actions are used outside their provider')
  return registry
}

function createRegistry(): Registry {
  const offers = new Set<{ scope: Scope; actions: () => Action[] }>()
  const searched = new Set<PaletteSource>()
  const listeners = new Set<() => void>()
  let actions: (Action & { scope: Scope })[] = []
  let sources: PaletteSource[] = []

  function changed() {
    actions = [...offers].flatMap((offer) =>
      offer.actions().map((action) => ({
        ...action,
        scope: offer.scope,
        // As it was rendered last: a list that is shown may be older.
        run: () =>
          offer
            .actions()
            .find(({ id }) => id === action.id)
            ?.run(),
      })),
    )
    sources = [...searched]
    for (const listen of listeners) listen()
  }

  return {
    actions: () => actions,
    sources: () => sources,
    changed,
    subscribe(listen) {
      listeners.add(listen)
      return () => listeners.delete(listen)
    },
    addActions(scope, offered) {
      const offer = { scope, actions: offered }
      offers.add(offer)
      changed()
      return () => {
        offers.delete(offer)
        changed()
      }
    },
    addSource(source) {
      searched.add(source)
      changed()
      return () => {
        searched.delete(source)
        changed()
      }
    },
  }
}
