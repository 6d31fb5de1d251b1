import type { LucideIcon } from 'lucide-react'
import { createContext, type ReactNode, use, useLayoutEffect, useMemo, useRef, useSyncExternalStore } from 'react'

export interface Action {
  id: string
  label: string
  /**
   * Keys by their place on the keyboard: `X`, `Shift+J`, `Mod+S` (Ctrl or ⌘), or one after the other: `G T`.
   * Keys without Mod rest while a person types and can be switched off.
   */
  keys?: string
  icon?: LucideIcon
  keysOnly?: boolean
  run(): void
}

type Scope = 'everywhere' | 'here'
type OfferedAction = Action & { scope: Scope }

interface Registry {
  actions(): readonly OfferedAction[]
  subscribe(listen: () => void): () => void
  add(scope: Scope, actions: () => Action[]): () => void
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
  // Before painting: a visible screen has its keys.
  useLayoutEffect(() => registry.add(scope, () => latest.current), [registry, scope])
  // biome-ignore lint/correctness/useExhaustiveDependencies: listeners show the shape
  useLayoutEffect(() => registry.changed(), [registry, shape])
}

export function useOfferedActions() {
  const registry = useRegistry()
  return useSyncExternalStore(registry.subscribe, registry.actions)
}

/** Reads the actions at the moment of need, without rendering again. */
export const useActionReader = () => useRegistry().actions

function useRegistry() {
  const registry = use(RegistryContext)
  if (!registry) throw new Error('Actions are used outside their provider')
  return registry
}

function createRegistry(): Registry {
  const offers = new Set<{ scope: Scope; actions: () => Action[] }>()
  const listeners = new Set<() => void>()
  let actions: OfferedAction[] = []

  function changed() {
    actions = [...offers].flatMap((offer) =>
      offer.actions().map((action) => ({
        ...action,
        scope: offer.scope,
        // A shown list may be older than the last render.
        run: () =>
          offer
            .actions()
            .find(({ id }) => id === action.id)
            ?.run(),
      })),
    )
    for (const listen of listeners) listen()
  }

  return {
    actions: () => actions,
    changed,
    subscribe(listen) {
      listeners.add(listen)
      return () => listeners.delete(listen)
    },
    add(scope, offered) {
      const offer = { scope, actions: offered }
      offers.add(offer)
      changed()
      return () => {
        offers.delete(offer)
        changed()
      }
    },
  }
}
