import { ChevronDown, Search, X } from 'lucide-react'
import { type ReactNode, use, useCallback, useEffect, useId, useRef, useState } from 'react'
import { useLocation, useNavigation, useNavigationType, useSearchParams } from 'react-router'
import { classNames } from '#site/brand/class-names.ts'
import { useActions } from './actions.ts'
import { Icon } from './elements.tsx'
import { CheckList, Options } from './field.tsx'
import styles from './filters.module.css'
import { RouterContext } from './work.tsx'

const TYPING_PAUSE_MILLISECONDS = 250
export const MAX_SEARCH_LENGTH = 200

interface SearchFieldProps {
  texts: Record<'filters' | 'searchLabel' | 'search' | 'clear', string> & { keys: { search: string } }
  /** Arrow down: from the search to the list. */
  onDown(): void
}

export function Filters({ children, ...search }: SearchFieldProps & { children: ReactNode }) {
  return (
    <search className={styles.filters} aria-label={search.texts.filters}>
      <SearchField {...search} />
      <div className={styles.selects}>{children}</div>
    </search>
  )
}

type FilterOptions = readonly (readonly [value: string, text: string])[]

interface FilterProps {
  label: string
  value: string | null
  options: FilterOptions
  onChange(value: string): void
  none?: string
}

export function Filter({ label, value, options, onChange, none }: FilterProps) {
  const isSet = Boolean(value)
  return (
    <span className={classNames(styles.filter, isSet && styles.set)}>
      <select aria-label={label} value={value ?? ''} onChange={({ target }) => onChange(target.value)}>
        <option value="">{none ?? label}</option>
        <Options of={options} />
      </select>
    </span>
  )
}

interface ChoicesFilterProps {
  label: string
  values: readonly string[]
  options: FilterOptions
  onChange(values: string[]): void
}

/** Several values: one of them suffices. */
export function ChoicesFilter({ label, values, options, onChange }: ChoicesFilterProps) {
  const known = new Map(options)
  // An address may have a value that is no longer offered, such as a deleted job.
  const all = [...options, ...values.filter((value) => !known.has(value)).map((value) => [value, value] as const)]
  return (
    <FilterPanel label={label} chosen={values.map((value) => known.get(value) ?? value).join(' · ')}>
      <CheckList of={all} chosen={values} onChange={onChange} />
    </FilterPanel>
  )
}

interface FilterPanelProps {
  label: string
  /** Empty: the filter is not set. */
  chosen: string
  children: ReactNode
}

/** A button that says what is chosen, and opens the choice. */
export function FilterPanel({ label, chosen, children }: FilterPanelProps) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  return (
    <span className={classNames(styles.filter, chosen && styles.set)}>
      <button ref={button} type="button" popoverTarget={id} className={styles.open}>
        <span className={styles.chosen}>{chosen ? `${label}: ${chosen}` : label}</span>
        <Icon of={ChevronDown} small />
      </button>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a scrolling popover in WebKit */}
      <div
        id={id}
        popover="auto"
        role="group"
        aria-label={label}
        className={styles.panel}
        onBeforeToggle={({ newState, currentTarget }) => {
          if (newState === 'open' && button.current) placeBelow(currentTarget, button.current)
        }}
        onKeyDown={(event) => {
          // It closes the panel; the screen’s own Escape stays out of it.
          if (event.key === 'Escape') event.stopPropagation()
        }}
      >
        {children}
      </div>
    </span>
  )
}

const PANEL_REM = 17

/** Panels lie above the page, so they are placed in the window: below the button, inside the edges. */
function placeBelow(panel: HTMLElement, button: HTMLElement) {
  const { bottom, left, right } = button.getBoundingClientRect()
  const width = PANEL_REM * Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
  const wanted = getComputedStyle(button).direction === 'rtl' ? right - width : left
  const most = document.documentElement.clientWidth - width - EDGE_PIXELS
  panel.style.setProperty('--panel-top', `${bottom}px`)
  panel.style.setProperty('--panel-left', `${Math.max(EDGE_PIXELS, Math.min(wanted, most))}px`)
}

const EDGE_PIXELS = 8

export const filterClass = styles.filter

/** The state of an address that was reached by filtering: typed text still belongs to it. */
const GOES_ON = 'filter'

/** While a list loads, its address: a second choice adds to the first. */
export function useFilters() {
  const [address, setAddress] = useSearchParams()
  const { pathname } = useLocation()
  const { location } = useNavigation()
  const wanted = location?.pathname === pathname ? location.search : `?${address}`
  const change = useCallback(
    (changes: Record<string, string | readonly string[]>, { replace = false } = {}) => {
      const changed = new URLSearchParams(wanted)
      // Another filter begins at the first page.
      for (const name of ['page', ...Object.keys(changes)]) changed.delete(name)
      for (const [name, values] of Object.entries(changes))
        for (const value of [values].flat()) if (value) changed.append(name, value)
      // At once, or a quick second choice would replace the first.
      setAddress(changed, { replace, state: GOES_ON, flushSync: true })
    },
    [setAddress, wanted],
  )
  return [new URLSearchParams(wanted), change] as const
}

function SearchField({ texts, onDown }: SearchFieldProps) {
  const [address, change] = useFilters()
  const inAddress = address.get('search') ?? ''
  const [typed, setTyped] = useState(inAddress)
  const input = useRef<HTMLInputElement>(null)
  const { key, state } = useLocation()
  const router = use(RouterContext)
  const isOtherList = useNavigationType() === 'POP' || state !== GOES_ON
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key is another address, or the same one asked for anew
  useEffect(() => {
    // Typed text does not belong to another view.
    if (isOtherList) setTyped(inAddress)
  }, [key])
  useEffect(() => {
    if (typed.trim() === inAddress) return
    const timer = setTimeout(() => {
      // On a busy machine the other list is not drawn yet.
      if (router?.state.navigation.state !== 'idle' || router.state.location.key !== key) return
      change({ search: typed.trim() }, { replace: true })
    }, TYPING_PAUSE_MILLISECONDS)
    return () => clearTimeout(timer)
  }, [typed, inAddress, change, router, key])
  useActions([{ id: 'search', label: texts.keys.search, keys: '/', icon: Search, run: () => input.current?.focus() }])
  return (
    <span className={styles.search}>
      <Icon of={Search} small />
      <input
        ref={input}
        type="search"
        // The placeholder keeps the document's direction.
        dir={typed ? 'auto' : undefined}
        maxLength={MAX_SEARCH_LENGTH}
        aria-label={texts.searchLabel}
        placeholder={texts.search}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return
          event.preventDefault()
          onDown()
        }}
      />
      {typed && (
        <button type="button" aria-label={texts.clear} title={texts.clear} onClick={() => setTyped('')}>
          <Icon of={X} small />
        </button>
      )}
    </span>
  )
}
